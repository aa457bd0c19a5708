/* free_motion.c: inertia beyond roundoff, words for motions that have none, and the projected equations of motion. */

#include "free_motion.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "linear_algebra.h"

int factor_inertia(double *M, int n, const double *size, double *diagonal)
{
    for (int i = 0; i < n; ++i) diagonal[i] = M[(size_t)i * n + i];
    int singular = cholesky(M, n) != 0;
    for (int i = 0; i < n && !singular; ++i) singular = !(M[(size_t)i * n + i] * M[(size_t)i * n + i] > SINGULAR_INERTIA * size[i]);
    if (!singular) return 0;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < i; ++j) M[(size_t)i * n + j] = M[(size_t)j * n + i];
        M[(size_t)i * n + i] = diagonal[i];
    }
    return -1;
}

#define NAMED 6 /* speeds at most */

void words_for_motion(const double *motion, int n, char words[WORDS])
{
    double largest = 0.0;
    int count = 0, found[NAMED], length = 0;
    for (int i = 0; i < n; ++i) largest = fmax(largest, fabs(motion[i]));
    for (int i = 0; i < n && count < NAMED; ++i)
        if (fabs(motion[i]) > 0.1 * largest) found[count++] = i + 1;
    length = snprintf(words, WORDS, "the motion along speed%s ", count > 1 ? "s" : "");
    for (int i = 0; i < count; ++i) length += snprintf(words + length, (size_t)(WORDS - length), "%s%d", i ? ", " : "", found[i]);
    snprintf(words + length, (size_t)(WORDS - length), " of %d", n);
}

FreeMotion free_motion(const ScaledSystem *system, const double *N, double *space)
{
    int n = system->n, free = n - system->independent;
    FreeMotion found = {.n = n, .free = free, .N = N, .inertia = space, .work = space + (size_t)free * free};
    return found;
}

size_t free_motion_space(int n) { return 2 * (size_t)n * n + 2 * (size_t)n; }

/* N M N^T by N M; M is symmetric. */
static void project_inertia(const FreeMotion *of, const double *M)
{
    int n = of->n;
    for (int i = 0; i < of->free; ++i) {
        double *row = of->work + (size_t)i * n;
        memset(row, 0, (size_t)n * sizeof *row);
        add_combination(M, n, n, of->N + (size_t)i * n, row);
        for (int j = 0; j <= i; ++j)
            of->inertia[(size_t)i * of->free + j] = of->inertia[(size_t)j * of->free + i] = dot(row, of->N + (size_t)j * n, n);
    }
}

/* The motion that has the least inertia is named. */
static int refuse_not_unique(const FreeMotion *of, Instance *instance, const char *what)
{
    int n = of->n, missing = 0;
    double *least = of->work, *values = least + (size_t)of->free * n, *motion = values + n;
    char words[WORDS];
    symmetric_eigen(of->inertia, of->free, values, least);
    for (int i = 0; i < of->free; ++i) missing += values[i] <= SINGULAR_INERTIA;
    memset(motion, 0, (size_t)n * sizeof *motion);
    add_combination(of->N, of->free, n, least, motion);
    words_for_motion(motion, n, words);
    return fail(instance,
                "%s: the accelerations are not unique: the rank of [M A^T] is %d of %d, so %s has neither inertia nor a constraint; "
                "give what moves there mass or inertia, or a constraint",
                what, n - (missing ? missing : 1), n, words);
}

int factor_free_motion(const FreeMotion *of, const double *M, Instance *instance, const char *what)
{
    double *size = of->work, *diagonal = size + of->n, largest = 0.0;
    project_inertia(of, M);
    for (int i = 0; i < of->n; ++i) largest = fmax(largest, M[(size_t)i * of->n + i]);
    for (int i = 0; i < of->free; ++i) size[i] = largest;
    return factor_inertia(of->inertia, of->free, size, diagonal) ? refuse_not_unique(of, instance, what) : 0;
}

/* f becomes M a - f. */
static void force_of_constraints(const double *M, const double *a, int n, double *f)
{
    for (int i = 0; i < n; ++i) f[i] = dot(M + (size_t)i * n, a, n) - f[i];
}

void solve_free_motion(const FreeMotion *of, const double *M, double *a, double *f)
{
    int n = of->n;
    double *left = of->work, *z = left + n;
    memcpy(left, f, (size_t)n * sizeof *left);
    force_of_constraints(M, a, n, left);
    product(of->N, of->free, n, left, z);
    for (int i = 0; i < of->free; ++i) z[i] = -z[i];
    cholesky_solve(of->inertia, of->free, z, 1);
    add_combination(of->N, of->free, n, z, a);
    force_of_constraints(M, a, n, f);
}
