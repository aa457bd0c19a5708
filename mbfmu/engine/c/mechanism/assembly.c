/* assembly.c: see assembly.h.

   Off the constraints a redundant row looks independent, by as much as rows change on the way to the constraints: so directions wait whose
   pivots are below the change of the rows in the last step. */

#include "assembly.h"

#include "contradiction.h"
#include "finite_rows.h"
#include "least_norm.h"
#include "linear_algebra.h"
#include "scaled_rows.h"

#define ITERATIONS 200
#define COARSEST 0.1   /* relative pivots below which directions wait, at first, */
#define DEPENDENT 1e-4 /* later, */
#define FINEST 1e-8    /* at last */
#define SHARPENINGS 3  /* Newton's steps at most from the consistency tolerance to roundoff */
#define LEAST 1e-3     /* of a step, before it is given up */
#define NOTHING_LEFT 1e-12 /* of the square of residuals, promised by a step: the directions it can go in are done */

/* One step of Newton's method: the rows it was found with, the change of speeds it asks for and that of residuals it promises. */
typedef struct {
    const Level *level;
    Rows rows;
    ScaledRows constraints;
    double *change, *promised;
} NewtonStep;

/* Whether residuals are within bounds (of all rows), and those of fixed starts within `start_bound` of what moves them. */
static int within(const Level *level, Rows rows, Rows fixed, const double *bounds, double start_bound)
{
    const int *start = level->mechanism->A_start_pattern.start;
    for (int i = 0; i < rows.count; ++i)
        if (!(fabs(level->residual[rows.number[i]]) <= bounds[rows.number[i]])) return 0;
    for (int i = 0; i < fixed.count; ++i) {
        const double *A_start = at(level->instance, level->mechanism->A_start);
        double sum = 0.0;
        for (int p = start[fixed.number[i]]; p < start[fixed.number[i] + 1]; ++p) sum += fabs(A_start[p]);
        if (!(fabs(level->start_residual[fixed.number[i]]) <= sum * start_bound)) return 0;
    }
    return 1;
}

static int closed(const Level *level, Rows rows, Rows fixed, void (*bound)(const Level *, double *), double start_bound)
{
    size_t mark = level->instance->scratch_used;
    double *bounds = take(level->instance, (size_t)level->mechanism->rows);
    int is_closed;
    bound(level, bounds);
    is_closed = within(level, rows, fixed, bounds, start_bound);
    level->instance->scratch_used = mark;
    return is_closed;
}

/* C (m x n) times the columns of `basis` (n x n) from number `from` on. */
static double *in_basis(Instance *instance, const double *C, int m, int n, const double *basis, int from)
{
    int free = n - from;
    double *result = take(instance, (size_t)m * free);
    for (int i = 0; i < m; ++i) {
        double *row = result + (size_t)i * free;
        for (int j = 0; j < free; ++j) row[j] = 0.0;
        for (int k = 0; k < n; ++k)
            for (int j = 0; j < free; ++j) row[j] += C[(size_t)i * n + k] * basis[(size_t)k * n + from + j];
    }
    return result;
}

/* The smallest change that fulfils the fixed starts, and of the rows what pivots above `tolerance` can. */
static int find_step(NewtonStep *step, const Level *level, Rows rows, Rows fixed, double tolerance)
{
    Instance *instance = level->instance;
    const Mechanism *mechanism = level->mechanism;
    int n = mechanism->nv, m = rows.count, rank;
    ScaledRows *constraints = &step->constraints, starts;
    double *basis, *second, *residual, *unused, *along, *all;
    step->level = level;
    step->rows = rows;
    step->change = take(instance, (size_t)n);
    step->promised = take(instance, (size_t)m);
    if (measured_rows(instance, mechanism, rows, constraints)) return -1;
    start_rows(instance, mechanism, fixed, &constraints->metric, &starts);
    all = all_numbers(instance, constraints);
    basis = take(instance, (size_t)n * n);
    unused = take(instance, (size_t)n * n);
    second = take(instance, (size_t)n);
    residual = divided(instance, level->start_residual, fixed, starts.scale);
    rank = least_norm(instance, all_numbers(instance, &starts), starts.m, n, residual, FINEST, step->change, basis);
    along = in_basis(instance, all, m, n, basis, rank);
    residual = divided(instance, level->residual, rows, constraints->scale);
    product(all, m, n, step->change, step->promised);
    for (int i = 0; i < m; ++i) residual[i] += step->promised[i];
    least_norm(instance, along, m, n - rank, residual, tolerance, second, unused);
    for (int i = 0; i < n; ++i) step->change[i] += dot(basis + (size_t)i * n + rank, second, n - rank);
    product(all, m, n, step->change, step->promised);
    from_metric(&constraints->metric, step->change);
    return 0;
}

