/* projection.c: after an accepted step back onto the constraints, by the smallest change in the mass metric, neutral in energy
   (mbfmu.runtime.projection). What is weak is found by a pivoted Cholesky factorization of the products of rows, which costs far less
   than singular values. */

#include "projection.h"

#include "linear_algebra.h"
#include "scaled_rows.h"

#define ROUNDS 3   /* of Newton's method, each of which squares what an accepted step has left */
#define WEAK 1e-3  /* a pivot relative to the largest: near a singular position such rows are left to the stabilization */
#define DRIFT 0.1  /* change of a scaled row: an integration does not drift that far, something else has happened */
#define SLOW 1e-2  /* of the energy of the motion along the constraints: more is not given back */

/* Kept rows of a level, scaled, and the factor L (rank x rank) of the products of those that are not weak, rows order[0] up to
   order[rank - 1]. */
typedef struct {
    Rows rows;
    ScaledRows scaled;
    int rank, *order;
    double *factor;
} Strong;

/* Whether any kept row is off by more than roundoff. */
static int any_off(const Level *level)
{
    size_t mark = level->instance->scratch_used;
    Rows kept = kept_rows_of(level);
    double *bounds = take(level->instance, (size_t)level->mechanism->rows);
    int off = 0;
    roundoff(level, bounds);
    for (int i = 0; i < kept.count; ++i) off = off || fabs(level->residual[kept.number[i]]) > bounds[kept.number[i]];
    level->instance->scratch_used = mark;
    return off;
}

static int find_strong(const Level *level, Strong *strong)
{
    Instance *instance = level->instance;
    int n = level->mechanism->nv, m;
    double largest = 0.0;
    strong->rows = kept_rows_of(level);
    m = strong->rows.count;
    strong->order = take_whole(instance, (size_t)m);
    strong->factor = take(instance, (size_t)m * m);
    if (usual_rows(instance, level->mechanism, strong->rows, &strong->scaled)) return -1;
    for (int i = 0; i < m; ++i) {
        const double *rows = strong->scaled.rows;
        for (int j = 0; j <= i; ++j) strong->factor[(size_t)i * m + j] = dot(rows + (size_t)i * n, rows + (size_t)j * n, n);
        largest = fmax(largest, strong->factor[(size_t)i * m + i]);
    }
    strong->rank = pivoted_cholesky(strong->factor, m, WEAK * WEAK * largest, strong->order);
    for (int i = 1; i < strong->rank; ++i) /* rows as long as the factor has */
        for (int j = 0; j <= i; ++j) strong->factor[(size_t)i * strong->rank + j] = strong->factor[(size_t)i * m + j];
    return 0;
}

/* The shortest y (n) whose products with the strong rows are `asked` (rank), which is overwritten. */
static void shortest(const Strong *strong, double *asked, double *y)
{
    int n = strong->scaled.n;
    cholesky_solve(strong->factor, strong->rank, asked, 1);
    for (int j = 0; j < n; ++j) y[j] = 0.0;
    for (int k = 0; k < strong->rank; ++k)
        for (int j = 0; j < n; ++j) y[j] += strong->scaled.rows[(size_t)strong->order[k] * n + j] * asked[k];
}

/* One round; whether it helped (else nothing was moved), and whether it was a correction of drift and no more. */
static int correct(const Level *level, double *size, int *helped, int *drifted)
{
    Instance *instance = level->instance;
    Strong strong;
    double *asked, *turned, *change = take(instance, (size_t)level->mechanism->nv), before = *size;
    if (find_strong(level, &strong)) return -1;
    asked = take(instance, (size_t)strong.rank);
    turned = take(instance, (size_t)strong.rows.count);
    for (int k = 0; k < strong.rank; ++k)
        asked[k] = -level->residual[strong.rows.number[strong.order[k]]] / strong.scaled.scale[strong.order[k]];
    *size = norm(asked, strong.rank);
    *helped = *size < 0.5 * before;
    if (!*helped) return 0;
    shortest(&strong, asked, change);
    lower_transposed_solve(strong.scaled.factor, strong.scaled.n, change, 1);
    if (level->move(level, change) || mechanism_evaluate(instance, level->mechanism)) return -1;
    turned_rows(instance, level->mechanism, strong.rows, &strong.scaled, turned);
    for (int i = 0; i < strong.rows.count; ++i)
        if (!(turned[i] <= DRIFT)) *drifted = 0;
    return 0;
}

