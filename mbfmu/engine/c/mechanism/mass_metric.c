/* mass_metric.c: see mass_metric.h. */

#include "mass_metric.h"

#include "linear_algebra.h"
#include "mechanism.h"
#include "schedule.h"
#include "sentence.h"
#include "sparse.h"

#define SINGULAR 1e-12 /* a pivot of the mass matrix, scaled to a diagonal of ones: below it M counts as singular */
#define SURE 1e-6      /* in any order: where all pivots are above it, none can be roundoff that others have made grow as large */

/* All columns of the lower triangle of a square matrix. */
static Pattern triangle_of(Instance *instance, int n)
{
    int *start = scratch_alloc_ints(instance, (size_t)n + 1), *column = scratch_alloc_ints(instance, (size_t)n * (n + 1) / 2), count = 0;
    for (int i = 0; i < n; ++i) {
        start[i] = count;
        for (int j = 0; j <= i; ++j) column[count++] = j;
    }
    start[n] = count;
    Pattern pattern = {start, column};
    return pattern;
}

/* M (n x n, lower triangle) with its zeros. */
static void write_masses(Instance *instance, const Mechanism *mechanism, double *M)
{
    int n = mechanism->nv;
    if (mechanism->tree.bodies)
        write_tree_masses(instance, &mechanism->tree, at(instance, mechanism->M), M);
    else
        sparse_spread(mechanism->M_pattern, n, n, at(instance, mechanism->M), M);
}

/* Whether pivots of M, scaled, in the best order are above roundoff: the last of another order may be roundoff grown large. */
static int check_regular(Instance *instance, const Mechanism *mechanism, int *regular)
{
    size_t mark = instance->scratch_used;
    int n = mechanism->nv;
    if (reserve(instance, (size_t)n * n + 2 * (size_t)n + 1)) return -1;
    double *dense = scratch_alloc(instance, (size_t)n * n), *size = scratch_alloc(instance, (size_t)n);
    int *order = scratch_alloc_ints(instance, (size_t)n);
    write_masses(instance, mechanism, dense);
    for (int i = 0; i < n; ++i) size[i] = sqrt(dense[(size_t)i * n + i]);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) dense[(size_t)i * n + j] /= size[i] * size[j];
    *regular = pivoted_cholesky(dense, n, SINGULAR, order) == n;
    instance->scratch_used = mark;
    return 0;
}

/* The factor of M, unless it is not positive; its smallest pivot relative to the diagonal of M, which is that of the scaled M. */
static int written_factor(Instance *instance, const Mechanism *mechanism, MassMetric *metric, int *positive, double *smallest)
{
    int n = mechanism->nv;
    const Pattern of = metric->factor_pattern = mechanism->M_pattern;
    const double *M = at(instance, mechanism->M);
    double *factor = metric->factor = scratch_alloc(instance, (size_t)mechanism->M.size);
    copy_numbers(factor, M, (size_t)of.start[n]);
    *positive = !sparse_cholesky(of, n, factor);
    *smallest = 1.0;
    for (int i = 0; *positive && i < n; ++i) {
        int diagonal = of.start[i + 1] - 1;
        *smallest = fmin(*smallest, factor[diagonal] * factor[diagonal] / M[diagonal]);
    }
    return 0;
}

static int factor_by_bodies(Instance *instance, const Mechanism *mechanism, MassMetric *metric, int *positive, double *smallest)
{
    if (find_tree_factor(instance, &mechanism->tree, at(instance, mechanism->M), &metric->by_bodies, positive)) return -1;
    *smallest = *positive ? smallest_pivot(&metric->by_bodies) : 0.0;
    return 0;
}

/* The factor of M, unless M is singular to roundoff. */
static int plain_factor(Instance *instance, const Mechanism *mechanism, MassMetric *metric, int *regular)
{
    double smallest;
    if ((mechanism->tree.bodies ? factor_by_bodies : written_factor)(instance, mechanism, metric, regular, &smallest)) return -1;
    return *regular && !(smallest > SURE) ? check_regular(instance, mechanism, regular) : 0;
}

/* M + s A^T A (lower triangle), s = trace M / trace A^T A with rows of A scaled to 1, which couples all speeds. Rows of contacts are left out: impacts
   change the speeds along them. */
