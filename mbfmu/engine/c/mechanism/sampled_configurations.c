/* sampled_configurations.c: see sampled_configurations.h. */

#include "sampled_configurations.h"

#include "along_directions.h"
#include "assembly.h"
#include "linear_algebra.h"
#include "random_numbers.h"
#include "scaled_rows.h"

#define STRIDE 0.3   /* change of a coordinate relative to its size */
#define STRIDES 20   /* tried, each half as long as the one before */

static Rows undriven(const Mechanism *mechanism, Rows rows)
{
    Rows free = {0, rows.number};
    for (int i = 0; i < rows.count; ++i)
        if (!mechanism->row[rows.number[i]].driven) free.number[free.count++] = rows.number[i];
    return free;
}

/* In an order that keeps those near that share speeds. */
static Rows active_rows(Instance *instance, const Mechanism *mechanism)
{
    Rows rows = {0, scratch_alloc_ints(instance, (size_t)mechanism->rows)};
    for (int i = 0; i < mechanism->rows + mechanism->starts; ++i)
        if (mechanism->order[i] < mechanism->rows && is_active(instance, mechanism, mechanism->order[i]))
            rows.number[rows.count++] = mechanism->order[i];
    return rows;
}

/* A random change of speeds (nv) that the rows, in their order, leave free, scaled to a stride; none where `possible` is not. */
static int find_stride(Instance *instance, const Mechanism *mechanism, const ScaledRows *scaled, uint64_t *random, double *stride, int *possible)
{
    int n = scaled->n, m = scaled->m, *order;
    double *sizes, *least, *held, length = 0.0;
    const SparseRows rows = sparse_rows(scaled);
    Directions directions;
    if (reserve(instance, 2 * (size_t)n + 2 * (size_t)m + 1)) return -1;
    sizes = scratch_alloc(instance, (size_t)n);
    held = scratch_alloc(instance, (size_t)n);
    least = scratch_alloc(instance, (size_t)m);
    order = scratch_alloc_ints(instance, (size_t)m);
    for (int i = 0; i < m; ++i) {
        least[i] = RANK_DEPENDENT;
        order[i] = i;
    }
    for (int j = 0; j < n; ++j) stride[j] = normal(random);
    Search search = {.count = m, .near = NEIGHBOURS, .order = order, .least = least, .vector = stride};
    if (find_directions(instance, &rows, search, &directions)) return -1;
    sum_of_directions(&rows, &directions, directions.resolved, held);
    for (int j = 0; j < n; ++j) stride[j] = directions.rank < n ? stride[j] - held[j] : 0.0;
    from_metric(&scaled->metric, stride);
    coordinate_sizes(instance, mechanism, sizes);
    for (int j = 0; j < n; ++j) length = fmax(length, fabs(stride[j] / sizes[j]));
    for (int j = 0; j < n; ++j) stride[j] *= length > 0.0 ? STRIDE / length : 0.0;
    *possible = length > 0.0;
    return 0;
}

/* Take a stride, and go back onto the undriven rows: 1 well done, 0 lost, -1 too far. */
static int landed(Instance *instance, const Mechanism *mechanism, Rows rows, const ScaledRows *scaled, const double *stride, int *outcome)
{
    Level levels[] = {positions(instance, mechanism), speeds(instance, mechanism)};
    double *turned = scratch_alloc(instance, (size_t)rows.count);
    for (int i = 0; i < 2; ++i)
        if (levels[i].move(&levels[i], stride)) return -1;
    if (mechanism_evaluate(instance, mechanism) || has_mass_metric(instance, mechanism, outcome)) return -1;
    if (!*outcome) { /* flexible bodies are bent so far that their inertia, of second order in deformations, is none */
        *outcome = -1;
        return 0;
    }
    turned_rows(instance, mechanism, rows, scaled, turned);
    *outcome = 1;
    for (int i = 0; i < rows.count; ++i)
        if (!(turned[i] <= FARTHEST_TURN)) *outcome = -1;
    if (*outcome < 0) return 0;
    *outcome = -!assembled(&levels[0], undriven(mechanism, rows_of(&levels[0])));
    if (!*outcome) *outcome = assembled(&levels[1], undriven(mechanism, rows_of(&levels[1])));
    return 0;
}

static int strides(Instance *instance, const Mechanism *mechanism, uint64_t *random, int *well)
{
    Rows rows = undriven(mechanism, active_rows(instance, mechanism));
    ScaledRows scaled;
    double *stride = scratch_alloc(instance, (size_t)mechanism->nv), *before = scratch_copy(instance, at(instance, mechanism->x), states_of(mechanism));
    int possible;
    if (measured_rows(instance, mechanism, find_mass_metric, rows, &scaled)) return -1;
    if (find_stride(instance, mechanism, &scaled, random, stride, &possible)) return -1;
    if (!possible) return 0;
    for (int i = 0, outcome = -1; i < STRIDES; ++i) {
        size_t mark = instance->scratch_used;
        if (landed(instance, mechanism, rows, &scaled, stride, &outcome)) return -1;
        instance->scratch_used = mark;
        *well = outcome > 0;
        if (outcome >= 0) return 0;
        copy_numbers(at(instance, mechanism->x), before, states_of(mechanism));
        for (int j = 0; j < mechanism->nv; ++j) stride[j] *= 0.5;
    }
    return 0;
}

int sample_configuration(Instance *instance, const Mechanism *mechanism, uint64_t *random, int *well)
{
    size_t mark = instance->scratch_used;
    *well = 0;
    int failed = strides(instance, mechanism, random, well);
    instance->scratch_used = mark;
    return failed;
}
