/* share_loads.c: what redundant contacts bear.

   Of a group of rows those that are not independent follow from its others, A_d = C A_r, as long as they stay dependent. So multipliers l_r - C^T y of these
   and l_d + y of those act alike, whatever y is. By weights W they are nearest to what rows aim at where (W_d + C W_r C^T) y = C W_r u_r - W_d u_d, with what l
   is beyond that, u. Normal forces of alike weights are then those of points with alike, small compliances. Friction follows the normal force.

   C = A_d A_r^T G^-1 with G = A_r A_r^T, and C' = (A_d' - C A_r') A_r^T G^-1, since nothing is left of A_d - C A_r. */

#include "linear_algebra.h"
#include "schedule.h"
#include "seeds.h"
#include "sharing_groups.h"
#include "sparse.h"

/* What a row is beside others, from normal forces that earlier groups or the equations have given; `l` and `shared` may be those of derivatives. */
static double normal_force(const SharingGroup *group, Instance *instance, int row, const double *l, const double *shared)
{
    int normal = group->step->normal[row];
    return ((int)at(instance, group->step->groups)[normal] == group->number ? l : shared)[normal];
}

/* How much the force that a row aims at, less what is held beside it, grows with its normal force. */
static double slope(const SharingGroup *group, const Instance *instance, int row)
{
    int place = group->step->place[row];
    return place < 0 ? 0.0 : at(instance, group->step->held)[place] * at(instance, group->step->weights)[row];
}

/* What rows of a group are beyond what they aim at, and y. */
typedef struct {
    double *u, *y;
} Beyond;

static Beyond find_beyond(const SharingGroup *group, Instance *instance)
{
    const ShareLoads *step = group->step;
    size_t r = (size_t)group->own, d = (size_t)group->spare;
    const double *l = at(instance, step->multipliers), *shared = at(instance, step->shared);
    Beyond of = {scratch_alloc(instance, r + d), scratch_alloc(instance, d)};
    for (size_t i = 0; i < r + d; ++i) {
        int row = group->row[i], place = step->place[row];
        of.u[i] = l[row];
        if (place >= 0) of.u[i] += at(instance, step->held)[place] - slope(group, instance, row) * normal_force(group, instance, row, l, shared);
    }
    for (size_t k = 0; k < d; ++k) of.y[k] = weighted(group, group->C + k * r, of.u) - group->weight[r + k] * of.u[r + k];
    cholesky_solve(group->E, group->spare, of.y, 1);
    return of;
}

static int has_groups(const ShareLoads *step, const Instance *instance)
{
    const double *groups = at(instance, step->groups);
    for (int i = 0; i < step->groups.size; ++i)
        if (groups[i] > 0.0) return 1;
    return 0;
}

static int share_loads_run(const void *given, Instance *instance)
{
    const ShareLoads *step = given;
    double *shared = at(instance, step->shared);
    size_t mark = instance->scratch_used;
    copy_numbers(shared, at(instance, step->multipliers), (size_t)step->shared.size);
    if (!has_groups(step, instance)) return 0;
    const SharingGroups *groups = run(instance, step->evaluate) ? NULL : sharing_groups(step, instance);
    for (int g = 0; groups && g < groups->count; ++g, instance->scratch_used = mark) {
        const SharingGroup *group = &groups->group[g];
        if (!group->shares) continue;
        const Beyond of = find_beyond(group, instance);
        double *taken = scratch_alloc(instance, (size_t)group->own);
        take_over(group, group->C, of.y, taken);
        for (int i = 0; i < group->own; ++i) shared[group->row[i]] -= taken[i];
        for (int k = 0; k < group->spare; ++k) shared[group->row[group->own + k]] += of.y[k];
    }
    return groups ? 0 : -1;
}

/* C' (spare x own). */
static void change_combinations(const SharingGroup *group, const double *changed, double *found)
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

/* What the change of rows makes of shared loads and of E y': C' W_r (u_r - C^T y) - C W_r C'^T y. */
static void turn_rows(const SharingGroup *group, Instance *instance, Beyond of, double *y)
{
    size_t mark = instance->scratch_used;
    int r = group->own, d = group->spare;
    double *shared = instance->tangent + group->step->shared.start, *C = scratch_alloc(instance, (size_t)d * r);
    double *left = scratch_alloc(instance, (size_t)r), *turned = scratch_alloc(instance, (size_t)r);
    change_combinations(group, instance->tangent + group->step->rows.start, C);
    take_over(group, group->C, of.y, left);
    take_over(group, C, of.y, turned);
    for (int i = 0; i < r; ++i) {
        left[i] = of.u[i] - left[i];
        shared[group->row[i]] -= turned[i];
    }
    for (int k = 0; k < d; ++k) y[k] = weighted(group, C + (size_t)k * r, left) - weighted(group, group->C + (size_t)k * r, turned);
    instance->scratch_used = mark;
}

