/* share_loads.c: what redundant contacts bear.

   Of a group of rows those that are not independent follow from its others, A_d = C A_r, as long as they stay dependent. So multipliers l_r - C^T y of these
   and l_d + y of those act alike, whatever y is. By weights W they are nearest to what rows aim at where (W_d + C W_r C^T) y = C W_r u_r - W_d u_d, with what l
   is beyond that, u. Normal forces of alike weights are then those of points with alike, small compliances. Friction follows the normal force.

   C = A_d A_r^T G^-1 with G = A_r A_r^T, and C' = (A_d' - C A_r') A_r^T G^-1, since nothing is left of A_d - C A_r. */

#include <string.h>

#include "instance.h"
#include "linear_algebra.h"
#include "schedule.h"
#include "sparse.h"

/* One group: its rows, the independent ones first; of each its weight and u; of these the lengths. G and E = W_d + C W_r C^T are in factors. */
typedef struct {
    const ShareLoads *step;
    const double *A;
    int number, own, spare, *row;
    double *weight, *u, *length, *G, *C, *E, *y;
} Group;

/* Rows that act in a group. */
static Group take_rows(const ShareLoads *step, Instance *instance, int number)
{
    const double *groups = at(instance, step->groups), *independent = at(instance, step->independent);
    int m = step->multipliers.size;
    Group group = {.step = step, .A = at(instance, step->rows), .number = number, .row = scratch_alloc_ints(instance, (size_t)m)};
    for (int spare = 0; spare < 2; ++spare)
        for (int i = 0; i < m; ++i) {
            if ((int)groups[i] != number || (independent[i] == 0.0) != spare || !(sparse_dot(step->pattern, group.A, i, group.A, i) > 0.0)) continue;
            group.row[group.own + group.spare] = i;
            if (spare) ++group.spare;
            else ++group.own;
        }
    return group;
}

/* What a row is beside others, from normal forces that earlier groups or the equations have given; `l` and `shared` may be those of derivatives. */
static double normal_force(const Group *group, Instance *instance, int row, const double *l, const double *shared)
{
    int normal = group->step->normal[row];
    return ((int)at(instance, group->step->groups)[normal] == group->number ? l : shared)[normal];
}

/* How much the force that a row aims at, less what is held beside it, grows with its normal force. */
static double slope(const Group *group, const Instance *instance, int row)
{
    int place = group->step->place[row];
    return place < 0 ? 0.0 : at(instance, group->step->held)[place] * at(instance, group->step->weights)[row];
}

static void find_beyond(Group *group, Instance *instance)
{
    const ShareLoads *step = group->step;
    const double *l = at(instance, step->multipliers), *shared = at(instance, step->shared);
    for (int i = 0; i < group->own + group->spare; ++i) {
        int row = group->row[i], place = step->place[row];
        group->weight[i] = at(instance, step->weights)[row];
        group->u[i] = l[row];
        if (place >= 0) group->u[i] += at(instance, step->held)[place] - slope(group, instance, row) * normal_force(group, instance, row, l, shared);
    }
}

/* 0, or -1 where its independent rows are dependent for the moment: there loads stay as they are. */
static int factor(Group *group, Instance *instance)
{
    const Pattern of = group->step->pattern;
    size_t r = (size_t)group->own, d = (size_t)group->spare;
    group->weight = scratch_alloc(instance, r + d);
    group->u = scratch_alloc(instance, r + d);
    group->y = scratch_alloc(instance, d);
    group->length = scratch_alloc(instance, r);
    group->G = scratch_alloc(instance, r * r);
    group->C = scratch_alloc(instance, d * r);
    group->E = scratch_alloc(instance, d * d);
    for (size_t i = 0; i < r; ++i) {
        group->length[i] = sqrt(sparse_dot(of, group->A, group->row[i], group->A, group->row[i]));
        for (size_t j = 0; j <= i; ++j)
            group->G[i * r + j] = sparse_dot(of, group->A, group->row[i], group->A, group->row[j]) / (group->length[i] * group->length[j]);
    }
    return cholesky(group->G, (int)r) ? -1 : 0;
}

/* X (r) becomes X G^-1. */
static void times_inverse(const Group *group, double *X)
{
    for (int i = 0; i < group->own; ++i) X[i] /= group->length[i];
    cholesky_solve(group->G, group->own, X, 1);
    for (int i = 0; i < group->own; ++i) X[i] /= group->length[i];
}

