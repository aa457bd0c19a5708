/* variation_radau.c: see variation_radau.h.

   The increments Z of the stages satisfy D Z / h - f_x Z = X', with D the inverse of the method's matrix, and at each stage the Jacobian f_x there
   and the rates X' that X would have there.

   Source: Hairer, Wanner, Solving Ordinary Differential Equations II, sections IV.5 (the matrix) and IV.8 (the error). */

#include "variation_radau.h"

#include <string.h>

#include "block_lu.h"
#include "derivative.h"
#include "jacobian.h"
#include "radau_stages.h"

static const double D[STAGES][STAGES] = {
    {2 + S6 / 2, -6.0 / 5 + 29 * S6 / 30, 2.0 / 5 - 4 * S6 / 15},
    {-6.0 / 5 - 29 * S6 / 30, 2 - S6 / 2, 2.0 / 5 + 4 * S6 / 15},
    {-1 + 8 * S6 / 3, -1 - 8 * S6 / 3, 5.0},
};

/* What is kept: the Jacobian and the rates at the start of the part, and behind them those at the stages; then work space. Matrices are of the
   problem's blocks. */
typedef struct {
    const StateBlocks *blocks;
    size_t n, count, numbers; /* of numbers in one Jacobian */
    double *jacobian, *rates; /* 1 + STAGES Jacobians, and as often directions x n */
    double *system, *real;    /* factors of the equations of all stages, and of one */
    double *right, *filtered; /* 3 n, n */
    double *by_state, *room;  /* 3 n each: what is right, and work */
    int *pivots, *real_pivots;
} Parts;

static size_t kept(const Problem *problem, int directions)
{
    size_t n = (size_t)problem->x.size, numbers = block_numbers(&problem->blocks, 1);
    return (1 + STAGES) * (numbers + n * (size_t)directions) + (STAGES * STAGES + 1) * numbers + (4 * STAGES + 2) * n;
}

static Parts parts_of(const Instance *instance, const Variation *variation)
{
    size_t n = (size_t)instance->problem->x.size, count = n * (size_t)variation->directions;
    const StateBlocks *blocks = &instance->problem->blocks;
    Parts parts = {.blocks = blocks, .n = n, .count = count, .numbers = block_numbers(blocks, 1), .jacobian = variation->kept};
    parts.rates = parts.jacobian + (1 + STAGES) * parts.numbers;
    parts.system = parts.rates + (1 + STAGES) * count;
    parts.real = parts.system + STAGES * STAGES * parts.numbers;
    parts.right = parts.real + parts.numbers;
    parts.filtered = parts.right + STAGES * n;
    parts.by_state = parts.filtered + n;
    parts.room = parts.by_state + STAGES * n;
    parts.pivots = (int *)(parts.room + STAGES * n);
    parts.real_pivots = parts.pivots + STAGES * n;
    return parts;
}

/* The rates of X, and the Jacobian, at the part theta of the last step; `place` counts them from the start of the part that is tried. */
static int look(Instance *instance, const Integrator *integrator, const Variation *variation, const Parts *parts, int place, double theta)
{
    if (variation_rates(instance, integrator, variation, theta, variation->X, parts->rates + (size_t)place * parts->count)) return -1;
    return tangents_by_states(model_rates_tangent, instance, parts->jacobian + (size_t)place * parts->numbers);
}

/* Factors of the equations of all stages, and of GAMMA / h - f_x at the start; 0 if there are any. */
static int factorize(const Parts *parts, double h)
{
    const StateBlocks *blocks = parts->blocks;
    const double diagonal = GAMMA / h;
    double coupling[STAGES * STAGES];
    for (int i = 0; i < STAGES * STAGES; ++i) coupling[i] = D[i / STAGES][i % STAGES] / h;
    memset(parts->system, 0, block_numbers(blocks, STAGES) * sizeof(double));
    for (int s = 0; s < STAGES; ++s) block_put(blocks, STAGES, parts->system, s, s, -1.0, parts->jacobian + (size_t)(s + 1) * parts->numbers);
    block_add_on_diagonal(blocks, STAGES, parts->system, coupling);
    block_put(blocks, 1, parts->real, 0, 0, -1.0, parts->jacobian);
    block_add_on_diagonal(blocks, 1, parts->real, &diagonal);
    return block_lu(blocks, STAGES, parts->system, parts->pivots) || block_lu(blocks, 1, parts->real, parts->real_pivots);
}

/* `right` (3 x n) becomes the increments of the stages. */
static void solve_stages_of(const Parts *parts)
{
    size_t n = parts->n;
    for (size_t i = 0; i < n; ++i)
        for (size_t s = 0; s < STAGES; ++s) parts->by_state[STAGES * i + s] = parts->right[s * n + i];
    block_lu_solve(parts->blocks, STAGES, parts->system, parts->pivots, parts->by_state, parts->room);
    for (size_t i = 0; i < n; ++i)
        for (size_t s = 0; s < STAGES; ++s) parts->right[s * n + i] = parts->by_state[STAGES * i + s];
}

/* The estimated error (n) of a direction from the increments of its stages in `right`, filtered once more for very stiff components. */
static void estimate(const Parts *parts, const double *rates, double h, double *error)
{
    size_t n = parts->n;
    double *filtered = parts->filtered;
    for (size_t i = 0; i < n; ++i) filtered[i] = rates[i] + across(RADAU_ERROR, parts->right, (int)n, (int)i) / h;
    block_lu_solve(parts->blocks, 1, parts->real, parts->real_pivots, filtered, parts->room);
    block_product(parts->blocks, parts->jacobian, filtered, error);
    for (size_t i = 0; i < n; ++i) error[i] += rates[i] + across(RADAU_ERROR, parts->right, (int)n, (int)i) / h;
    block_lu_solve(parts->blocks, 1, parts->real, parts->real_pivots, error, parts->room);
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
        solve_stages_of(&parts);
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
    const double *last = parts.jacobian + STAGES * parts.numbers;
    for (size_t j = 0; j < (size_t)variation->directions; ++j) {
        double *rates = parts.rates + j * n;
        const double *of_start = parts.rates + STAGES * parts.count + j * n;
        for (size_t i = 0; i < n; ++i) parts.filtered[i] = variation->tried[j * n + i] - variation->X[j * n + i];
        block_product(parts.blocks, last, parts.filtered, rates);
        for (size_t i = 0; i < n; ++i) rates[i] += of_start[i];
    }
    copy_numbers(parts.jacobian, last, parts.numbers);
}

const VariationMethod VARIATION_RADAU = {4, kept, attempt, accept};
