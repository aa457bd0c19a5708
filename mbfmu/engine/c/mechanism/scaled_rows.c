/* scaled_rows.c: see scaled_rows.h. */

#include "scaled_rows.h"

#include "linear_algebra.h"

#define SINGULAR 1e-12 /* a pivot of the mass matrix, scaled to a diagonal of ones: below it M counts as singular */
#define VANISHED 1e-8  /* of the longest row: a shorter one is roundoff and stays short */

/* Columns of the lower factor beside its rows: into the upper triangle. */
static void mirror(double *factor, int n)
{
    for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j) factor[(size_t)i * n + j] = factor[(size_t)j * n + i];
}

/* The factor of M, or 0 where M is singular to roundoff. */
static int plain_factor(Instance *instance, const double *M, int n, double *factor)
{
    size_t mark = instance->scratch_used, square = (size_t)n * n;
    double *size = take(instance, (size_t)n), *scaled = take(instance, square);
    int *order = take_whole(instance, (size_t)n), regular = 1;
    for (int i = 0; i < n; ++i) {
        size[i] = sqrt(fmax(M[(size_t)i * n + i], 0.0));
        regular = regular && size[i] > 0.0;
    }
    for (size_t i = 0; regular && i < square; ++i) scaled[i] = factor[i] = M[i] / (size[i / n] * size[i % n]);
    /* pivoted: the last pivot of another order may be roundoff grown large */
    regular = regular && pivoted_cholesky(scaled, n, SINGULAR, order) == n && !cholesky(factor, n);
    for (size_t i = 0; regular && i < square; ++i) factor[i] *= size[i / n];
    if (regular) mirror(factor, n);
    instance->scratch_used = mark;
    return regular;
}

/* The factor of M + s A^T A, s = trace M / trace A^T A with rows of A scaled to 1. Among changes with the same A dv the smallest is the
   same as with M. */
static int stiffened_factor(const double *M, const double *A, int m, int n, double *factor)
{
    double trace = 0.0, rows = 0.0, weight;
    for (int i = 0; i < n; ++i) trace += M[(size_t)i * n + i];
    for (int i = 0; i < m; ++i) rows += norm(A + (size_t)i * n, n) > 0.0;
    weight = trace / fmax(rows, 1.0);
    copy_numbers(factor, M, (size_t)n * n);
    for (int i = 0; i < m; ++i) {
        const double *row = A + (size_t)i * n;
        double square = dot(row, row, n);
        for (int j = 0; square > 0.0 && j < n; ++j)
            for (int k = 0; row[j] != 0.0 && k <= j; ++k) factor[(size_t)j * n + k] += weight * row[j] * row[k] / square;
    }
    if (cholesky(factor, n)) return -1;
    mirror(factor, n);
    return all_finite(factor, n * n) ? 0 : -1;
}

/* Of the mass metric, as last evaluated. */
static int mass_factor(Instance *instance, const Mechanism *mechanism, double *factor)
{
    const double *M = at(instance, mechanism->M), *A = at(instance, mechanism->A);
    if (plain_factor(instance, M, mechanism->nv, factor) || !stiffened_factor(M, A, mechanism->rows, mechanism->nv, factor)) return 0;
    return fail(instance, "some direction of motion has neither inertia nor a constraint that determines it; give its body mass");
}

void significant(double *lengths, int m)
{
    double longest = 0.0;
    for (int i = 0; i < m; ++i) longest = fmax(longest, lengths[i]);
    for (int i = 0; i < m; ++i) {
        lengths[i] = fmax(lengths[i], VANISHED * longest);
        if (!(lengths[i] > 0.0)) lengths[i] = 1.0;
    }
}

/* Row `number` of A, in the mass metric: by columns, since a row is of few speeds, and few are coupled by masses. */
static void in_metric(const double *A, int number, const double *factor, int n, double *restrict row)
{
    copy_numbers(row, A + (size_t)number * n, (size_t)n);
    for (int j = 0; j < n; ++j) {
        const double *column = factor + (size_t)j * n;
        if (row[j] == 0.0) continue;
        row[j] /= column[j];
        for (int i = j + 1; i < n; ++i) row[i] -= column[i] * row[j];
    }
}

