/* sparse.c: see sparse.h. */

#include "sparse.h"

#include <math.h>
#include <string.h>

/* From the last row on, so that what is eliminated changes nothing but what lies below it in the tree. The rows there have the columns that this one
   begins with. */
int sparse_cholesky(Pattern of, int n, double *A)
{
    for (int k = n - 1; k >= 0; k--) {
        const int *column = of.column + of.start[k];
        double *restrict row = A + of.start[k];
        int last = sparse_length(of, k) - 1;
        if (!(row[last] > 0.0))
            return k + 1;
        row[last] = sqrt(row[last]);
        double inverse = 1.0 / row[last];
        for (int p = 0; p < last; p++)
            row[p] *= inverse;
        for (int p = 0; p < last; p++) {
            double *restrict below = A + of.start[column[p]], factor = row[p];
            for (int q = 0; q <= p; q++)
                below[q] -= factor * row[q];
        }
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

void sparse_spread(Pattern of, int m, int n, const double *A, double *dense)
{
    memset(dense, 0, (size_t)m * n * sizeof *dense);
    for (int i = 0; i < m; i++)
        for (int p = of.start[i]; p < of.start[i + 1]; p++)
            dense[(size_t)i * n + of.column[p]] = A[p];
}

double sparse_dot(Pattern of, const double *A, int i, const double *B, int j)
{
    double sum = 0.0;
    for (int p = of.start[i], q = of.start[j]; p < of.start[i + 1] && q < of.start[j + 1];) {
        int step = of.column[p] - of.column[q];
        if (!step) sum += A[p] * B[q];
        p += step <= 0;
        q += step >= 0;
    }
    return sum;
}

void sparse_add(Pattern of, double *A, int i, double times, const double *B, int j)
{
    for (int p = of.start[i], q = of.start[j]; p < of.start[i + 1] && q < of.start[j + 1];) {
        int step = of.column[p] - of.column[q];
        if (!step) A[p] += times * B[q];
        p += step <= 0;
        q += step >= 0;
    }
}
