/* orthogonal_complement.c: the equations of motion on an orthogonal complement of the rows.

   Huston & Liu, eqs. 53-54, with their A, B, y_dot our M, A, a, and the zero-eigenvalues theorem (51, corrected): the columns of C are the
   eigenvectors of A^T A with eigenvalue zero, as many as there are speeds beyond the independent rows. A C = 0, so C^T M a = C^T f. The other
   eigenvectors carry A a = b by the pseudo-inverse A^+ = (A^T A)^+ A^T, and the multipliers by back substitution into M a = f + A^T l. M may be
   singular as long as C^T M C is not. A^T A squares the condition of A, so that everything taken from it is corrected once. */

#include <string.h>

#include "constrained_solve.h"
#include "free_motion.h"
#include "linear_algebra.h"

/* The method's space: the eigenvectors of A^T A by rows (n x n), first those of C, and their eigenvalues; vectors to work with. */
typedef struct {
    double *vectors, *values, *a, *change, *along, *rest, *space;
    FreeMotion free;
} Factors;

static Factors factors(const ScaledSystem *system)
{
    size_t n = (size_t)system->n;
    double *vectors = system->space, *values = vectors + n * n, *a = values + n, *change = a + n, *along = change + n, *rest = along + n;
    double *space = rest + system->m;
    Factors found = {.vectors = vectors, .values = values, .a = a, .change = change, .along = along, .rest = rest, .space = space,
                     .free = free_motion(system, vectors, space)};
    return found;
}

static size_t space(int n, int m) { return (size_t)n * n + 4 * (size_t)n + (size_t)m + free_motion_space(n); }

/* y (n) becomes (A^T A)^+ x. */
static void by_eigenvalues(const ScaledSystem *system, const Factors *own, const double *x, double *y)
{
    int n = system->n, r = system->independent, first = n - r;
    const double *others = own->vectors + (size_t)first * n;
    product(others, r, n, x, own->along);
    for (int k = 0; k < r; ++k) own->along[k] /= own->values[first + k];
    memset(y, 0, (size_t)n * sizeof *y);
    add_combination(others, r, n, own->along, y);
}

/* a (n) += A^+ (b - A a). */
static void approach_rows(const ScaledSystem *system, const Factors *own, const double *b, double *a)
{
    int n = system->n, m = system->m;
    double *rest = own->rest, *change = own->change;
    memset(rest, 0, (size_t)m * sizeof *rest);
    add_combination(system->A, n, m, a, rest);
    for (int r = 0; r < m; ++r) rest[r] = (b ? b[r] : 0.0) - rest[r];
    product(system->A, n, m, rest, change);
    by_eigenvalues(system, own, change, change);
    for (int i = 0; i < n; ++i) a[i] += change[i];
}

/* l (m) += (A^T)^+ (force - A^T l). */
static void approach_force(const ScaledSystem *system, const Factors *own, const double *force, double *l)
{
    int n = system->n, m = system->m;
    double *change = own->change;
    product(system->A, n, m, l, change);
    for (int i = 0; i < n; ++i) change[i] = force[i] - change[i];
    by_eigenvalues(system, own, change, change);
    add_combination(system->A, n, m, change, l);
}

static int factorize(ScaledSystem *system, Instance *instance, const char *what)
{
    int n = system->n, m = system->m, rank = 0;
    Factors own = factors(system);
    double *squares = own.space;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j)
            squares[(size_t)i * n + j] = squares[(size_t)j * n + i] = dot(system->A + (size_t)i * m, system->A + (size_t)j * m, m);
    symmetric_eigen(squares, n, own.values, own.vectors);
    while (rank < n && rank < m && own.values[n - 1 - rank] > DEPENDENT) ++rank;
    system->independent = rank;
    own = factors(system);
    for (int k = 0; k < n - rank; ++k) approach_rows(system, &own, NULL, own.vectors + (size_t)k * n);
    return factor_free_motion(&own.free, system->M, instance, what);
}

static void solve(const ScaledSystem *system, double *f, double *b)
{
    size_t bytes = (size_t)system->n * sizeof(double);
    Factors own = factors(system);
    memset(own.a, 0, bytes);
    approach_rows(system, &own, b, own.a);
    approach_rows(system, &own, b, own.a);
    solve_free_motion(&own.free, system->M, own.a, f);
    memset(b, 0, (size_t)system->m * sizeof *b);
    approach_force(system, &own, f, b);
    approach_force(system, &own, f, b);
    memcpy(f, own.a, bytes);
}

static const ConstraintMethod METHOD = {space, factorize, solve};

CONSTRAINED_KIND(ORTHOGONAL_COMPLEMENT, METHOD);
