/* without_rows.c: no row is independent, so every motion is free: M a = f. */

#include "without_rows.h"

#include <string.h>

#include "free_motion.h"

static size_t space(int n, int m)
{
    (void)m;
    return (size_t)n * n + free_motion_space(n) + (size_t)n;
}

/* Every motion is free. */
static FreeMotion all_free(const ScaledSystem *system)
{
    size_t n = (size_t)system->n;
    return free_motion(system, system->space, system->space + n * n + n);
}

static int factorize(ScaledSystem *system, Instance *instance, const char *what)
{
    int n = system->n;
    system->independent = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) system->space[(size_t)i * n + j] = i == j;
    FreeMotion all = all_free(system);
    return factor_free_motion(&all, system->M, instance, what);
}

static void solve(const ScaledSystem *system, double *f, double *b)
{
    (void)b;
    size_t n = (size_t)system->n, bytes = n * sizeof(double);
    double *a = system->space + n * n;
    FreeMotion all = all_free(system);
    memset(a, 0, bytes);
    solve_free_motion(&all, system->M, a, f);
    memcpy(f, a, bytes);
}

const ConstraintMethod WITHOUT_ROWS = {space, factorize, solve};
