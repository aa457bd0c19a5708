/* singular_start.c: in a singular position the constraints' second derivative tells which speeds lie on a way that a mechanism can move.
   Where u^T A = 0 for independent rows, u^T d psi/dt = 0 is asked of positions and speeds alone, whatever the accelerations are. */

#include "singular_start.h"

#include "contradiction.h"
#include "linear_algebra.h"
#include "row_products.h"
#include "scaled_rows.h"

#define SINGULAR 1e-7 /* a singular value relative to the largest, the square root of the roundoff with which positions are known */
#define CLEAR 0.02    /* what each row has beside those before it, in any order: where all have more, none is near to being dependent */
#define STEP 1e-4     /* of central differences, as a change of the fastest state; their error is its square */
#define NEAR 1e-3     /* of the terms that must cancel: speeds that are as near to a branch are on it */

/* psi (m) and then A at a time `ahead` along x_dot. */
static int look(Instance *instance, const Mechanism *mechanism, double t, const double *x, double ahead, double *seen)
{
    const Problem *problem = instance->problem;
    size_t m = (size_t)mechanism->rows;
    *at(instance, problem->t) = t + ahead;
    for (int i = 0; i < problem->x.size; ++i) at(instance, problem->x)[i] = x[i] + ahead * at(instance, problem->x_dot)[i];
    if (mechanism_evaluate(instance, mechanism)) return -1;
    copy_numbers(seen, at(instance, mechanism->psi), m);
    copy_numbers(seen + m, at(instance, mechanism->A), (size_t)mechanism->A.size);
    return 0;
}

/* d psi/dt (m) and dA/dt along x_dot, taken from scratch. */
static int find_rates(Instance *instance, const Mechanism *mechanism, double **rates)
{
    const Problem *problem = instance->problem;
    size_t count = (size_t)(mechanism->rows + mechanism->A.size);
    double t = *at(instance, problem->t), *x = scratch_copy(instance, at(instance, problem->x), (size_t)problem->x.size);
    double *before = scratch_alloc(instance, count), fastest = 1.0, h;
    int failed;
    *rates = scratch_alloc(instance, count);
    for (int i = 0; i < problem->x_dot.size; ++i) fastest = fmax(fastest, fabs(at(instance, problem->x_dot)[i]));
    h = STEP / fastest;
    failed = look(instance, mechanism, t, x, h, *rates) || look(instance, mechanism, t, x, -h, before);
    for (size_t i = 0; !failed && i < count; ++i) (*rates)[i] = ((*rates)[i] - before[i]) / (2 * h);
    *at(instance, problem->t) = t;
    copy_numbers(at(instance, problem->x), x, (size_t)problem->x.size);
    return failed || mechanism_evaluate(instance, mechanism) ? -1 : 0;
}

/* Whether a dependence, column `c` of U (m x m), asks of the speeds what they do not fulfil. */
static int off_branch(const Instance *instance, const Mechanism *mechanism, Rows independent, const ScaledRows *scaled, const double *U, int c,
                      const double *rates, double accelerated)
{
    const Pattern of = mechanism->A_pattern;
    const double *v = speeds_of(instance, mechanism);
    double asked = 0.0, terms = 0.0;
    for (int i = 0; i < independent.count; ++i) {
        const double *lengthening = rates + mechanism->rows;
        const int row = independent.number[i];
        double share = U[(size_t)i * independent.count + c] / scaled->scale[i], sum = 0.0;
        for (int p = of.start[row]; p < of.start[row + 1]; ++p) sum += fabs(lengthening[p]) * fabs(v[of.column[p]]);
        asked += share * rates[row];
        terms += fabs(share) * sum;
    }
    return fabs(asked) > NEAR * terms + accelerated;
}

static int refuse(Instance *instance, const Mechanism *mechanism, Rows independent, const double *U, int first_dependent)
{
    int m = independent.count;
    double *share = scratch_alloc(instance, (size_t)m), most = 0.0;
    Rows named = {0, independent.number};
    for (int i = 0; i < m; ++i) {
        share[i] = 0.0;
        for (int c = first_dependent; c < m; ++c) share[i] = fmax(share[i], fabs(U[(size_t)i * m + c]));
        most = fmax(most, share[i]);
    }
    for (int i = 0; i < m; ++i)
        if (share[i] > NAMED_SHARE * most) named.number[named.count++] = independent.number[i];
    const Sentence names = elements(mechanism, named);
    return fail(instance,
                "at t = %.9g s the mechanism is in a singular position, from which it may move in more than one way: constraints of %s "
                "depend on each other there, and its speeds are on none of these ways; fix the speed of one more joint, "
                "or start it elsewhere",
                *at(instance, instance->problem->t), names.text);
}

/* The numbers of rows among the independent ones, those near each other that share speeds. */
static int *in_order(Instance *instance, const Mechanism *mechanism, Rows independent)
{
    int total = mechanism->rows + mechanism->starts, count = 0;
    int *number = scratch_alloc_ints(instance, (size_t)total), *order = scratch_alloc_ints(instance, (size_t)independent.count);
    for (int i = 0; i < total; ++i) number[i] = -1;
    for (int i = 0; i < independent.count; ++i) number[independent.number[i]] = i;
    for (int i = 0; i < total; ++i)
        if (number[mechanism->order[i]] >= 0) order[count++] = number[mechanism->order[i]];
    return order;
}

static int judge(Instance *instance, const Mechanism *mechanism, Rows independent)
{
    const Problem *problem = instance->problem;
    int m = independent.count, n = mechanism->nv, least = m < n ? m : n, first_dependent = 0;
    const double *rate_of_speeds = at(instance, problem->x_dot) + (speeds_of(instance, mechanism) - at(instance, problem->x));
    double *U, *S, *V, *work, *scaled_rates, *rates, accelerated;
    ScaledRows scaled;
    RowProducts products;
    if (usual_rows(instance, mechanism, independent, &scaled)) return -1;
    if (factor_products(instance, &scaled, in_order(instance, mechanism, independent), m, &products)) return -1;
    if (products.smallest > CLEAR * products.longest) return 0;
    if (reserve(instance, (size_t)m * m + (size_t)n * n + 2 * (size_t)m * n + svd_work(m, n) + (size_t)(least + n))) return -1;
    U = scratch_alloc(instance, (size_t)m * m);
    S = scratch_alloc(instance, (size_t)least);
    V = scratch_alloc(instance, (size_t)n * n);
    work = scratch_alloc(instance, svd_work(m, n));
    scaled_rates = scratch_alloc(instance, (size_t)n);
    if (svd(all_numbers(instance, &scaled), m, n, U, S, V, work))
        return fail(instance, "constraints are not numbers or too large; look for a division by zero");
    while (first_dependent < least && S[first_dependent] > SINGULAR * S[0]) ++first_dependent;
    if (first_dependent == m) return 0;
    if (find_rates(instance, mechanism, &rates)) return -1;
    to_metric(&scaled.metric, rate_of_speeds, scaled_rates);
    accelerated = SINGULAR * S[0] * norm(scaled_rates, n);
    for (int c = first_dependent; c < m; ++c)
        if (off_branch(instance, mechanism, independent, &scaled, U, c, rates, accelerated))
            return refuse(instance, mechanism, independent, U, first_dependent);
    return 0;
}

int refuse_singular_start(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    if (mechanism_evaluate(instance, mechanism)) return -1;
    const Level level = speeds(instance, mechanism);
    Rows independent = independent_rows_of(&level);
    int failed = independent.count ? judge(instance, mechanism, independent) : 0;
    instance->scratch_used = mark;
    return failed;
}
