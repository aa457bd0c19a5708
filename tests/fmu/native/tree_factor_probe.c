/* tree_factor_probe.c: masses of a tree and their factor, for tests of these alone. */

#include <string.h>

#include "linear_algebra.h"
#include "tree_factor.h"

/* M (n x n, lower triangle), F (n x n), F^-1 x and x F^-1; the smallest pivot, or -1 where M is not positive. */
double tree_factor(int bodies, const int *lower, const int *mover, const int *first, const int *place, const double *masses, const double *x, double *M,
                   double *F, double *solved, double *row)
{
    const Problem problem = {.token = "", .numbers = 1};
    const MassTree tree = {bodies, lower, mover, first, place};
    Instance *instance = instance_new(&problem, (Room){0, 1, 1}, NULL);
    int n = first[bodies], positive, all[1024];
    TreeFactor factor;
    double smallest = -1.0;
    reserve(instance, 12 * (size_t)bodies + (size_t)n);
    write_tree_masses(instance, &tree, masses, M);
    if (!find_tree_factor(instance, &tree, masses, &factor, &positive) && positive) {
        smallest = smallest_pivot(&factor);
        for (int j = 0; j < n; ++j) {
            all[j] = j;
            solved[j] = 1.0;
            memset(row, 0, (size_t)n * sizeof *row);
            row[j] = 1.0;
            tree_factor_product(&factor, row, F + (size_t)j * n);
        }
        transpose(F, n);
        memcpy(solved, x, (size_t)n * sizeof *x);
        memcpy(row, x, (size_t)n * sizeof *x);
        tree_factor_solve(&factor, solved);
        tree_factor_row_solve(&factor, all, n, row);
    }
    instance_free(instance);
    return smallest;
}
