/* scaled_rows.c: see scaled_rows.h. */

#include "scaled_rows.h"

#include "linear_algebra.h"
#include "schedule.h"
#include "sparse.h"

#define VANISHED 1e-8  /* of the longest row: a shorter one is roundoff and stays short */

void significant(double *lengths, int m)
{
    double longest = 0.0;
    for (int i = 0; i < m; ++i) longest = fmax(longest, lengths[i]);
    for (int i = 0; i < m; ++i) {
        lengths[i] = fmax(lengths[i], VANISHED * longest);
        if (!(lengths[i] > 0.0)) lengths[i] = 1.0;
    }
}

/* Rows of a matrix in the metric, where all of its rows have the pattern `in_metric`, or without one all n columns. */
static int rows_in_metric(Instance *instance, const MassMetric *metric, Pattern pattern, const double *values, Pattern in_metric, Rows rows,
                          ScaledRows *found)
{
    size_t total = 0;
    for (int i = 0; i < rows.count; ++i) total += (size_t)(in_metric.start ? sparse_length(in_metric, rows.number[i]) : metric->n);
    if (reserve(instance, 2 * total + 2 * (size_t)rows.count + 4)) return -1;
    int *start = scratch_alloc_ints(instance, (size_t)rows.count + 1), *column = scratch_alloc_ints(instance, total);
    ScaledRows scaled = {rows.count, metric->n, {start, column}, scratch_alloc(instance, total), scratch_alloc(instance, (size_t)rows.count), *metric};
    start[0] = 0;
    for (int i = 0; i < rows.count; ++i) {
        const int *from = in_metric.start ? in_metric.column + in_metric.start[rows.number[i]] : NULL;
        int count = from ? sparse_length(in_metric, rows.number[i]) : metric->n, *own = column + start[i];
        for (int k = 0; k < count; ++k) own[k] = from ? from[k] : k;
        start[i + 1] = start[i] + count;
        row_to_metric(metric, pattern, values, rows.number[i], own, count, scaled.rows + start[i]);
        scaled.scale[i] = norm(scaled.rows + start[i], count);
    }
    *found = scaled;
    return 0;
}

static void divide(ScaledRows *scaled)
{
    for (int i = 0; i < scaled->m; ++i)
        for (int p = scaled->pattern.start[i]; p < scaled->pattern.start[i + 1]; ++p) scaled->rows[p] /= scaled->scale[i];
}

/* Some rows of A, not divided. */
static int rows_of_A(Instance *instance, const Mechanism *mechanism, FindMetric *find_metric, Rows rows, ScaledRows *scaled)
{
    MassMetric metric;
    if (find_metric(instance, mechanism, &metric)) return -1;
    return rows_in_metric(instance, &metric, mechanism->A_pattern, at(instance, mechanism->A), metric.rows, rows, scaled);
}

/* Rows that say nothing become zeros. */
static void silence(const Instance *instance, const Mechanism *mechanism, Rows rows, ScaledRows *scaled)
{
    for (int i = 0; i < rows.count; ++i) {
        if (is_active(instance, mechanism, rows.number[i])) continue;
        for (int p = scaled->pattern.start[i]; p < scaled->pattern.start[i + 1]; ++p) scaled->rows[p] = 0.0;
        scaled->scale[i] = 0.0;
    }
}

int raw_rows(Instance *instance, const Mechanism *mechanism, FindMetric *find_metric, ScaledRows *scaled)
{
    Rows all = {mechanism->rows, scratch_alloc_ints(instance, (size_t)mechanism->rows)};
    for (int i = 0; i < all.count; ++i) all.number[i] = i;
    if (run(instance, mechanism->find_terms) || rows_of_A(instance, mechanism, find_metric, all, scaled)) return -1;
    silence(instance, mechanism, all, scaled);
    return 0;
}

int measured_rows(Instance *instance, const Mechanism *mechanism, FindMetric *find_metric, Rows rows, ScaledRows *scaled)
{
    ScaledRows all;
    double longest = 0.0;
    if (raw_rows(instance, mechanism, find_metric, &all)) return -1;
    longest_alike(mechanism, all.scale);
    significant(all.scale, all.m);
    for (int i = 0; i < all.m; ++i) longest = fmax(longest, all.scale[i]);
    for (int i = 0; i < all.m; ++i) /* their residuals do not outweigh others, since nothing changes them */
        if (!is_active(instance, mechanism, i)) all.scale[i] = longest;
    if (rows_in_metric(instance, &all.metric, mechanism->A_pattern, at(instance, mechanism->A), all.metric.rows, rows, scaled)) return -1;
    silence(instance, mechanism, rows, scaled);
    for (int i = 0; i < rows.count; ++i) scaled->scale[i] = all.scale[rows.number[i]];
    divide(scaled);
    return 0;
}

int usual_rows(Instance *instance, const Mechanism *mechanism, Rows rows, ScaledRows *scaled)
{
    if (rows_of_A(instance, mechanism, find_mass_metric, rows, scaled)) return -1;
    for (int i = 0; i < rows.count; ++i) scaled->scale[i] = 1.0 / at(instance, mechanism->independent)[rows.number[i]];
    divide(scaled);
    return 0;
}

int start_rows(Instance *instance, const Mechanism *mechanism, Rows starts, const MassMetric *metric, ScaledRows *scaled)
{
    if (rows_in_metric(instance, metric, mechanism->A_start_pattern, at(instance, mechanism->A_start), metric->starts, starts, scaled)) return -1;
    significant(scaled->scale, starts.count);
    divide(scaled);
    return 0;
}

double *all_numbers(Instance *instance, const ScaledRows *scaled)
{
    double *dense = scratch_alloc(instance, (size_t)scaled->m * scaled->n);
    sparse_spread(scaled->pattern, scaled->m, scaled->n, scaled->rows, dense);
    return dense;
}

void turned_rows(Instance *instance, const Mechanism *mechanism, Rows rows, const ScaledRows *scaled, double *turned)
{
    size_t mark = instance->scratch_used;
    const MassMetric *metric = &scaled->metric;
    double *row = scratch_alloc(instance, (size_t)scaled->n);
    for (int i = 0; i < scaled->m; ++i) {
        int first = scaled->pattern.start[i], count = sparse_length(scaled->pattern, i);
        row_to_metric(metric, mechanism->A_pattern, at(instance, mechanism->A), rows.number[i], scaled->pattern.column + first, count, row);
        for (int k = 0; k < count; ++k) row[k] = row[k] / scaled->scale[i] - scaled->rows[first + k];
        turned[i] = norm(row, count);
    }
    instance->scratch_used = mark;
}

double *divided(Instance *instance, const double *residual, Rows rows, const double *scale)
{
    double *scaled = scratch_alloc(instance, (size_t)rows.count);
    for (int i = 0; i < rows.count; ++i) scaled[i] = residual[rows.number[i]] / scale[i];
    return scaled;
}
