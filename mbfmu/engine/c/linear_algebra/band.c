/* Cholesky factorization of symmetric, positive definite band matrices, stored column by column.
   Source: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 2013, section 4.3.5. */

#include <math.h>

#include "linear_algebra.h"

#define FEW 8

/* Entries of column j from its diagonal downwards. */
static int height(int j, int n, int width)
{
    return n - j < width ? n - j : width;
}

int band_cholesky(double *band, int n, int width)
{
    for (int j = 0; j < n; j++) {
        double *column = band + (size_t)j * width;
        int rows = height(j, n, width);
        if (!(column[0] > 0.0))
            return j + 1;
        column[0] = sqrt(column[0]);
        double inverse = 1.0 / column[0];
        for (int i = 1; i < rows; i++)
            column[i] *= inverse;
        for (int k = 1; k < rows; k++) {
            const double *restrict below = column + k;
            double *restrict right = column + (size_t)k * width, factor = column[k];
            for (int i = 0; i < rows - k; i++)
                right[i] -= factor * below[i];
        }
    }
    return 0;
}

/* `columns` of B, whose rows are `stride` apart, FEW at most: a row of them stays in registers. */
static inline void solve(const double *band, int n, int width, double *B, int stride, int columns)
{
    double x[FEW];
    for (int j = 0; j < n; j++) {
        const double *l = band + (size_t)j * width;
        double *b = B + (size_t)j * stride;
        int rows = height(j, n, width);
        double inverse = 1.0 / l[0]; /* ready before b is */
        for (int c = 0; c < columns; c++)
            b[c] = x[c] = b[c] * inverse;
        for (int i = 1; i < rows; i++)
            for (int c = 0; c < columns; c++)
                b[(size_t)i * stride + c] -= l[i] * x[c];
    }
    for (int j = n - 1; j >= 0; j--) {
        const double *l = band + (size_t)j * width;
        double *b = B + (size_t)j * stride;
        int rows = height(j, n, width);
        double inverse = 1.0 / l[0];
        for (int c = 0; c < columns; c++)
            x[c] = b[c];
        for (int i = 1; i < rows; i++)
            for (int c = 0; c < columns; c++)
                x[c] -= l[i] * b[(size_t)i * stride + c];
        for (int c = 0; c < columns; c++)
            b[c] = x[c] * inverse;
    }
}

/* Compilers unroll the numbers of columns that they know: one of multipliers, and seven of superelements. */
void band_solve(const double *band, int n, int width, double *B, int columns)
{
    if (columns == 1)
        solve(band, n, width, B, 1, 1);
    else if (columns == 7)
        solve(band, n, width, B, 7, 7);
    else
        for (int first = 0; first < columns; first += FEW)
            solve(band, n, width, B + first, columns, columns - first < FEW ? columns - first : FEW);
}
