/* assembly.c: see assembly.h.

   Off the constraints a redundant row looks independent, by as much as rows change on the way to the constraints: so directions wait that have
   less left than the rows have changed in the last step.

   1. approach: Newton's method in the mass metric. In each iteration
      a. closed: done where residuals are roundoff, or are within the consistency tolerance and shrink slowly;
      b. find_step: the smallest change that brings the rows to zero, and fixed starts with them;
      c. take_step: as much of it as lowers the residuals and does not turn the rows too far;
      d. the rank tolerance follows how far the rows turned.
   2. If that gets stuck: the same from the start in the metric of coordinates.
   3. If that does, too: contradiction names what cannot be met, of the rows alone if they cannot be met with free starts either. */

#include "assembly.h"

#include "along_directions.h"
#include "contradiction.h"
#include "finite_rows.h"
#include "linear_algebra.h"
#include "scaled_rows.h"
#include "schedule.h"

#define ITERATIONS 200
#define COARSEST 0.1   /* what directions have left that wait, of rows 1 long, at first, */
#define DEPENDENT 1e-4 /* later, */
#define FINEST 1e-8    /* at last */
#define SHARPENINGS 3  /* Newton's steps at most from the consistency tolerance to roundoff */
#define LEAST 1e-3     /* of a step, before it is given up */
#define PREFERENCE 1e4 /* how much more residuals of fixed starts count: they hold to the square of it, where rows contradict them */
#define SLOW 0.5        /* of the residuals left by a step within the consistency tolerance: the rest is roundoff, and disagreement of dependent rows */
#define NOTHING_LEFT 1e-12 /* of the square of residuals, promised by a step: the directions it can go in are done */

/* One step of Newton's method: the rows it was found with, the change of speeds it asks for and that of residuals it promises. */
typedef struct {
    const Level *level;
    Rows rows;
    ScaledRows constraints;
    double *change, *promised;
} NewtonStep;

Rows moved_starts(const Level *level, Rows fixed, double bound)
{
    const int *start = level->mechanism->A_start_pattern.start;
    const double *A_start = at(level->instance, level->mechanism->A_start);
    Rows moved = {0, scratch_alloc_ints(level->instance, (size_t)fixed.count)};
    for (int i = 0; i < fixed.count; ++i) {
        double sum = 0.0;
        for (int p = start[fixed.number[i]]; p < start[fixed.number[i] + 1]; ++p) sum += fabs(A_start[p]);
        if (!(fabs(level->start_residual[fixed.number[i]]) <= sum * bound)) moved.number[moved.count++] = fixed.number[i];
    }
    return moved;
}

/* Whether residuals are within bounds (of all rows), and those of fixed starts within `start_bound` of what moves them. */
static int within(const Level *level, Rows rows, Rows fixed, const double *bounds, double start_bound)
{
    for (int i = 0; i < rows.count; ++i)
        if (!(fabs(level->residual[rows.number[i]]) <= bounds[rows.number[i]])) return 0;
    return !moved_starts(level, fixed, start_bound).count;
}

static int closed(const Level *level, Rows rows, Rows fixed, void (*bound)(const Level *, double *), double start_bound)
{
    size_t mark = level->instance->scratch_used;
    double *bounds = scratch_alloc(level->instance, (size_t)level->mechanism->rows);
    int is_closed;
    bound(level, bounds);
    is_closed = within(level, rows, fixed, bounds, start_bound);
    level->instance->scratch_used = mark;
    return is_closed;
}

/* The fixed starts, and behind them the rows. */
static SparseRows stacked(Instance *instance, const ScaledRows *starts, const ScaledRows *constraints)
{
    int s = starts->m, m = constraints->m, total = starts->pattern.start[s], all = total + constraints->pattern.start[m];
    int *start = scratch_alloc_ints(instance, (size_t)(s + m) + 1), *column = scratch_alloc_ints(instance, (size_t)all);
    double *numbers = scratch_alloc(instance, (size_t)all);
    for (int i = 0; i <= s; ++i) start[i] = starts->pattern.start[i];
    for (int i = 1; i <= m; ++i) start[s + i] = total + constraints->pattern.start[i];
    for (int p = 0; p < all; ++p) {
        column[p] = p < total ? starts->pattern.column[p] : constraints->pattern.column[p - total];
        numbers[p] = p < total ? starts->rows[p] : constraints->rows[p - total];
    }
    SparseRows both = {s + m, constraints->n, {start, column}, numbers};
    return both;
}