/* The sum of a b by weights, over independent rows. */
static double weighted(const Group *group, const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < group->own; ++i) sum += group->weight[i] * a[i] * b[i];
    return sum;
}

/* C^T y, what independent rows bear less. */
static void take_over(const Group *group, const double *C, const double *y, double *taken)
{
    for (int i = 0; i < group->own; ++i) taken[i] = 0.0;
    add_combination(C, group->spare, group->own, y, taken);
}

/* All of a group; -1 where it has nothing to share. */
static int solve(Group *group, Instance *instance)
{
    int r = group->own, d = group->spare;
    if (!d || factor(group, instance)) return -1;
    find_beyond(group, instance);
    for (int k = 0; k < d; ++k) {
        double *C = group->C + (size_t)k * r;
        for (int i = 0; i < r; ++i) C[i] = sparse_dot(group->step->pattern, group->A, group->row[r + k], group->A, group->row[i]);
        times_inverse(group, C);
        group->y[k] = weighted(group, C, group->u) - group->weight[r + k] * group->u[r + k];
        for (int j = 0; j <= k; ++j) group->E[(size_t)k * d + j] = weighted(group, C, group->C + (size_t)j * r) + (j == k ? group->weight[r + k] : 0.0);
    }
    if (cholesky(group->E, d)) return -1;
    cholesky_solve(group->E, d, group->y, 1);
    return 0;
}

static int groups_of(const ShareLoads *step, const Instance *instance)
{
    const double *groups = at(instance, step->groups);
    double most = 0.0;
    for (int i = 0; i < step->groups.size; ++i) most = fmax(most, groups[i]);
    return (int)most;
}

static int share_loads_run(const void *given, Instance *instance)
{
    const ShareLoads *step = given;
    double *shared = at(instance, step->shared);
    size_t mark = instance->scratch_used;
    copy_numbers(shared, at(instance, step->multipliers), (size_t)step->shared.size);
    for (int g = 1, groups = groups_of(step, instance); g <= groups; ++g, instance->scratch_used = mark) {
        Group group = take_rows(step, instance, g);
        if (solve(&group, instance)) continue;
        double *taken = scratch_alloc(instance, (size_t)group.own);
        take_over(&group, group.C, group.y, taken);
        for (int i = 0; i < group.own; ++i) shared[group.row[i]] -= taken[i];
        for (int k = 0; k < group.spare; ++k) shared[group.row[group.own + k]] += group.y[k];
    }
    return 0;
}

/* C' (spare x own). */
static void change_combinations(const Group *group, const double *changed, double *found)
{
    const Pattern of = group->step->pattern;
    int r = group->own;
    for (int k = 0; k < group->spare; ++k) {
        double *row = found + (size_t)k * r;
        for (int i = 0; i < r; ++i) {
            row[i] = sparse_dot(of, changed, group->row[r + k], group->A, group->row[i]);
            for (int j = 0; j < r; ++j) row[i] -= group->C[(size_t)k * r + j] * sparse_dot(of, changed, group->row[j], group->A, group->row[i]);
        }
        times_inverse(group, row);
    }
}

/* E y' = C' W_r (u_r - C^T y) + C W_r (u_r' - C'^T y) - W_d u_d'. */
static void change(const Group *group, Instance *instance)
{
    const ShareLoads *step = group->step;
    int r = group->own, d = group->spare;
    const double *l = instance->tangent + step->multipliers.start;
    double *shared = instance->tangent + step->shared.start, *C = scratch_alloc(instance, (size_t)d * r), *y = scratch_alloc(instance, (size_t)d);
    double *left = scratch_alloc(instance, (size_t)r), *turned = scratch_alloc(instance, (size_t)r), *u = scratch_alloc(instance, (size_t)(r + d));
    change_combinations(group, instance->tangent + step->rows.start, C);
    for (int i = 0; i < r + d; ++i) u[i] = l[group->row[i]] - slope(group, instance, group->row[i]) * normal_force(group, instance, group->row[i], l, shared);
    take_over(group, group->C, group->y, left);
    take_over(group, C, group->y, turned);
    for (int i = 0; i < r; ++i) {
        left[i] = group->u[i] - left[i];
        shared[group->row[i]] -= turned[i];
        turned[i] = u[i] - turned[i];
    }
    for (int k = 0; k < d; ++k)
        y[k] = weighted(group, C + (size_t)k * r, left) + weighted(group, group->C + (size_t)k * r, turned) - group->weight[r + k] * u[r + k];
    cholesky_solve(group->E, d, y, 1);
    take_over(group, group->C, y, turned);
    for (int i = 0; i < r; ++i) shared[group->row[i]] -= turned[i];
    for (int k = 0; k < d; ++k) shared[group->row[r + k]] += y[k];
}

