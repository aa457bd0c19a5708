/* margin_polynomials.c: see margin_polynomials.h. */

#include "margin_polynomials.h"

#include <math.h>
#include <stddef.h>

#define COS22 0.92387953251128675613
#define COS45 0.70710678118654752440
#define COS67 0.38268343236508977173
/* Of multiples of pi / 8. */
static const double COSINES[2 * DEGREE] = {1.0, COS22, COS45, COS67, 0.0, -COS67, -COS45, -COS22, -1.0, -COS22, -COS45, -COS67, 0.0, COS67, COS45, COS22};

static double node(int i) { return 0.5 - 0.5 * COSINES[i]; }

int degree_of(const Sampled *part) { return DEGREE / part->apart; }

double node_of(const Sampled *part, int j) { return part->low + (part->high - part->low) * node(j * part->apart); }

double *sample_of(const Sampled *part, int j) { return part->samples + (size_t)(j * part->apart) * (size_t)part->modes; }

Polynomial polynomial_of(const Sampled *part, int mode)
{
    int degree = degree_of(part);
    Polynomial of = {.degree = degree, .least = part->samples[mode]};
    double most = of.least;
    for (int j = 1; j <= degree; ++j) {
        of.least = fmin(of.least, sample_of(part, j)[mode]);
        most = fmax(most, sample_of(part, j)[mode]);
    }
    of.spread = most - of.least;
    for (int k = 0; k <= degree; ++k) {
        double sum = 0.0;
        for (int j = 0; j <= degree; ++j)
            sum += sample_of(part, j)[mode] * COSINES[k * (degree - j) * part->apart % (2 * DEGREE)] * (j == 0 || j == degree ? 0.5 : 1.0);
        of.coefficient[k] = sum * (k == 0 || k == degree ? 1.0 : 2.0) / degree;
    }
    return of;
}

/* By Clenshaw's recurrence, and its derivative. */
double polynomial_value(const Polynomial *of, double part)
{
    double x = 2 * part - 1, b1 = 0.0, b2 = 0.0;
    for (int k = of->degree; k > 0; --k) {
        double b0 = of->coefficient[k] + 2 * x * b1 - b2;
        b2 = b1;
        b1 = b0;
    }
    return of->coefficient[0] + x * b1 - b2;
}

double polynomial_slope(const Polynomial *of, double part)
{
    double x = 2 * part - 1, b1 = 0.0, b2 = 0.0, d1 = 0.0, d2 = 0.0;
    for (int k = of->degree; k > 0; --k) {
        double b0 = of->coefficient[k] + 2 * x * b1 - b2, d0 = 2 * b1 + 2 * x * d1 - d2;
        b2 = b1;
        b1 = b0;
        d2 = d1;
        d1 = d0;
    }
    return 2 * (b1 + x * d1 - d2);
}

double polynomial_error(const Polynomial *of) { return fabs(of->coefficient[of->degree]) + fabs(of->coefficient[of->degree - 1]); }

int lowest_parts(const Polynomial *of, double close, double *parts)
{
    double before = polynomial_value(of, 0.0), here = polynomial_value(of, 1.0 / GRID);
    int count = 0;
    for (int i = 1; i < GRID; ++i) {
        double after = polynomial_value(of, (i + 1.0) / GRID), slope = 0.5 * (after - before), curvature = after - 2 * here + before;
        double offset = curvature > 0 ? -slope / curvature : 0.0;
        if (curvature > 0 && fabs(offset) <= 1 && here + 0.5 * slope * offset < close) parts[count++] = (i + offset) / GRID;
        before = here;
        here = after;
    }
    return count;
}