/* Their numbers, those near each other that share speeds. */
static int *stacked_order(Instance *instance, const Mechanism *mechanism, Rows rows, Rows fixed)
{
    int total = mechanism->rows + mechanism->starts, count = 0;
    int *number = scratch_alloc_ints(instance, (size_t)total), *order = scratch_alloc_ints(instance, (size_t)(rows.count + fixed.count));
    for (int i = 0; i < total; ++i) number[i] = -1;
    for (int i = 0; i < fixed.count; ++i) number[mechanism->rows + fixed.number[i]] = i;
    for (int i = 0; i < rows.count; ++i) number[rows.number[i]] = fixed.count + i;
    for (int i = 0; i < total; ++i)
        if (number[mechanism->order[i]] >= 0) order[count++] = number[mechanism->order[i]];
    return order;
}

/* The smallest change in the metric that fulfils the fixed starts, and of the rows what has more than `tolerance` left. */
static int find_change(NewtonStep *step, const ScaledRows *starts, Rows fixed, double tolerance)
{
    const Level *level = step->level;
    Instance *instance = level->instance;
    int s = fixed.count, both = s + step->rows.count;
    size_t mark = instance->scratch_used;
    if (reserve(instance, 2 * (size_t)(starts->pattern.start[s] + step->constraints.pattern.start[step->rows.count]) + 6 * (size_t)both)) return -1;
    const SparseRows rows = stacked(instance, starts, &step->constraints);
    double *least = scratch_alloc(instance, (size_t)both), *weight = scratch_alloc(instance, (size_t)both), *residual = scratch_alloc(instance, (size_t)both), *parts;
    Search search = {.count = both, .near = NEIGHBOURS, .order = stacked_order(instance, level->mechanism, step->rows, fixed),
                     .preferred = s, .least = least};
    Directions directions;
    for (int i = 0; i < both; ++i) {
        least[i] = i < s ? FINEST : tolerance;
        weight[i] = i < s ? PREFERENCE : 1.0;
        residual[i] = i < s ? level->start_residual[fixed.number[i]] / starts->scale[i]
                            : level->residual[step->rows.number[i - s]] / step->constraints.scale[i - s];
    }
    if (find_directions(instance, &rows, search, &directions) || reserve(instance, (size_t)directions.rank)) return -1;
    parts = scratch_alloc(instance, (size_t)directions.rank);
    if (least_squares(instance, &directions, both, weight, residual, parts)) return -1;
    sum_of_directions(&rows, &directions, parts, step->change);
    instance->scratch_used = mark;
    return 0;
}

static int find_step(NewtonStep *step, const Level *level, Rows rows, Rows fixed, double tolerance)
{
    Instance *instance = level->instance;
    const Mechanism *mechanism = level->mechanism;
    ScaledRows *constraints = &step->constraints, starts;
    step->level = level;
    step->rows = rows;
    step->change = scratch_alloc(instance, (size_t)mechanism->nv);
    step->promised = scratch_alloc(instance, (size_t)rows.count);
    if (measured_rows(instance, mechanism, level->find_metric, rows, constraints)) return -1;
    if (start_rows(instance, mechanism, fixed, &constraints->metric, &starts)) return -1;
    if (find_change(step, &starts, fixed, tolerance)) return -1;
    const SparseRows all = sparse_rows(constraints);
    rows_times(&all, step->change, step->promised);
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
    double *part = scratch_copy(level->instance, step->change, (size_t)level->mechanism->nv);
    double *turns = scratch_alloc(level->instance, (size_t)step->rows.count);
    for (int j = 0; j < level->mechanism->nv; ++j) part[j] *= share;
    int failed = level->move(level, part) || mechanism_evaluate_starts(level->instance, level->mechanism);
    *farthest = 0.0;
    if (!failed) turned_rows(level->instance, level->mechanism, step->rows, &step->constraints, turns);
    for (int i = 0; !failed && i < step->rows.count; ++i)
        if (!(turns[i] <= *farthest)) *farthest = turns[i];
    *turned = failed ? 0.0 : norm(turns, step->rows.count);
    level->instance->scratch_used = mark;
    return failed ? -1 : 0;
}

/* Take as much of the step as does not turn the rows too far: what is left of the residuals, 1 where they did not become smaller as promised, and
   how far rows turned. */
static int take_step(const NewtonStep *step, double *left, double *turned)
{
    Instance *instance = step->level->instance;
    const Mechanism *mechanism = step->level->mechanism;
    size_t mark = instance->scratch_used;
    double *before = scratch_copy(instance, at(instance, mechanism->x), states_of(mechanism));
    double square = square_of(step), gain = dot(step->promised, step->promised, step->rows.count), farthest, share = 1.0;
    int failed = 0, reduced = 0;
    for (; share > LEAST && gain > NOTHING_LEFT * square; share *= 0.5) {
        failed = move(step, share, &farthest, turned);
        reduced = !failed && farthest <= FARTHEST_TURN && square_of(step) < square - 0.1 * share * gain;
        if (failed || reduced) break;
        copy_numbers(at(instance, mechanism->x), before, states_of(mechanism));
    }
    *left = reduced ? sqrt(square_of(step) / square) : 1.0;
    if (!failed && !reduced) failed = mechanism_evaluate_starts(instance, mechanism);
    instance->scratch_used = mark;
    return failed ? -1 : 0;
}