static int correct_level(const Level *level, int *drifted)
{
    double size = INFINITY;
    int helped = 1, failed = 0;
    *drifted = 1;
    for (int round = 0; round < ROUNDS && !failed && helped && *drifted && any_off(level); ++round) {
        size_t mark = level->instance->scratch_used;
        failed = correct(level, &size, &helped, drifted);
        level->instance->scratch_used = mark;
    }
    return failed;
}

/* The part of the speeds along the constraints, and its energy [J]. */
static int motion_along(const Level *level, double *along, double *energy)
{
    Instance *instance = level->instance;
    int n = level->mechanism->nv;
    const double *v = speeds_of(instance, level->mechanism), *M = at(instance, level->mechanism->M);
    double *whole = take(instance, (size_t)n), *asked;
    Strong strong;
    if (find_strong(level, &strong)) return -1;
    scaled_speeds(&strong.scaled, v, whole);
    asked = take(instance, (size_t)strong.rank);
    for (int k = 0; k < strong.rank; ++k) asked[k] = dot(strong.scaled.rows + (size_t)strong.order[k] * n, whole, n);
    shortest(&strong, asked, along);
    for (int j = 0; j < n; ++j) along[j] = whole[j] - along[j];
    lower_transposed_solve(strong.scaled.factor, n, along, 1);
    product(M, n, n, along, whole);
    *energy = 0.5 * dot(along, whole, n);
    return 0;
}

/* Scale the motion along the constraints so that the energy `added` [J] is gone again. That is skipped where this motion has too little
   energy (fully driven mechanisms, reversals of motion) and where the scaled speeds would break constraints that are not linear in them. */
static int return_energy(const Level *level, double added)
{
    Instance *instance = level->instance;
    int n = level->mechanism->nv, off = any_off(level);
    double *v = speeds_of(instance, level->mechanism), *along = take(instance, (size_t)n), *before, energy;
    if (motion_along(level, along, &energy)) return -1;
    if (!(fabs(added) < SLOW * energy)) return 0;
    before = take_copy(instance, v, (size_t)n);
    for (int j = 0; j < n; ++j) v[j] += (sqrt(1.0 - added / energy) - 1.0) * along[j];
    if (mechanism_evaluate(instance, level->mechanism)) return -1;
    if (off || !any_off(level)) return 0;
    copy_numbers(v, before, (size_t)n);
    return mechanism_evaluate(instance, level->mechanism);
}

/* Whether inputs feed rows that are kept: what puts the mechanism where new inputs want it is their work. */
static int is_fed(const Instance *instance, const Mechanism *mechanism)
{
    for (int i = 0; i < mechanism->rows; ++i)
        if (mechanism->row[i].fed && is_kept(instance, mechanism, i)) return 1;
    return 0;
}

static int correct_both(Instance *instance, const Mechanism *mechanism, const Level *levels, Outcome *outcome)
{
    double *before = take_copy(instance, at(instance, mechanism->x), states_of(mechanism)), energy, now;
    int drifted = 1;
    if (energy_of(instance, mechanism, &energy)) return -1;
    for (int i = 0; i < 2 && drifted; ++i)
        if (correct_level(&levels[i], &drifted)) return -1;
    *outcome = drifted ? MOVED : GIVEN_UP;
    if (!drifted) {
        copy_numbers(at(instance, mechanism->x), before, states_of(mechanism));
        return mechanism_evaluate(instance, mechanism);
    }
    if (is_fed(instance, mechanism)) return 0;
    return energy_of(instance, mechanism, &now) || return_energy(&levels[1], now - energy) ? -1 : 0;
}

int project(Instance *instance, const Mechanism *mechanism, Outcome *outcome)
{
    size_t mark = instance->scratch_used;
    const Level levels[] = {positions(instance, mechanism), speeds(instance, mechanism)};
    int failed = 0;
    *outcome = NOTHING;
    if (any_off(&levels[0]) || any_off(&levels[1])) failed = correct_both(instance, mechanism, levels, outcome);
    instance->scratch_used = mark;
    return failed;
}
