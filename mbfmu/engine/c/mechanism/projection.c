/* projection.c: after an accepted step back onto the constraints, by the smallest change in the mass metric, neutral in energy. */

#include "projection.h"

#include "linear_algebra.h"
#include "sparse.h"
#include "strong_rows.h"

#define ROUNDS 3   /* of Newton's method, each of which squares what an accepted step has left */
#define DRIFT 0.1  /* change of a scaled row: an integration does not drift that far, something else has happened */
#define SLOW 1e-2  /* of the energy of the motion along the constraints: more is not given back */

/* Whether any independent row is off by more than roundoff. */
static int any_off(const Level *level)
{
    size_t mark = level->instance->scratch_used;
    Rows independent = independent_rows_of(level);
    double *bounds = take(level->instance, (size_t)level->mechanism->rows);
    int off = 0;
    roundoff(level, bounds);
    for (int i = 0; i < independent.count; ++i) off = off || fabs(level->residual[independent.number[i]]) > bounds[independent.number[i]];
    level->instance->scratch_used = mark;
    return off;
}

/* One round; whether it helped (else nothing was moved), and whether it was a correction of drift and no more. */
static int correct(const Level *level, double *size, int *helped, int *drifted)
{
    Instance *instance = level->instance;
    StrongRows strong;
    double *asked, *turned, *change = take(instance, (size_t)level->mechanism->nv), before = *size;
    if (find_strong_rows(level, &strong)) return -1;
    asked = take(instance, (size_t)strong.rank);
    turned = take(instance, (size_t)strong.rows.count);
    for (int k = 0; k < strong.rank; ++k)
        asked[k] = -level->residual[strong.rows.number[strong.order[k]]] / strong.scaled.scale[strong.order[k]];
    *size = norm(asked, strong.rank);
    *helped = *size < 0.5 * before;
    if (!*helped) return 0;
    shortest(&strong, asked, change);
    from_metric(&strong.scaled.metric, change);
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
    const Mechanism *mechanism = level->mechanism;
    double *whole = take(instance, (size_t)n), *asked;
    StrongRows strong;
    if (find_strong_rows(level, &strong)) return -1;
    to_metric(&strong.scaled.metric, speeds_of(instance, mechanism), whole);
    asked = take(instance, (size_t)strong.rank);
    for (int k = 0; k < strong.rank; ++k) asked[k] = product_with_strong(&strong, k, whole);
    shortest(&strong, asked, along);
    for (int j = 0; j < n; ++j) along[j] = whole[j] - along[j];
    from_metric(&strong.scaled.metric, along);
    *energy = 0.5 * sparse_square(mechanism->M_pattern, n, at(instance, mechanism->M), along);
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

/* Whether inputs feed independent rows: what puts the mechanism where new inputs want it is their work. */
static int is_fed(const Instance *instance, const Mechanism *mechanism)
{
    for (int i = 0; i < mechanism->rows; ++i)
        if (mechanism->row[i].input_driven && is_independent(instance, mechanism, i)) return 1;
    return 0;
}

static int correct_both(Instance *instance, const Mechanism *mechanism, const Level *levels, Outcome *outcome)
{
    double *before = take_copy(instance, at(instance, mechanism->x), states_of(mechanism));
    int drifted = 1;
    for (int i = 0; i < 2 && drifted; ++i)
        if (correct_level(&levels[i], &drifted)) return -1;
    *outcome = drifted ? MOVED : GIVEN_UP;
    if (drifted) return 0;
    copy_numbers(at(instance, mechanism->x), before, states_of(mechanism));
    return mechanism_evaluate(instance, mechanism);
}

static int correct_neutrally(Instance *instance, const Mechanism *mechanism, const Level *levels, Outcome *outcome)
{
    double energy, now;
    if (energy_of(instance, mechanism, &energy) || correct_both(instance, mechanism, levels, outcome)) return -1;
    if (*outcome == GIVEN_UP || is_fed(instance, mechanism)) return 0;
    return energy_of(instance, mechanism, &now) || return_energy(&levels[1], now - energy) ? -1 : 0;
}

static int any_off_of(const Level levels[2]) { return any_off(&levels[0]) || any_off(&levels[1]); }

int project(Instance *instance, const Mechanism *mechanism, Outcome *outcome)
{
    size_t mark = instance->scratch_used;
    const Level levels[] = {positions(instance, mechanism), speeds(instance, mechanism)};
    int failed = 0;
    *outcome = NOTHING;
    if (any_off_of(levels)) failed = correct_neutrally(instance, mechanism, levels, outcome);
    instance->scratch_used = mark;
    return failed;
}

int correct_drift(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    const Level levels[] = {positions(instance, mechanism), speeds(instance, mechanism)};
    Outcome outcome;
    int failed = 0;
    if (any_off_of(levels)) failed = correct_both(instance, mechanism, levels, &outcome);
    instance->scratch_used = mark;
    return failed;
}
