/* sparse.c: see sparse.h. */

#include "sparse.h"

#include <math.h>
#include <string.h>

/* A number that a loop reads again and again has a name here: compilers cannot know that what the loop writes is another.

   From the last row on, so that what is eliminated changes nothing but what lies below it in the tree. */
int sparse_cholesky(Pattern of, int n, double *A, double *work)
{
    for (int k = n - 1; k >= 0; k--) {
        int first = of.start[k], last = of.start[k + 1] - 1;
        if (!(A[last] > 0.0))
            return k + 1;
        A[last] = sqrt(A[last]);
        double inverse = 1.0 / A[last];
        for (int p = first; p < last; p++)
            work[of.column[p]] = A[p] *= inverse;
        for (int p = first; p < last; p++) {
            double factor = A[p];
            int end = of.start[of.column[p] + 1];
            for (int q = of.start[of.column[p]]; q < end; q++)
                A[q] -= factor * work[of.column[q]];
        }
        for (int p = first; p < last; p++)
            work[of.column[p]] = 0.0;
    }
    return 0;
}

void sparse_lower_solve(Pattern of, int n, const double *L, double *x)
{
    for (int i = 0; i < n; i++) {
        int last = of.start[i + 1] - 1;
        double left = x[i], inverse = 1.0 / L[last]; /* ready before what is left is */
        for (int p = of.start[i]; p < last; p++)
            left -= L[p] * x[of.column[p]];
        x[i] = left * inverse;
    }
}

void sparse_lower_product(Pattern of, int n, const double *L, const double *x, double *result)
{
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        int end = of.start[i + 1];
        for (int p = of.start[i]; p < end; p++)
            sum += L[p] * x[of.column[p]];
        result[i] = sum;
    }
}

void sparse_row_solve(Pattern of, const double *L, const int *columns, int count, double *x)
{
    for (int k = count - 1; k >= 0; k--) {
        int j = columns[k], last = of.start[j + 1] - 1;
        if (x[j] == 0.0)
            continue;
        double inverse = 1.0 / L[last], found = x[j] * inverse;
        for (int p = of.start[j]; p < last; p++)
            x[of.column[p]] -= L[p] * found;
        x[j] = found;
    }
}

double sparse_square(Pattern of, int n, const double *A, const double *x)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        for (int p = of.start[i]; p < of.start[i + 1]; p++)
            sum += (of.column[p] == i ? 1.0 : 2.0) * A[p] * x[i] * x[of.column[p]];
    return sum;
}

void sparse_spread(Pattern of, int m, int n, const double *A, double *dense)
{
    memset(dense, 0, (size_t)m * n * sizeof *dense);
    for (int i = 0; i < m; i++)
        for (int p = of.start[i]; p < of.start[i + 1]; p++)
            dense[(size_t)i * n + of.column[p]] = A[p];
}