static int share_loads_tangent(const void *given, Instance *instance)
{
    const ShareLoads *step = given;
    size_t mark = instance->scratch_used;
    copy_numbers(instance->tangent + step->shared.start, instance->tangent + step->multipliers.start, (size_t)step->shared.size);
    for (int g = 1, groups = groups_of(step, instance); g <= groups; ++g, instance->scratch_used = mark) {
        Group group = take_rows(step, instance, g);
        if (!solve(&group, instance)) change(&group, instance);
    }
    return 0;
}

/* Adjoints of C (spare x own) become those of A: of A_d by X = C G^-1 A_r, and of A_r by -C^T X. */
static void add_to_rows(const Group *group, double *of_C, double *of_rows)
{
    const Pattern of = group->step->pattern;
    int r = group->own;
    for (int k = 0; k < group->spare; ++k) {
        double *part = of_C + (size_t)k * r;
        times_inverse(group, part);
        for (int i = 0; i < r; ++i) {
            sparse_add(of, of_rows, group->row[r + k], part[i], group->A, group->row[i]);
            for (int j = 0; j < r; ++j) sparse_add(of, of_rows, group->row[j], -group->C[(size_t)k * r + j] * part[i], group->A, group->row[i]);
        }
    }
}

/* The adjoint of u of a row, less that of its multiplier itself, goes to that and to its normal force. */
static void add_beyond(const Group *group, Instance *instance, int row, double of_u, double *of_l, double *shared)
{
    int normal = group->step->normal[row], within = (int)at(instance, group->step->groups)[normal] == group->number;
    of_l[row] += of_u;
    (within ? of_l : shared)[normal] -= slope(group, instance, row) * of_u;
}

/* Backwards: s = E^-1 (g_d - C g_r) belongs to the equations for y. */
static void change_back(const Group *group, Instance *instance, double *of_l, double *shared)
{
    int r = group->own, d = group->spare;
    double *s = scratch_alloc(instance, (size_t)d), *of_C = scratch_alloc(instance, (size_t)d * r), *g = scratch_alloc(instance, (size_t)r);
    double *left = scratch_alloc(instance, (size_t)r), *passed = scratch_alloc(instance, (size_t)r);
    for (int i = 0; i < r; ++i) g[i] = shared[group->row[i]];
    for (int k = 0; k < d; ++k) s[k] = shared[group->row[r + k]] - dot(group->C + (size_t)k * r, g, r);
    cholesky_solve(group->E, d, s, 1);
    take_over(group, group->C, group->y, left);
    take_over(group, group->C, s, passed);
    for (int i = 0; i < r; ++i)
        for (int k = 0; k < d; ++k)
            of_C[(size_t)k * r + i] = s[k] * group->weight[i] * (group->u[i] - left[i]) - group->y[k] * (g[i] + group->weight[i] * passed[i]);
    for (int i = 0; i < r; ++i) add_beyond(group, instance, group->row[i], group->weight[i] * passed[i], of_l, shared);
    for (int k = 0; k < d; ++k) add_beyond(group, instance, group->row[r + k], -group->weight[r + k] * s[k], of_l, shared);
    add_to_rows(group, of_C, instance->adjoint + group->step->rows.start);
}

static int share_loads_adjoint(const void *given, Instance *instance)
{
    const ShareLoads *step = given;
    size_t mark = instance->scratch_used;
    double *of_l = instance->adjoint + step->multipliers.start, *shared = instance->adjoint + step->shared.start;
    for (int g = groups_of(step, instance); g > 0; --g, instance->scratch_used = mark) {
        Group group = take_rows(step, instance, g);
        if (!solve(&group, instance)) change_back(&group, instance, of_l, shared);
    }
    for (int i = 0; i < step->shared.size; ++i) {
        of_l[i] += shared[i];
        shared[i] = 0.0;
    }
    return 0;
}

static size_t share_loads_scratch(const void *given)
{
    const ShareLoads *step = given;
    size_t m = (size_t)step->multipliers.size;
    return 2 * m * m + 16 * m + 16;
}

const StepKind SHARE_LOADS = {share_loads_run, share_loads_tangent, share_loads_adjoint, share_loads_scratch};
