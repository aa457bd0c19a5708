/* indeterminate_multipliers.c: see indeterminate_multipliers.h. */

#include "indeterminate_multipliers.h"

#include "linear_algebra.h"
#include "mechanism.h"
#include "sparse.h"

int find_indeterminate_multipliers(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    int m = mechanism->rows, n = mechanism->nv, kept = 0, failed;
    double *open = at(instance, mechanism->open), *A, *U, *S, *V, *work;
    if (!mechanism->open.size) return 0;
    A = take(instance, (size_t)m * n);
    sparse_spread(mechanism->A_pattern, m, n, at(instance, mechanism->A), A);
    U = take(instance, (size_t)m * m);
    S = take(instance, (size_t)(m < n ? m : n));
    V = take(instance, (size_t)n * n);
    work = take(instance, svd_work(m, n));
    failed = svd(A, m, n, U, S, V, work);
    for (int i = 0; i < m; ++i) kept += is_kept(instance, mechanism, i);
    for (int i = 0; !failed && i < m; ++i)
        for (int j = 0; j < m; ++j) open[(size_t)i * m + j] = dot(U + (size_t)i * m + kept, U + (size_t)j * m + kept, m - kept);
    instance->scratch_used = mark;
    return failed ? fail(instance, "constraints are not numbers or too large; look for a division by zero") : 0;
}
