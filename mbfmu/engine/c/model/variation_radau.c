/* variation_radau.c: see variation_radau.h.

   The increments Z of the stages satisfy D Z / h - f_x Z = X', with D the inverse of the method's matrix, and at each stage the Jacobian f_x there
   and the rates X' that X would have there.

   Source: Hairer, Wanner, Solving Ordinary Differential Equations II, sections IV.5 (the matrix) and IV.8 (the error). */

#include "variation_radau.h"

#include <string.h>

#include "derivative.h"
#include "linear_algebra.h"
#include "radau_stages.h"

static const double D[STAGES][STAGES] = {
    {2 + S6 / 2, -6.0 / 5 + 29 * S6 / 30, 2.0 / 5 - 4 * S6 / 15},
    {-6.0 / 5 - 29 * S6 / 30, 2 - S6 / 2, 2.0 / 5 + 4 * S6 / 15},
    {-1 + 8 * S6 / 3, -1 - 8 * S6 / 3, 5.0},
};

/* What is kept: the Jacobian and the rates at the start of the part, and behind them those at the stages; then work space. */
typedef struct {
    size_t n, count;
    double *jacobian, *rates; /* (1 + STAGES) times n x n, and as often directions x n */
    double *system, *real;    /* 3 n x 3 n, n x n: their factors */
    double *right, *filtered; /* 3 n, n */
    int *pivots, *real_pivots;
} Parts;

static size_t kept(const Problem *problem, int directions)
{
    size_t n = (size_t)problem->x.size;
    return (1 + STAGES) * (n * n + n * (size_t)directions) + (STAGES * STAGES + 1) * n * n + (STAGES + 1) * n + (STAGES + 1) * n;
}

static Parts parts_of(const Instance *instance, const Variation *variation)
{
    size_t n = (size_t)instance->problem->x.size, count = n * (size_t)variation->directions;
    Parts parts = {.n = n, .count = count, .jacobian = variation->kept};
    parts.rates = parts.jacobian + (1 + STAGES) * n * n;
    parts.system = parts.rates + (1 + STAGES) * count;
    parts.real = parts.system + STAGES * STAGES * n * n;
    parts.right = parts.real + n * n;
    parts.filtered = parts.right + STAGES * n;
    parts.pivots = (int *)(parts.filtered + n);
    parts.real_pivots = parts.pivots + STAGES * n;
    return parts;
}

/* The rates of X, and the Jacobian, at the part theta of the last step; `place` counts them from the start of the part that is tried. */
static int look(Instance *instance, const Integrator *integrator, const Variation *variation, const Parts *parts, int place, double theta)
{
    Ref x = instance->problem->x, x_dot = instance->problem->x_dot;
    double *jacobian = parts->jacobian + (size_t)place * parts->n * parts->n, *seed = instance->tangent + x.start;
    if (variation_rates(instance, integrator, variation, theta, variation->X, parts->rates + (size_t)place * parts->count)) return -1;
    memset(instance->tangent, 0, (size_t)instance->problem->numbers * sizeof(double));
    for (int j = 0; j < x.size; ++j) {
        seed[j] = 1.0;
        if (model_rates_tangent(instance)) return -1;
        for (int i = 0; i < x.size; ++i) jacobian[i * x.size + j] = instance->tangent[x_dot.start + i];
        seed[j] = 0.0;
    }
    return 0;
}

/* Factors of the equations of all stages, and of GAMMA / h - f_x at the start; 0 if there are any. */
static int factorize(const Parts *parts, double h)
{
    size_t n = parts->n, width = STAGES * n;
    memset(parts->system, 0, width * width * sizeof(double));
    for (size_t s = 0; s < STAGES; ++s)
        for (size_t i = 0; i < n; ++i) {
            double *row = parts->system + (s * n + i) * width;
            for (size_t j = 0; j < n; ++j) row[s * n + j] = -parts->jacobian[((s + 1) * n + i) * n + j];
            for (size_t r = 0; r < STAGES; ++r) row[r * n + i] += D[s][r] / h;
        }
    for (size_t i = 0; i < n * n; ++i) parts->real[i] = -parts->jacobian[i];
    for (size_t i = 0; i < n; ++i) parts->real[i * n + i] += GAMMA / h;
    return lu(parts->system, (int)width, parts->pivots) || lu(parts->real, (int)n, parts->real_pivots);
}

/* The estimated error (n) of a direction from the increments of its stages in `right`, filtered once more for very stiff components. */
static void estimate(const Parts *parts, const double *rates, double h, double *error)
{
    size_t n = parts->n;
    double *filtered = parts->filtered;
    for (size_t i = 0; i < n; ++i) filtered[i] = rates[i] + across(RADAU_ERROR, parts->right, (int)n, (int)i) / h;
    lu_solve(parts->real, parts->real_pivots, (int)n, filtered);
    product(parts->jacobian, (int)n, (int)n, filtered, error);
    for (size_t i = 0; i < n; ++i) error[i] += rates[i] + across(RADAU_ERROR, parts->right, (int)n, (int)i) / h;
    lu_solve(parts->real, parts->real_pivots, (int)n, error);
}

static int attempt(Instance *instance, const Integrator *integrator, Variation *variation, double from, double to)
{
    Parts parts = parts_of(instance, variation);
    double h = (to - from) * instance->memory[SIZE];
    size_t n = parts.n;
    if (!variation->known && look(instance, integrator, variation, &parts, 0, from)) return -1;
    variation->known = 1;
    for (int s = 0; s < STAGES; ++s)
        if (look(instance, integrator, variation, &parts, s + 1, s == STAGES - 1 ? to : from + RADAU_NODES[s] * (to - from))) return -1;
    if (factorize(&parts, h)) {
        for (size_t i = 0; i < parts.count; ++i) variation->error[i] = INFINITY;
        return 0;
    }
    for (size_t j = 0; j < (size_t)variation->directions; ++j) {
        for (size_t s = 0; s < STAGES; ++s) copy_numbers(parts.right + s * n, parts.rates + (s + 1) * parts.count + j * n, n);
        lu_solve(parts.system, parts.pivots, (int)(STAGES * n), parts.right);
        for (size_t i = 0; i < n; ++i) variation->tried[j * n + i] = variation->X[j * n + i] + parts.right[(STAGES - 1) * n + i];
        estimate(&parts, parts.rates + j * n, h, variation->error + j * n);
    }
    return 0;
}

/* The Jacobian at the end is that at the start of the next part; the rates there are those of the X that was found. */
static void accept(const Instance *instance, Variation *variation)
{
    Parts parts = parts_of(instance, variation);
    size_t n = parts.n;
    const double *last = parts.jacobian + STAGES * n * n;
    for (size_t j = 0; j < (size_t)variation->directions; ++j) {
        double *rates = parts.rates + j * n;
        const double *of_start = parts.rates + STAGES * parts.count + j * n;
        for (size_t i = 0; i < n; ++i) parts.filtered[i] = variation->tried[j * n + i] - variation->X[j * n + i];
        product(last, (int)n, (int)n, parts.filtered, rates);
        for (size_t i = 0; i < n; ++i) rates[i] += of_start[i];
    }
    copy_numbers(parts.jacobian, last, n * n);
}

const VariationMethod VARIATION_RADAU = {4, kept, attempt, accept};
