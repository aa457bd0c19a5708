/* independent_states.c: see independent_states.h. */

#include "independent_states.h"

#include <string.h>

#include "derivative.h"
#include "schedule.h"

/* One without speeds has none; where it has no states at all, it begins where the next does. */
const Mechanism *mechanism_of(const Problem *problem, const MechanismStates *of)
{
    for (int i = 0; i < problem->mechanisms; ++i)
        if (of->nv && problem->mechanism[i].x.start == problem->x.start + of->first) return &problem->mechanism[i];
    return NULL;
}

/* The independent rows, as last evaluated and each one long, and what they leave free; without `all` the holonomic ones only. Others are zero: rows
   that follow from them may be nothing but rounding, which would be as long. */
static int find_free(Instance *instance, const Mechanism *mechanism, int all, OrthogonalFactors *factors, double **scale)
{
    int m = mechanism->rows, n = mechanism->nv;
    const Pattern at_columns = mechanism->A_pattern;
    const double *A = at(instance, mechanism->A);
    double *room = scratch_alloc_reserved(instance, orthogonal_factors_size(m, n)), *rows = room ? scratch_alloc_reserved(instance, (size_t)m * n) : NULL;
    *scale = rows ? scratch_alloc_reserved(instance, (size_t)m) : NULL;
    if (!*scale) return -1;
    memset(rows, 0, (size_t)m * n * sizeof(double));
    for (int i = 0; i < m; ++i) {
        if (is_independent(instance, mechanism, i) && (all || mechanism->row[i].holonomic))
            for (int p = at_columns.start[i]; p < at_columns.start[i + 1]; ++p) rows[(size_t)i * n + at_columns.column[p]] = A[p];
        double length = norm(rows + (size_t)i * n, n);
        (*scale)[i] = length > 0.0 ? length : 1.0;
        for (int j = 0; j < n; ++j) rows[(size_t)i * n + j] /= (*scale)[i];
    }
    *factors = orthogonal_factors(rows, m, n, DEPENDENT, room);
    return 0;
}

static int find_free_motions(Instance *instance, const MechanismStates *of, FreeMotions *free)
{
    free->states = of;
    free->mechanism = mechanism_of(instance->problem, of);
    if (!free->mechanism) return 0;
    if (mechanism_evaluate(instance, free->mechanism)) return -1;
    return find_free(instance, free->mechanism, 0, &free->positions, &free->position_scale)
                   || find_free(instance, free->mechanism, 1, &free->speeds, &free->speed_scale)
               ? -1 : 0;
}

/* Directions of speeds (count, n), laid where these are among all n states: where there are no constraints, every speed for itself. */
static int lay_directions(Instance *instance, const IndependentStates *states, int of_speeds, int *count, double **directions)
{
    const Problem *problem = instance->problem;
    int n = problem->x.size, done = 0;
    *count = 0;
    for (int i = 0; i < problem->moving; ++i) {
        const FreeMotions *free = &states->mechanism[i];
        *count += free->states->nv - (free->mechanism ? (of_speeds ? free->speeds : free->positions).rank : 0);
    }
    *directions = scratch_alloc_reserved(instance, (size_t)*count * n);
    if (!*directions) return -1;
    memset(*directions, 0, (size_t)*count * n * sizeof(double));
    for (int i = 0; i < problem->moving; ++i) {
        const FreeMotions *free = &states->mechanism[i];
        const OrthogonalFactors *factors = of_speeds ? &free->speeds : &free->positions;
        int first = first_speed(free->states), here = free->states->nv - (free->mechanism ? factors->rank : 0);
        for (int k = 0; k < here; ++k, ++done) {
            double *direction = *directions + (size_t)done * n + first;
            if (free->mechanism)
                null_direction(factors, k, direction);
            else
                direction[k] = 1.0;
        }
    }
    return 0;
}

/* All states that are neither coordinates, nor measured of these, nor speeds. */
static void find_others(Instance *instance, IndependentStates *states)
{
    const Problem *problem = instance->problem;
    int n = problem->x.size;
    size_t used = instance->scratch_used;
    int *follows = scratch_alloc_ints(instance, (size_t)n);
    memset(follows, 0, (size_t)n * sizeof(int));
    for (int i = 0; i < problem->moving; ++i) {
        const MechanismStates *of = &problem->motion[i];
        for (int j = 0; j < of->nq + of->measured; ++j) follows[of->first + j] = 1;
        for (int j = 0; j < of->nv; ++j) follows[first_speed(of) + j] = 1;
    }
    states->others = 0;
    for (int j = 0; j < n; ++j)
        if (!follows[j]) states->other[states->others++] = j;
    instance->scratch_used = used;
}

