/* mass_metric.c: see mass_metric.h. */

#include "mass_metric.h"

#include "linear_algebra.h"
#include "mechanism.h"
#include "schedule.h"
#include "sentence.h"
#include "sparse.h"

#define SINGULAR 1e-12 /* a pivot of the mass matrix, scaled to a diagonal of ones: below it M counts as singular */
#define SURE 1e-6      /* in any order: where all pivots are above it, none can be roundoff that others have made grow as large */

/* All columns of m rows; of a square matrix's lower triangle. */
static Pattern full(Instance *instance, int m, int n, int triangle)
{
    int *start = scratch_alloc_ints(instance, (size_t)m + 1), *column = scratch_alloc_ints(instance, (size_t)m * n), count = 0;
    for (int i = 0; i < m; ++i) {
        start[i] = count;
        for (int j = 0; j < (triangle ? i + 1 : n); ++j) column[count++] = j;
    }
    start[m] = count;
    Pattern pattern = {start, column};
    return pattern;
}

/* Whether pivots of M, scaled, in the best order are above roundoff: the last of another order may be roundoff grown large. */
static int check_regular(Instance *instance, const Mechanism *mechanism, int *regular)
{
    size_t mark = instance->scratch_used;
    int n = mechanism->nv;
    if (reserve(instance, (size_t)n * n + 2 * (size_t)n + 1)) return -1;
    double *dense = scratch_alloc(instance, (size_t)n * n), *size = scratch_alloc(instance, (size_t)n);
    int *order = scratch_alloc_ints(instance, (size_t)n);
    sparse_spread(mechanism->M_pattern, n, n, at(instance, mechanism->M), dense);
    for (int i = 0; i < n; ++i) size[i] = sqrt(dense[(size_t)i * n + i]);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) dense[(size_t)i * n + j] /= size[i] * size[j];
    *regular = pivoted_cholesky(dense, n, SINGULAR, order) == n;
    instance->scratch_used = mark;
    return 0;
}

/* The factor of M, unless M is singular to roundoff. Its pivots relative to its diagonal are those of the scaled M. */
static int plain_factor(Instance *instance, const Mechanism *mechanism, MassMetric *metric, int *regular)
{
    int n = mechanism->nv, sure = 1;
    const Pattern of = mechanism->M_pattern;
    const double *M = at(instance, mechanism->M), *factor = metric->factor;
    copy_numbers(metric->factor, M, (size_t)of.start[n]);
    *regular = !sparse_cholesky(of, n, metric->factor);
    for (int i = 0; *regular && i < n; ++i) {
        int diagonal = of.start[i + 1] - 1;
        sure = sure && factor[diagonal] * factor[diagonal] > SURE * M[diagonal];
    }
    return *regular && !sure ? check_regular(instance, mechanism, regular) : 0;
}

/* M + s A^T A (lower triangle), s = trace M / trace A^T A with rows of A scaled to 1, which couples all speeds. Rows of contacts are left out: impacts
   change the speeds along them. */
static void stiffen(Instance *instance, const Mechanism *mechanism, const int *triangle, double *stiff)
{
    int n = mechanism->nv, m = first_contact_row(mechanism);
    const Pattern of = mechanism->A_pattern, masses = mechanism->M_pattern;
    const double *M = at(instance, mechanism->M), *A = at(instance, mechanism->A);
    double trace = 0.0, rows = 0.0, weight;
    for (int i = 0; i < n; ++i) {
        double *row = stiff + triangle[i];
        for (int j = 0; j <= i; ++j) row[j] = 0.0;
        for (int p = masses.start[i]; p < masses.start[i + 1]; ++p) row[masses.column[p]] = M[p];
        trace += row[i];
    }
    for (int i = 0; i < m; ++i) rows += norm(A + of.start[i], sparse_length(of, i)) > 0.0;
    weight = trace / fmax(rows, 1.0);
    for (int i = 0; i < m; ++i) {
        double square = dot(A + of.start[i], A + of.start[i], sparse_length(of, i));
        for (int p = of.start[i]; square > 0.0 && p < of.start[i + 1]; ++p)
            for (int q = of.start[i]; q <= p; ++q)
                stiff[triangle[of.column[p]] + of.column[q]] += weight * A[p] * A[q] / square;
    }
}

#define SHARE 0.1 /* of the speed that takes most part: speeds with less are not named */

/* The error that names the speeds of motions that a stiffened M (lower triangle, finite) leaves loose. */
static int refuse_loose(Instance *instance, const Mechanism *mechanism, const int *triangle, const double *stiff)
{
    int n = mechanism->nv, first = mechanism->x.start - instance->problem->x.start + mechanism->nq + mechanism->own;
    Sentence names = {"", 0};
    double largest = 0.0;
    if (reserve(instance, 2 * (size_t)n * n + 3 * (size_t)n + 1)) return -1;
    double *scaled = scratch_alloc(instance, (size_t)n * n), *motions = scratch_alloc(instance, (size_t)n * n);
    double *size = scratch_alloc(instance, (size_t)n), *values = scratch_alloc(instance, (size_t)n), *part = scratch_alloc(instance, (size_t)n);
    for (int i = 0; i < n; ++i) size[i] = stiff[triangle[i] + i] > 0.0 ? sqrt(stiff[triangle[i] + i]) : 1.0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) scaled[(size_t)i * n + j] = scaled[(size_t)j * n + i] = stiff[triangle[i] + j] / (size[i] * size[j]);
    symmetric_eigen(scaled, n, values, motions);
    for (int j = 0; j < n; ++j) {
        part[j] = fabs(motions[j]);
        for (int i = 1; i < n && values[i] <= SINGULAR; ++i) part[j] = fmax(part[j], fabs(motions[(size_t)i * n + j]));
        largest = fmax(largest, part[j]);
    }
    for (int j = 0; j < n; ++j)
        if (part[j] > SHARE * largest) say(&names, "%s%s", names.length ? ", " : "", instance->problem->state_name[first + j]);
    return fail(instance,
                "%s: a motion with these speeds alone has neither inertia nor a constraint that determines it; "
                "give what moves there mass and moments of inertia, or a constraint", names.text);
}

