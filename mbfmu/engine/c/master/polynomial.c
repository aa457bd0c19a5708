/* polynomial.c: polynomials through samples of signals, in powers of the time since a step began. */

#include "polynomial.h"

#include <string.h>

/* The nodes of Newton's form; two equal ones give a slope. */
static int nodes_of(const Sample *samples, int known, int degree, const Sample *nodes[ORDERS])
{
    int count = 0;
    for (int i = 0; i < known && count <= degree; ++i) {
        nodes[count++] = &samples[i];
        if (samples[i].slopes && count <= degree) nodes[count++] = &samples[i];
    }
    return count;
}

/* Newton's coefficients of number i, by divided differences. */
static void differences(const Sample *const *nodes, int count, int i, double newton[ORDERS])
{
    double column[ORDERS];
    for (int k = 0; k < count; ++k) column[k] = nodes[k]->values[i];
    newton[0] = column[0];
    for (int order = 1; order < count; ++order) {
        for (int k = 0; k < count - order; ++k) {
            const Sample *a = nodes[k], *b = nodes[k + order];
            column[k] = a == b ? a->slopes[i] : (column[k + 1] - column[k]) / (b->time - a->time);
        }
        newton[order] = column[0];
    }
}

/* The coefficients of powers of t - at, by Horner's scheme on Newton's form. */
static void in_powers(const Sample *const *nodes, const double *newton, int count, double at, double powers[ORDERS])
{
    powers[0] = newton[count - 1];
    for (int k = count - 2, length = 1; k >= 0; --k, ++length) {
        double x = at - nodes[k]->time;
        powers[length] = powers[length - 1];
        for (int j = length - 1; j > 0; --j) powers[j] = powers[j - 1] + x * powers[j];
        powers[0] = newton[k] + x * powers[0];
    }
}

void polynomial_through(const Sample *samples, int known, int degree, double at, Polynomial *polynomial)
{
    const Sample *nodes[ORDERS];
    int count = degree ? nodes_of(samples, known, degree, nodes) : 1, n = polynomial->count;
    polynomial->at = at;
    polynomial->orders = count;
    if (count == 1) {
        memcpy(polynomial->coefficients, samples[0].values, (size_t)n * sizeof(double));
        return;
    }
    for (int i = 0; i < n; ++i) {
        double newton[ORDERS], powers[ORDERS];
        differences(nodes, count, i, newton);
        in_powers(nodes, newton, count, at, powers);
        for (int k = 0; k < count; ++k) polynomial->coefficients[k * n + i] = powers[k];
    }
}

double polynomial_at(const Polynomial *polynomial, int i, double t)
{
    const double *coefficients = polynomial->coefficients + i;
    double value = coefficients[(polynomial->orders - 1) * polynomial->count], x = t - polynomial->at;
    for (int k = polynomial->orders - 2; k >= 0; --k) value = value * x + coefficients[k * polynomial->count];
    return value;
}

void polynomial_values(const Polynomial *polynomial, double t, double *values)
{
    for (int i = 0; i < polynomial->count; ++i) values[i] = polynomial_at(polynomial, i, t);
}