static void divide(double *row, int n, double by)
{
    for (int j = 0; j < n; ++j) row[j] /= by;
}

static ScaledRows empty(Instance *instance, int m, int n)
{
    ScaledRows scaled = {m, n, take(instance, (size_t)m * n), take(instance, (size_t)m), NULL};
    return scaled;
}

int raw_rows(Instance *instance, const Mechanism *mechanism, ScaledRows *scaled)
{
    int n = mechanism->nv;
    *scaled = empty(instance, mechanism->rows, n);
    scaled->factor = take(instance, (size_t)n * n);
    if (mass_factor(instance, mechanism, scaled->factor)) return -1;
    for (int i = 0; i < scaled->m; ++i) {
        double *row = scaled->rows + (size_t)i * n;
        in_metric(at(instance, mechanism->A), i, scaled->factor, n, row);
        scaled->scale[i] = norm(row, n);
    }
    return 0;
}

int measured_rows(Instance *instance, const Mechanism *mechanism, Rows rows, ScaledRows *scaled)
{
    int n = mechanism->nv;
    if (raw_rows(instance, mechanism, scaled)) return -1;
    longest_alike(mechanism, scaled->scale);
    significant(scaled->scale, scaled->m);
    for (int i = 0; i < rows.count; ++i) { /* in order: what is read was not yet written over */
        copy_numbers(scaled->rows + (size_t)i * n, scaled->rows + (size_t)rows.number[i] * n, (size_t)n);
        scaled->scale[i] = scaled->scale[rows.number[i]];
        divide(scaled->rows + (size_t)i * n, n, scaled->scale[i]);
    }
    scaled->m = rows.count;
    return 0;
}

int usual_rows(Instance *instance, const Mechanism *mechanism, Rows rows, ScaledRows *scaled)
{
    int n = mechanism->nv;
    *scaled = empty(instance, rows.count, n);
    scaled->factor = take(instance, (size_t)n * n);
    if (mass_factor(instance, mechanism, scaled->factor)) return -1;
    for (int i = 0; i < scaled->m; ++i) {
        double *row = scaled->rows + (size_t)i * n;
        scaled->scale[i] = 1.0 / at(instance, mechanism->k)[rows.number[i]];
        in_metric(at(instance, mechanism->A), rows.number[i], scaled->factor, n, row);
        divide(row, n, scaled->scale[i]);
    }
    return 0;
}

void start_rows(Instance *instance, const Mechanism *mechanism, Rows starts, double *factor, ScaledRows *scaled)
{
    int n = mechanism->nv;
    *scaled = empty(instance, starts.count, n);
    scaled->factor = factor;
    for (int i = 0; i < starts.count; ++i) {
        in_metric(at(instance, mechanism->A_start), starts.number[i], factor, n, scaled->rows + (size_t)i * n);
        scaled->scale[i] = norm(scaled->rows + (size_t)i * n, n);
    }
    significant(scaled->scale, starts.count);
    for (int i = 0; i < starts.count; ++i) divide(scaled->rows + (size_t)i * n, n, scaled->scale[i]);
}

void turned_rows(Instance *instance, const Mechanism *mechanism, Rows rows, const ScaledRows *scaled, double *turned)
{
    size_t mark = instance->scratch_used;
    int n = scaled->n;
    double *row = take(instance, (size_t)n);
    for (int i = 0; i < scaled->m; ++i) {
        in_metric(at(instance, mechanism->A), rows.number[i], scaled->factor, n, row);
        for (int j = 0; j < n; ++j) row[j] = row[j] / scaled->scale[i] - scaled->rows[(size_t)i * n + j];
        turned[i] = norm(row, n);
    }
    instance->scratch_used = mark;
}

double *divided(Instance *instance, const double *residual, Rows rows, const double *scale)
{
    double *scaled = take(instance, (size_t)rows.count);
    for (int i = 0; i < rows.count; ++i) scaled[i] = residual[rows.number[i]] / scale[i];
    return scaled;
}

void scaled_speeds(const ScaledRows *scaled, const double *v, double *result)
{
    int n = scaled->n;
    for (int i = 0; i < n; ++i) result[i] = dot(scaled->factor + (size_t)i * n + i, v + i, n - i);
}
