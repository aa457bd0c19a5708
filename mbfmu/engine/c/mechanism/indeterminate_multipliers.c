/* indeterminate_multipliers.c: see indeterminate_multipliers.h. What random multipliers have that no motion would notice: they less the
   nearest A y, by least squares. */

#include "indeterminate_multipliers.h"

#include "along_directions.h"
#include "linear_algebra.h"
#include "mechanism.h"
#include "random_numbers.h"
#include "scaled_rows.h"
#include "sparse.h"

/* The rows of A, each 1 long, and their lengths. */
static SparseRows rows_of_length_one(Instance *instance, const Mechanism *mechanism, double *lengths)
{
    const Pattern of = mechanism->A_pattern;
    double *numbers = scratch_copy(instance, at(instance, mechanism->A), (size_t)mechanism->A.size);
    for (int i = 0; i < mechanism->rows; ++i) lengths[i] = norm(numbers + of.start[i], sparse_length(of, i));
    significant(lengths, mechanism->rows);
    for (int i = 0; i < mechanism->rows; ++i)
        for (int p = of.start[i]; p < of.start[i + 1]; ++p) numbers[p] /= lengths[i];
    SparseRows rows = {mechanism->rows, mechanism->nv, of, numbers};
    return rows;
}

static int span_of(Instance *instance, const Mechanism *mechanism, const SparseRows *rows, Directions *directions)
{
    int m = mechanism->rows, *order = scratch_alloc_ints(instance, (size_t)m), count = 0;
    double *least = scratch_alloc(instance, (size_t)m);
    for (int i = 0; i < m + mechanism->starts; ++i)
        if (mechanism->order[i] < m) order[count++] = mechanism->order[i];
    for (int i = 0; i < m; ++i) least[i] = RANK_DEPENDENT;
    Search search = {.count = m, .near = NEIGHBOURS, .order = order, .least = least};
    return find_directions(instance, rows, search, directions);
}

/* What is left of multipliers l (m). */
static int take_out(Instance *instance, const Directions *directions, const double *lengths, int m, double *l)
{
    size_t mark = instance->scratch_used;
    if (reserve(instance, (size_t)m + (size_t)directions->rank)) return -1;
    double *residual = scratch_alloc(instance, (size_t)m), *parts = scratch_alloc(instance, (size_t)directions->rank);
    for (int i = 0; i < m; ++i) residual[i] = -l[i] / lengths[i];
    if (least_squares(instance, directions, m, lengths, residual, parts)) return -1;
    for (int k = 0; k < directions->rank; ++k)
        for (int p = directions->along.start[k]; p < directions->along.start[k + 1]; ++p) {
            int row = directions->along.column[p];
            l[row] -= lengths[row] * directions->parts[p] * parts[k];
        }
    instance->scratch_used = mark;
    return 0;
}

/* In a singular position: without the weakest combinations of rows, as many as are dependent there only. */
static int take_out_by_singular_values(Instance *instance, const Mechanism *mechanism, int independent, double *indeterminate)
{
    int m = mechanism->rows, n = mechanism->nv;
    double *A, *U, *S, *V, *work, *along;
    if (reserve(instance, (size_t)m * n + (size_t)m * m + (size_t)n * n + svd_work(m, n) + 2 * (size_t)m)) return -1;
    A = scratch_alloc(instance, (size_t)m * n);
    U = scratch_alloc(instance, (size_t)m * m);
    S = scratch_alloc(instance, (size_t)(m < n ? m : n));
    V = scratch_alloc(instance, (size_t)n * n);
    work = scratch_alloc(instance, svd_work(m, n));
    along = scratch_alloc(instance, (size_t)m);
    sparse_spread(mechanism->A_pattern, m, n, at(instance, mechanism->A), A);
    if (svd(A, m, n, U, S, V, work)) return fail(instance, "constraints are not numbers or too large; look for a division by zero");
    for (int probe = 0; probe < PROBES; ++probe) {
        double *l = indeterminate + (size_t)probe * m;
        for (int c = 0; c < m; ++c) along[c] = 0.0;
        add_combination(U, m, m, l, along);
        for (int i = 0; i < m; ++i) l[i] = dot(U + (size_t)i * m + independent, along + independent, m - independent);
    }
    return 0;
}

static int find(Instance *instance, const Mechanism *mechanism)
{
    int m = mechanism->rows, independent = 0;
    double *indeterminate = at(instance, mechanism->indeterminate), *lengths;
    uint64_t random = 0;
    Directions directions;
    if (reserve(instance, (size_t)mechanism->A.size + 3 * (size_t)m)) return -1;
    lengths = scratch_alloc(instance, (size_t)m);
    const SparseRows rows = rows_of_length_one(instance, mechanism, lengths);
    if (span_of(instance, mechanism, &rows, &directions)) return -1;
    for (int i = 0; i < m * PROBES; ++i) indeterminate[i] = normal(&random);
    for (int i = 0; i < m; ++i) independent += is_independent(instance, mechanism, i);
    if (directions.rank != independent) return take_out_by_singular_values(instance, mechanism, independent, indeterminate);
    for (int probe = 0; probe < PROBES; ++probe)
        if (take_out(instance, &directions, lengths, m, indeterminate + (size_t)probe * m)) return -1;
    return 0;
}

int find_indeterminate_multipliers(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    int failed = mechanism->indeterminate.size ? find(instance, mechanism) : 0;
    instance->scratch_used = mark;
    return failed;
}
