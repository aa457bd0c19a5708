/* Gaussian elimination with partial pivoting.
   Source: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 2013, section 3.4. */

#include <math.h>

#include "linear_algebra.h"

int lu(double *A, int n, int *pivots)
{
    for (int j = 0; j < n; j++) {
        double *pivot = A + (size_t)j * n, largest = 0.0;
        int p = j;
        for (int i = j; i < n; i++)
            if (fabs(A[(size_t)i * n + j]) > largest) {
                largest = fabs(A[(size_t)i * n + j]);
                p = i;
            }
        if (!(largest > 0.0))
            return j + 1;
        pivots[j] = p;
        exchange(pivot, A + (size_t)p * n, n, 1);
        for (int i = j + 1; i < n; i++) {
            double *row = A + (size_t)i * n, factor = row[j] / pivot[j];
            row[j] = factor;
            if (factor == 0.0) continue;
            for (int k = j + 1; k < n; k++)
                row[k] -= factor * pivot[k];
        }
    }
    return 0;
}

void lu_solve(const double *LU, const int *pivots, int n, double *b)
{
    for (int i = 0; i < n; i++)
        exchange(b + i, b + pivots[i], 1, 1);
    for (int i = 0; i < n; i++)
        b[i] -= dot(LU + (size_t)i * n, b, i);
    for (int i = n - 1; i >= 0; i--) {
        const double *row = LU + (size_t)i * n;
        b[i] = (b[i] - dot(row + i + 1, b + i + 1, n - i - 1)) / row[i];
    }
}

void lu_transposed_solve(const double *LU, const int *pivots, int n, double *b)
{
    for (int i = 0; i < n; i++) {
        const double *row = LU + (size_t)i * n;
        b[i] /= row[i];
        for (int k = i + 1; k < n; k++)
            b[k] -= row[k] * b[i];
    }
    for (int i = n - 1; i >= 0; i--)
        for (int k = 0; k < i; k++)
            b[k] -= LU[(size_t)i * n + k] * b[i];
    for (int i = n - 1; i >= 0; i--)
        exchange(b + i, b + pivots[i], 1, 1);
}