/* The factor of the stiffened M, and whether that is positive. Among changes with the same A dv the smallest is the same as with M. */
static int stiffened_factor(Instance *instance, const Mechanism *mechanism, MassMetric *metric, int *positive)
{
    int n = mechanism->nv, m = mechanism->rows, count = n * (n + 1) / 2;
    if (reserve(instance, 2 * ((size_t)n + (size_t)m + (size_t)mechanism->starts + 4) * ((size_t)n + 1))) return -1;
    metric->factor_pattern = full(instance, n, n, 1);
    metric->rows = full(instance, m, n, 0);
    metric->starts = full(instance, mechanism->starts, n, 0);
    double *factor = metric->factor = scratch_alloc(instance, (size_t)count);
    stiffen(instance, mechanism, metric->factor_pattern.start, factor);
    if (!all_finite(factor, count)) return fail(instance, "masses or constraints have no finite value");
    *positive = !sparse_cholesky(metric->factor_pattern, n, factor) && all_finite(factor, count);
    return 0;
}

static int find_metric(Instance *instance, const Mechanism *mechanism, MassMetric *metric, int *positive)
{
    int n = mechanism->nv;
    if (run(instance, mechanism->find_masses)) return -1;
    if (reserve(instance, (size_t)mechanism->M.size + (size_t)n)) return -1;
    MassMetric plain = {.n = n, .factor_pattern = mechanism->M_pattern, .rows = mechanism->A_pattern, .starts = mechanism->A_start_pattern,
                        .work = scratch_alloc(instance, (size_t)n)};
    plain.factor = scratch_alloc(instance, (size_t)mechanism->M.size);
    for (int j = 0; j < n; ++j) plain.work[j] = 0.0;
    *metric = plain;
    if (plain_factor(instance, mechanism, metric, positive)) return -1;
    return *positive ? 0 : stiffened_factor(instance, mechanism, metric, positive);
}

int find_mass_metric(Instance *instance, const Mechanism *mechanism, MassMetric *metric)
{
    int positive;
    if (find_metric(instance, mechanism, metric, &positive)) return -1;
    if (positive) return 0;
    stiffen(instance, mechanism, metric->factor_pattern.start, metric->factor);
    return refuse_loose(instance, mechanism, metric->factor_pattern.start, metric->factor);
}

int has_mass_metric(Instance *instance, const Mechanism *mechanism, int *positive)
{
    size_t mark = instance->scratch_used;
    MassMetric metric;
    int failed = find_metric(instance, mechanism, &metric, positive);
    instance->scratch_used = mark;
    return failed;
}

int find_coordinate_metric(Instance *instance, const Mechanism *mechanism, MassMetric *metric)
{
    int n = mechanism->nv;
    const Pattern of = mechanism->M_pattern;
    if (reserve(instance, (size_t)mechanism->M.size + 2 * (size_t)n)) return -1;
    MassMetric even = {.n = n, .factor_pattern = of, .rows = mechanism->A_pattern, .starts = mechanism->A_start_pattern,
                       .factor = scratch_alloc(instance, (size_t)mechanism->M.size), .work = scratch_alloc(instance, (size_t)n)};
    double *sizes = scratch_alloc(instance, (size_t)n);
    coordinate_sizes(instance, mechanism, sizes);
    for (int p = 0; p < of.start[n]; ++p) even.factor[p] = 0.0;
    for (int j = 0; j < n; ++j) {
        even.factor[of.start[j + 1] - 1] = 1.0 / sizes[j];
        even.work[j] = 0.0;
    }
    *metric = even;
    return 0;
}

void to_metric(const MassMetric *metric, const double *v, double *y) { sparse_lower_product(metric->factor_pattern, metric->n, metric->factor, v, y); }

void from_metric(const MassMetric *metric, double *y) { sparse_lower_solve(metric->factor_pattern, metric->n, metric->factor, y); }

void row_to_metric(const MassMetric *metric, Pattern pattern, const double *values, Pattern in_metric, int i, double *row)
{
    const int *columns = in_metric.column + in_metric.start[i], count = sparse_length(in_metric, i);
    double *work = metric->work;
    for (int p = pattern.start[i]; p < pattern.start[i + 1]; ++p) work[pattern.column[p]] = values[p];
    sparse_row_solve(metric->factor_pattern, metric->factor, columns, count, work);
    for (int k = 0; k < count; ++k) {
        row[k] = work[columns[k]];
        work[columns[k]] = 0.0;
    }
}
