/* projection.c: after an accepted step back onto the constraints, by the smallest change in the mass metric.

   What that changes of the energy is left as it is. A step's own error in energy lies partly across the constraints, and the projection takes that part back;
   and where constraints do work, as drives do, nothing says how much energy is right. */

#include "projection.h"

#include "linear_algebra.h"
#include "strong_rows.h"

#define ROUNDS 3   /* of Newton's method, each of which squares what an accepted step has left */
#define DRIFT 0.1  /* change of a scaled row: an integration does not drift that far, something else has happened */

/* Whether any independent row is off by more than roundoff. */
static int any_off(const Level *level)
{
    if (surely_within(level, 1.0)) return 0;
    size_t mark = level->instance->scratch_used;
    Rows independent = independent_rows_of(level);
    double *bounds = scratch_alloc(level->instance, (size_t)level->mechanism->rows);
    int off = 0;
    roundoff(level, bounds);
    for (int i = 0; i < independent.count; ++i) off = off || fabs(level->residual[independent.number[i]]) > bounds[independent.number[i]];
    level->instance->scratch_used = mark;
    return off;
}

/* A level and its strong rows, found once for all that a step is corrected by: so short a way on they are the same to first order. */
typedef struct {
    const Level *level;
    StrongRows strong;
} Correction;

static int all_holonomic(const Mechanism *mechanism)
{
    for (int i = 0; i < mechanism->rows; ++i)
        if (!mechanism->row[i].holonomic) return 0;
    return 1;
}

/* The strong rows of speeds may be known already, or NULL. */
static int find_corrections(const Level *levels, const StrongRows *known, Correction *corrections)
{
    for (int i = 0; i < 2; ++i) corrections[i].level = &levels[i];
    if (known)
        corrections[1].strong = *known;
    else if (find_strong_rows(&levels[1], &corrections[1].strong))
        return -1;
    if (!all_holonomic(levels[0].mechanism)) return find_strong_rows(&levels[0], &corrections[0].strong);
    corrections[0].strong = corrections[1].strong;
    return 0;
}

/* Whether a change (nv) of the speeds is so small that its square, relative to theirs, is roundoff: rows are linear in it then. Heavy bodies, which would
   outweigh light ones in the metric, do not tell. */
static int is_small(const Level *level, const double *change)
{
    double most = sqrt(ROUNDOFF) * level->least(level);
    for (int j = 0; j < level->mechanism->nv; ++j)
        if (!(fabs(change[j]) <= most)) return 0;
    return 1;
}

/* One round; whether it helped (else nothing was moved), whether it was a correction of drift and no more, and whether it is the last: what it
   leaves is known, and constraints are not evaluated behind it. */
static int correct(const Correction *of, double *size, int *helped, int *drifted, int *last)
{
    const Level *level = of->level;
    const StrongRows *strong = &of->strong;
    Instance *instance = level->instance;
    double *change = scratch_alloc(instance, (size_t)level->mechanism->nv), *asked = scratch_alloc(instance, (size_t)strong->rank);
    double *turned = scratch_alloc(instance, (size_t)strong->rows.count), before = *size;
    for (int k = 0; k < strong->rank; ++k)
        asked[k] = -level->residual[strong->rows.number[strong->order[k]]] / strong->scaled.scale[strong->order[k]];
    *size = norm(asked, strong->rank);
    *helped = *size < 0.5 * before;
    if (!*helped) return 0;
    shortest(strong, asked, change);
    from_metric(&strong->scaled.metric, change);
    int small = is_small(level, change);
    *last = level->all && small;
    if (level->move(level, change)) return -1;
    if (*last) return 0;
    if (mechanism_evaluate(instance, level->mechanism)) return -1;
    if (small) return 0; /* rows turn by as little */
    turned_rows(instance, level->mechanism, strong->rows, &strong->scaled, turned);
    for (int i = 0; i < strong->rows.count; ++i)
        if (!(turned[i] <= DRIFT)) *drifted = 0;
    return 0;
}

static int correct_level(Correction *of, int *drifted)
{
    double size = INFINITY;
    int helped = 1, last = 0, failed = 0;
    *drifted = 1;
    for (int round = 0; round < ROUNDS && !failed && helped && *drifted && !last && any_off(of->level); ++round) {
        if (round > 0 && find_strong_rows(of->level, &of->strong)) return -1;
        size_t mark = of->level->instance->scratch_used;
        failed = correct(of, &size, &helped, drifted, &last);
        of->level->instance->scratch_used = mark;
    }
    return failed;
}

static int correct_both(Instance *instance, const Mechanism *mechanism, Correction *corrections, Outcome *outcome)
{
    double *before = scratch_copy(instance, at(instance, mechanism->x), states_of(mechanism));
    int drifted = 1;
    for (int i = 0; i < 2 && drifted; ++i)
        if (correct_level(&corrections[i], &drifted)) return -1;
    *outcome = drifted ? MOVED : GIVEN_UP;
    if (drifted) return 0;
    copy_numbers(at(instance, mechanism->x), before, states_of(mechanism));
    return mechanism_evaluate(instance, mechanism);
}

static int any_off_of(const Level levels[2]) { return any_off(&levels[0]) || any_off(&levels[1]); }

int project(Instance *instance, const Mechanism *mechanism, const StrongRows *known, Outcome *outcome)
{
    size_t mark = instance->scratch_used;
    const Level levels[] = {positions(instance, mechanism), speeds(instance, mechanism)};
    Correction corrections[2];
    int failed = 0;
    *outcome = NOTHING;
    if (any_off_of(levels)) failed = find_corrections(levels, known, corrections) || correct_both(instance, mechanism, corrections, outcome);
    instance->scratch_used = mark;
    return failed;
}

int project_positions(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    const Level level = positions(instance, mechanism);
    Correction correction = {.level = &level};
    int failed = 0, drifted = 1;
    double *before = scratch_copy(instance, at(instance, mechanism->x), states_of(mechanism));
    if (any_off(&level)) failed = find_strong_rows(&level, &correction.strong) || correct_level(&correction, &drifted);
    if (!drifted) copy_numbers(at(instance, mechanism->x), before, states_of(mechanism));
    instance->scratch_used = mark;
    return failed || mechanism_evaluate(instance, mechanism) ? -1 : 0;
}