/* Coordinates, and what is measured of them, change along speeds (n): the change is added to `change` (n). */
static int move_along(Instance *instance, const IndependentStates *states, const double *speeds, double *change)
{
    const Problem *problem = instance->problem;
    copy_numbers(states->seeds, instance->tangent, (size_t)problem->numbers);
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
    copy_numbers(instance->tangent + problem->x.start, speeds, (size_t)problem->x.size);
    int failed = model_rates_tangent(instance);
    for (int i = 0; i < problem->moving; ++i) {
        const MechanismStates *of = &problem->motion[i];
        for (int j = of->first; j < of->first + of->nq + of->measured; ++j) change[j] += instance->tangent[problem->x_dot.start + j];
    }
    copy_numbers(instance->tangent, states->seeds, (size_t)problem->numbers);
    return failed;
}

/* The smallest change of speeds (nv) that takes a change of residuals (rows) back. */
static void smallest_change(Instance *instance, const OrthogonalFactors *factors, const double *scale, const double *residual, double *change)
{
    size_t used = instance->scratch_used;
    double *asked = scratch_alloc(instance, (size_t)factors->m);
    for (int i = 0; i < factors->m; ++i) asked[i] = -residual[i] / scale[i];
    smallest_solution(factors, asked, change);
    instance->scratch_used = used;
}

static int constraint_tangents(Instance *instance, const FreeMotions *free, const double *change)
{
    const Problem *problem = instance->problem;
    copy_numbers(instance->tangent + problem->x.start, change, (size_t)problem->x.size);
    return run_tangent(instance, free->mechanism->evaluate);
}

/* Positions first, then speeds, whose residuals depend on positions too. */
static int follow_one(Instance *instance, const IndependentStates *states, const FreeMotions *free, double *change)
{
    const Problem *problem = instance->problem;
    const Mechanism *mechanism = free->mechanism;
    double *speeds = scratch_alloc(instance, (size_t)problem->x.size), *found = speeds + first_speed(free->states);
    memset(speeds, 0, (size_t)problem->x.size * sizeof(double));
    if (constraint_tangents(instance, free, change)) return -1;
    smallest_change(instance, &free->positions, free->position_scale, instance->tangent + mechanism->phi.start, found);
    if (move_along(instance, states, speeds, change) || constraint_tangents(instance, free, change)) return -1;
    smallest_change(instance, &free->speeds, free->speed_scale, instance->tangent + mechanism->psi.start, found);
    for (int j = 0; j < mechanism->nv; ++j) change[first_speed(free->states) + j] += found[j];
    return 0;
}

int follow_constraints(Instance *instance, const IndependentStates *states, double *change)
{
    int failed = 0;
    for (int i = 0; i < instance->problem->moving && !failed; ++i) {
        size_t used = instance->scratch_used;
        if (states->mechanism[i].mechanism) failed = follow_one(instance, states, &states->mechanism[i], change);
        instance->scratch_used = used;
    }
    return failed ? -1 : 0;
}

static int find_columns(Instance *instance, IndependentStates *states)
{
    const Problem *problem = instance->problem;
    size_t n = (size_t)problem->x.size;
    for (int k = 0; k < states->motions; ++k)
        if (move_along(instance, states, states->motion + k * n, states->column + k * n)) return -1;
    for (int k = 0; k < states->others; ++k) {
        double *column = states->column + (states->motions + k) * n;
        column[states->other[k]] = 1.0;
        memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
        if (follow_constraints(instance, states, column)) return -1;
    }
    return 0;
}

int find_free_speeds(Instance *instance, IndependentStates *states)
{
    const Problem *problem = instance->problem;
    size_t moving = (size_t)problem->moving, sizes = moving * (sizeof(FreeMotions) / sizeof(double) + 1);
    states->mechanism = (FreeMotions *)scratch_alloc_reserved(instance, sizes);
    if (!states->mechanism) return -1;
    for (int i = 0; i < problem->moving; ++i)
        if (find_free_motions(instance, &problem->motion[i], &states->mechanism[i])) return -1;
    if (lay_directions(instance, states, 0, &states->motions, &states->motion)) return -1;
    return lay_directions(instance, states, 1, &states->speeds, &states->speed);
}

int find_independent_states(Instance *instance, IndependentStates *states)
{
    const Problem *problem = instance->problem;
    size_t n = (size_t)problem->x.size;
    if (find_free_speeds(instance, states)) return -1;
    states->seeds = scratch_alloc_reserved(instance, (size_t)problem->numbers);
    states->other = states->seeds ? (int *)scratch_alloc_reserved(instance, n) : NULL;
    if (!states->other) return -1;
    find_others(instance, states);
    states->column = scratch_alloc_reserved(instance, (size_t)(states->motions + states->others) * n);
    if (!states->column) return -1;
    memset(states->column, 0, (size_t)(states->motions + states->others) * n * sizeof(double));
    return find_columns(instance, states);
}