static void stiffen(Instance *instance, const Mechanism *mechanism, const int *triangle, double *stiff)
{
    size_t mark = instance->scratch_used;
    int n = mechanism->nv, m = first_contact_row(mechanism);
    const Pattern of = mechanism->A_pattern;
    const double *A = at(instance, mechanism->A);
    double trace = 0.0, rows = 0.0, weight, *M = scratch_alloc(instance, (size_t)n * n);
    write_masses(instance, mechanism, M);
    for (int i = 0; i < n; ++i) {
        copy_numbers(stiff + triangle[i], M + (size_t)i * n, (size_t)i + 1);
        trace += M[(size_t)i * n + i];
    }
    instance->scratch_used = mark;
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

static const char *speed_name(const Instance *instance, const Mechanism *mechanism, int speed)
{
    return instance->problem->state_name[mechanism->x.start - instance->problem->x.start + mechanism->nq + mechanism->own + speed];
}

/* The error that names the speeds along which a stiffened M (lower triangle) is not finite, if it is not. */
static int refuse_not_finite(Instance *instance, const Mechanism *mechanism, const int *triangle, const double *stiff)
{
    Sentence names = {"", 0};
    for (int i = 0; i < mechanism->nv; ++i)
        if (!isfinite(stiff[triangle[i] + i])) say(&names, "%s%s", names.length ? ", " : "", speed_name(instance, mechanism, i));
    if (!names.length) return 0;
    return fail(instance,
                "the masses along %s are not finite numbers; look at masses, inertias and places there, and for elastic coordinates that bend a body "
                "beyond all measure", names.text);
}

/* The error that names the speeds of motions that a stiffened M (lower triangle, finite) leaves loose. */
static int refuse_loose(Instance *instance, const Mechanism *mechanism, const int *triangle, const double *stiff)
{
    int n = mechanism->nv;
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
        if (part[j] > SHARE * largest) say(&names, "%s%s", names.length ? ", " : "", speed_name(instance, mechanism, j));
    return fail(instance,
                "%s: a motion with these speeds alone has neither inertia nor a constraint that determines it; "
                "give what moves there mass and moments of inertia, or a constraint", names.text);
}

/* The factor of the stiffened M, and whether that is finite and positive. Among changes with the same A dv the smallest is the same as with M. */
static int stiffened_factor(Instance *instance, const Mechanism *mechanism, MassMetric *metric, int *positive)
{
    const Pattern all_columns = {0};
    int n = mechanism->nv, count = n * (n + 1) / 2;
    if (reserve(instance, 3 * ((size_t)n + 1) * ((size_t)n + 1))) return -1;
    metric->by_bodies.tree = NULL;
    metric->factor_pattern = triangle_of(instance, n);
    metric->rows = metric->starts = all_columns;
    double *factor = metric->factor = scratch_alloc(instance, (size_t)count);
    stiffen(instance, mechanism, metric->factor_pattern.start, factor);
    *positive = all_finite(factor, count) && !sparse_cholesky(metric->factor_pattern, n, factor) && all_finite(factor, count);
    return 0;
}

/* n zeros, and rows in the metric with the columns that they have when masses couple speeds as they do. */
static MassMetric coupled_as_masses(Instance *instance, const Mechanism *mechanism)
{
    MassMetric metric = {.n = mechanism->nv, .rows = mechanism->A_pattern, .work = scratch_alloc(instance, (size_t)mechanism->nv)};
    if (!mechanism->tree.bodies) metric.starts = mechanism->A_start_pattern;
    for (int j = 0; j < metric.n; ++j) metric.work[j] = 0.0;
    return metric;
}

static int find_metric(Instance *instance, const Mechanism *mechanism, MassMetric *metric, int *positive)
{
    if (run(instance, mechanism->find_masses)) return -1;
    if (reserve(instance, (size_t)mechanism->M.size + (size_t)mechanism->nv)) return -1;
    *metric = coupled_as_masses(instance, mechanism);
    if (plain_factor(instance, mechanism, metric, positive)) return -1;
    return *positive ? 0 : stiffened_factor(instance, mechanism, metric, positive);
}

int find_mass_metric(Instance *instance, const Mechanism *mechanism, MassMetric *metric)
{
    int positive;
    if (find_metric(instance, mechanism, metric, &positive)) return -1;
    if (positive) return 0;
    const int *triangle = metric->factor_pattern.start;
    stiffen(instance, mechanism, triangle, metric->factor);
    return refuse_not_finite(instance, mechanism, triangle, metric->factor) || refuse_loose(instance, mechanism, triangle, metric->factor) ? -1 : 0;
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
    if (reserve(instance, 4 * (size_t)n + 2)) return -1;
    *metric = coupled_as_masses(instance, mechanism);
    int *start = scratch_alloc_ints(instance, (size_t)n + 1);
    metric->factor = scratch_alloc(instance, (size_t)n);
    coordinate_sizes(instance, mechanism, metric->factor);
    for (int j = 0; j <= n; ++j) start[j] = j;
    for (int j = 0; j < n; ++j) metric->factor[j] = 1.0 / metric->factor[j];
    metric->factor_pattern = (Pattern){start, start}; /* a diagonal */
    return 0;
}

static int is_by_bodies(const MassMetric *metric) { return metric->by_bodies.tree != NULL; }

void to_metric(const MassMetric *metric, const double *v, double *y)
{
    if (is_by_bodies(metric))
        tree_factor_product(&metric->by_bodies, v, y);
    else
        sparse_lower_product(metric->factor_pattern, metric->n, metric->factor, v, y);
}

void from_metric(const MassMetric *metric, double *y)
{
    if (is_by_bodies(metric))
        tree_factor_solve(&metric->by_bodies, y);
    else
        sparse_lower_solve(metric->factor_pattern, metric->n, metric->factor, y);
}

void row_to_metric(const MassMetric *metric, Pattern pattern, const double *values, int i, const int *columns, int count, double *row)
{
    double *work = metric->work;
    for (int p = pattern.start[i]; p < pattern.start[i + 1]; ++p) work[pattern.column[p]] = values[p];
    if (is_by_bodies(metric))
        tree_factor_row_solve(&metric->by_bodies, columns, count, work);
    else
        sparse_row_solve(metric->factor_pattern, metric->factor, columns, count, work);
    for (int k = 0; k < count; ++k) {
        row[k] = work[columns[k]];
        work[columns[k]] = 0.0;
    }
}