static int stepped(const Level *level, Rows rows, Rows fixed, double tolerance, double *left, double *turned)
{
    size_t mark = level->instance->scratch_used;
    NewtonStep step;
    int failed = find_step(&step, level, rows, fixed, tolerance) || take_step(&step, left, turned);
    level->instance->scratch_used = mark;
    return failed ? -1 : 0;
}

/* Newton's method from where the states are: whether they were `found`. */
static int approach(const Level *level, Rows rows, Rows fixed, int *found)
{
    double tolerance = COARSEST, turned, left;
    int slow = 0;
    *found = 1;
    if (mechanism_evaluate_starts(level->instance, level->mechanism) || run(level->instance, level->mechanism->find_terms)) return -1;
    if (refuse_not_finite_rows(level, rows)) return -1;
    if (closed(level, rows, fixed, consistency_tolerance, CONSISTENCY_TOLERANCE)) tolerance = DEPENDENT;
    for (int i = 0; i < ITERATIONS; ++i) {
        if (closed(level, rows, fixed, roundoff, ROUNDOFF)) return 0;
        if ((tolerance < DEPENDENT || slow) && closed(level, rows, fixed, consistency_tolerance, CONSISTENCY_TOLERANCE)) return 0;
        if (stepped(level, rows, fixed, tolerance, &left, &turned)) return -1;
        slow = tolerance <= DEPENDENT && left > SLOW;
        if (left < 1.0)
            tolerance = fmin(COARSEST, fmax(DEPENDENT, turned));
        else if (tolerance <= FINEST)
            break;
        else
            tolerance *= 0.1;
    }
    *found = closed(level, rows, fixed, consistency_tolerance, CONSISTENCY_TOLERANCE);
    return 0;
}

/* The same where no one hears of a failure, since there are other ways. */
static int tried(const Level *level, Rows rows, Rows fixed)
{
    int found;
    if (!approach(level, rows, fixed, &found)) return found;
    level->instance->message[0] = '\0';
    return 0;
}

/* The error that says why rows cannot be brought to zero: the rows by themselves, where they cannot with free starts either, from `start` or from
   where fixed ones got `stuck`; else fixed starts with them. */
static int refuse_contradiction(const Level *level, Rows rows, Rows fixed, const double *start, const double *stuck)
{
    const Mechanism *mechanism = level->mechanism;
    double *x = at(level->instance, mechanism->x);
    Rows none = {0, fixed.number};
    copy_numbers(x, start, states_of(mechanism));
    int closes = fixed.count && assembled(level, rows);
    copy_numbers(x, stuck, states_of(mechanism));
    if (fixed.count && !closes && assemble(level, rows, none)) return -1;
    copy_numbers(x, stuck, states_of(mechanism));
    return mechanism_evaluate_starts(level->instance, mechanism) || contradiction(level, rows, fixed) ? -1 : 0;
}

/* The change that is smallest by mass moves the light end of a long chain alone, and gets stuck there: then all coordinates share it, from the start. */
int assemble(const Level *level, Rows rows, Rows fixed)
{
    Instance *instance = level->instance;
    size_t mark = instance->scratch_used, count = states_of(level->mechanism);
    double *x = at(instance, level->mechanism->x), *start = scratch_copy(instance, x, count), *stuck = scratch_alloc(instance, count);
    Level shared = *level;
    int found, failed = approach(level, rows, fixed, &found);
    shared.find_metric = find_coordinate_metric;
    if (!failed && !found) {
        copy_numbers(stuck, x, count);
        copy_numbers(x, start, count);
        found = tried(&shared, rows, fixed);
    }
    if (!failed && !found) failed = refuse_contradiction(level, rows, fixed, start, stuck);
    instance->scratch_used = mark;
    return failed ? -1 : 0;
}

int sharpen(const Level *level, Rows rows, Rows fixed)
{
    double turned, left = 0.0;
    for (int i = 0; i < SHARPENINGS && left < 1.0 && !closed(level, rows, fixed, roundoff, ROUNDOFF); ++i)
        if (stepped(level, rows, fixed, FINEST, &left, &turned)) return -1;
    return 0;
}

int assembled(const Level *level, Rows rows)
{
    Rows none = {0, rows.number};
    return tried(level, rows, none) && all_finite(at(level->instance, level->mechanism->x), (int)states_of(level->mechanism));
}