static double square_of(const NewtonStep *step)
{
    double sum = 0.0;
    for (int i = 0; i < step->rows.count; ++i) {
        double scaled = step->level->residual[step->rows.number[i]] / step->constraints.scale[i];
        sum += scaled * scaled;
    }
    return sum;
}

/* Move by a share of the step; how far its rows turn by it, the farthest of them and all. */
static int move(const NewtonStep *step, double share, double *farthest, double *turned)
{
    const Level *level = step->level;
    size_t mark = level->instance->scratch_used;
    double *part = take_copy(level->instance, step->change, (size_t)level->mechanism->nv);
    double *turns = take(level->instance, (size_t)step->rows.count);
    for (int j = 0; j < level->mechanism->nv; ++j) part[j] *= share;
    int failed = level->move(level, part) || mechanism_evaluate(level->instance, level->mechanism);
    *farthest = 0.0;
    if (!failed) turned_rows(level->instance, level->mechanism, step->rows, &step->constraints, turns);
    for (int i = 0; !failed && i < step->rows.count; ++i)
        if (!(turns[i] <= *farthest)) *farthest = turns[i];
    *turned = failed ? 0.0 : norm(turns, step->rows.count);
    level->instance->scratch_used = mark;
    return failed ? -1 : 0;
}

/* Take as much of the step as does not turn the rows too far; whether residuals became smaller as promised, and how far rows turned. */
static int take_step(const NewtonStep *step, int *reduced, double *turned)
{
    Instance *instance = step->level->instance;
    const Mechanism *mechanism = step->level->mechanism;
    size_t mark = instance->scratch_used;
    double *before = take_copy(instance, at(instance, mechanism->x), states_of(mechanism));
    double square = square_of(step), gain = dot(step->promised, step->promised, step->rows.count), farthest, share = 1.0;
    int failed = 0;
    for (*reduced = 0; share > LEAST && gain > NOTHING_LEFT * square; share *= 0.5) {
        failed = move(step, share, &farthest, turned);
        *reduced = !failed && farthest <= FARTHEST_TURN && square_of(step) < square - 0.1 * share * gain;
        if (failed || *reduced) break;
        copy_numbers(at(instance, mechanism->x), before, states_of(mechanism));
    }
    if (!failed && !*reduced) failed = mechanism_evaluate(instance, mechanism);
    instance->scratch_used = mark;
    return failed ? -1 : 0;
}

static int stepped(const Level *level, Rows rows, Rows fixed, double tolerance, int *reduced, double *turned)
{
    size_t mark = level->instance->scratch_used;
    NewtonStep step;
    int failed = find_step(&step, level, rows, fixed, tolerance) || take_step(&step, reduced, turned);
    level->instance->scratch_used = mark;
    return failed ? -1 : 0;
}

int assemble(const Level *level, Rows rows, Rows fixed)
{
    double tolerance = COARSEST, turned;
    int reduced;
    if (mechanism_evaluate(level->instance, level->mechanism) || refuse_not_finite_rows(level, rows)) return -1;
    for (int i = 0; i < ITERATIONS; ++i) {
        if (closed(level, rows, fixed, roundoff, ROUNDOFF)) return 0;
        if (tolerance < DEPENDENT && closed(level, rows, fixed, consistency_tolerance, CONSISTENCY_TOLERANCE)) return 0;
        if (stepped(level, rows, fixed, tolerance, &reduced, &turned)) return -1;
        if (reduced)
            tolerance = fmin(COARSEST, fmax(DEPENDENT, turned));
        else if (tolerance <= FINEST)
            break;
        else
            tolerance *= 0.1;
    }
    return closed(level, rows, fixed, consistency_tolerance, CONSISTENCY_TOLERANCE) ? 0 : contradiction(level, rows, fixed);
}

int sharpen(const Level *level, Rows rows, Rows fixed)
{
    double turned;
    int reduced = 1;
    for (int i = 0; i < SHARPENINGS && reduced && !closed(level, rows, fixed, roundoff, ROUNDOFF); ++i)
        if (stepped(level, rows, fixed, FINEST, &reduced, &turned)) return -1;
    return 0;
}

int assembled(const Level *level, Rows rows)
{
    Rows none = {0, rows.number};
    if (assemble(level, rows, none)) {
        level->instance->message[0] = '\0'; /* no one hears of it: there are other ways */
        return 0;
    }
    return all_finite(at(level->instance, level->mechanism->x), (int)states_of(level->mechanism));
}