/* E y' = C' W_r (u_r - C^T y) + C W_r (u_r' - C'^T y) - W_d u_d'. */
static void change(const SharingGroup *group, Instance *instance, int turns)
{
    const ShareLoads *step = group->step;
    int r = group->own, d = group->spare;
    const double *l = instance->tangent + step->multipliers.start;
    double *shared = instance->tangent + step->shared.start, *y = scratch_alloc(instance, (size_t)d);
    double *u = scratch_alloc(instance, (size_t)(r + d)), *taken = scratch_alloc(instance, (size_t)r);
    for (int i = 0; i < r + d; ++i) u[i] = l[group->row[i]] - slope(group, instance, group->row[i]) * normal_force(group, instance, group->row[i], l, shared);
    for (int k = 0; k < d; ++k) y[k] = 0.0;
    if (turns) turn_rows(group, instance, find_beyond(group, instance), y);
    for (int k = 0; k < d; ++k) y[k] += weighted(group, group->C + (size_t)k * r, u) - group->weight[r + k] * u[r + k];
    cholesky_solve(group->E, d, y, 1);
    take_over(group, group->C, y, taken);
    for (int i = 0; i < r; ++i) shared[group->row[i]] -= taken[i];
    for (int k = 0; k < d; ++k) shared[group->row[r + k]] += y[k];
}

static int share_loads_tangent(const void *given, Instance *instance)
{
    const ShareLoads *step = given;
    size_t mark = instance->scratch_used;
    copy_numbers(instance->tangent + step->shared.start, instance->tangent + step->multipliers.start, (size_t)step->shared.size);
    if (!has_groups(step, instance)) return 0;
    const SharingGroups *groups = run_tangent(instance, step->evaluate) ? NULL : sharing_groups(step, instance);
    int turns = any_seed(instance->tangent + step->rows.start, step->rows.size);
    for (int g = 0; groups && g < groups->count; ++g, instance->scratch_used = mark)
        if (groups->group[g].shares) change(&groups->group[g], instance, turns);
    return groups ? 0 : -1;
}

/* Adjoints of C (spare x own) become those of A: of A_d by X = C G^-1 A_r, and of A_r by -C^T X. */
static void add_to_rows(const SharingGroup *group, double *of_C, double *of_rows)
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
static void add_beyond(const SharingGroup *group, Instance *instance, int row, double of_u, double *of_l, double *shared)
{
    int normal = group->step->normal[row], within = (int)at(instance, group->step->groups)[normal] == group->number;
    of_l[row] += of_u;
    (within ? of_l : shared)[normal] -= slope(group, instance, row) * of_u;
}

/* Backwards: s = E^-1 (g_d - C g_r) belongs to the equations for y. */
static void change_back(const SharingGroup *group, Instance *instance, double *of_l, double *shared)
{
    const Beyond of = find_beyond(group, instance);
    int r = group->own, d = group->spare;
    double *s = scratch_alloc(instance, (size_t)d), *of_C = scratch_alloc(instance, (size_t)d * r), *g = scratch_alloc(instance, (size_t)r);
    double *left = scratch_alloc(instance, (size_t)r), *passed = scratch_alloc(instance, (size_t)r);
    for (int i = 0; i < r; ++i) g[i] = shared[group->row[i]];
    for (int k = 0; k < d; ++k) s[k] = shared[group->row[r + k]] - dot(group->C + (size_t)k * r, g, r);
    cholesky_solve(group->E, d, s, 1);
    take_over(group, group->C, of.y, left);
    take_over(group, group->C, s, passed);
    for (int i = 0; i < r; ++i)
        for (int k = 0; k < d; ++k)
            of_C[(size_t)k * r + i] = s[k] * group->weight[i] * (of.u[i] - left[i]) - of.y[k] * (g[i] + group->weight[i] * passed[i]);
    for (int i = 0; i < r; ++i) add_beyond(group, instance, group->row[i], group->weight[i] * passed[i], of_l, shared);
    for (int k = 0; k < d; ++k) add_beyond(group, instance, group->row[r + k], -group->weight[r + k] * s[k], of_l, shared);
    add_to_rows(group, of_C, instance->adjoint + group->step->rows.start);
}

static int share_loads_adjoint(const void *given, Instance *instance)
{
    const ShareLoads *step = given;
    size_t mark = instance->scratch_used;
    double *of_l = instance->adjoint + step->multipliers.start, *shared = instance->adjoint + step->shared.start;
    int any = has_groups(step, instance);
    const SharingGroups *groups = any ? sharing_groups(step, instance) : NULL;
    if (any && !groups) return -1;
    for (int g = any ? groups->count - 1 : -1; g >= 0; --g, instance->scratch_used = mark)
        if (groups->group[g].shares) change_back(&groups->group[g], instance, of_l, shared);
    for (int i = 0; i < step->shared.size; ++i) {
        of_l[i] += shared[i];
        shared[i] = 0.0;
    }
    return any ? run_adjoint(instance, step->evaluate) : 0;
}

static size_t share_loads_scratch(const void *given)
{
    const ShareLoads *step = given;
    size_t m = (size_t)step->multipliers.size;
    return m * m + 16 * m + 16 + sharing_scratch(step) + schedule_scratch(step->evaluate);
}

const StepKind SHARE_LOADS = {share_loads_run, share_loads_tangent, share_loads_adjoint, share_loads_scratch};
