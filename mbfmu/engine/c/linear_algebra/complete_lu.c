/* Gaussian elimination with complete pivoting, of any rank.
   Source: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 2013, section 3.4.8. Rows with nothing in the pivot's column are left as they
   are, so blocks of rows that share no column with others cost what they cost alone. */

#include <math.h>

#include "linear_algebra.h"

/* The largest entry right of and below (k, k), and where it is. */
static double pivot(const double *A, int m, int n, int k, int *row, int *column)
{
    double largest = 0.0;
    *row = *column = k;
    for (int i = k; i < m; i++)
        for (int j = k; j < n; j++)
            if (fabs(A[(size_t)i * n + j]) > largest) {
                largest = fabs(A[(size_t)i * n + j]);
                *row = i;
                *column = j;
            }
    return largest;
}

static void eliminate(double *A, int m, int n, int k)
{
    const double *above = A + (size_t)k * n;
    for (int i = k + 1; i < m; i++) {
        double *row = A + (size_t)i * n;
        if (row[k] == 0.0)
            continue;
        row[k] /= above[k];
        for (int j = k + 1; j < n; j++)
            row[j] -= row[k] * above[j];
    }
}

int complete_lu(double *A, int m, int n, double tolerance, int *rows, int *columns)
{
    for (int i = 0; i < m; i++)
        rows[i] = i;
    for (int j = 0; j < n; j++)
        columns[j] = j;
    for (int k = 0; k < m && k < n; k++) {
        int row, column;
        if (!(pivot(A, m, n, k, &row, &column) > tolerance))
            return k;
        exchange(A + (size_t)k * n, A + (size_t)row * n, n, 1);
        exchange(A + k, A + column, m, n);
        exchange_numbers(rows, k, row);
        exchange_numbers(columns, k, column);
        eliminate(A, m, n, k);
    }
    return m < n ? m : n;
}
