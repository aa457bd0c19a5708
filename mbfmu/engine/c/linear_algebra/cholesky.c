/* Cholesky factorization of symmetric, positive (semi)definite matrices, and triangular systems.
   Source: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 2013, sections 4.2.5 and 4.2.8. */

#include <math.h>

#include "linear_algebra.h"

/* Column by column: the rows of one do not wait for each other. */
int cholesky(double *A, int n)
{
    for (int j = 0; j < n; j++) {
        double *above = A + (size_t)j * n, pivot = above[j] - dot(above, above, j);
        if (!(pivot > 0.0))
            return j + 1;
        above[j] = sqrt(pivot);
        double inverse = 1.0 / above[j];
        for (int i = j + 1; i < n; i++) {
            double *row = A + (size_t)i * n;
            row[j] = (row[j] - dot(row, above, j)) * inverse;
        }
    }
    return 0;
}

static void subtract(double *from, double factor, const double *row, int n)
{
    for (int k = 0; k < n; k++)
        from[k] -= factor * row[k];
}

static void divide(double *row, double by, int n)
{
    for (int k = 0; k < n; k++)
        row[k] /= by;
}

void lower_solve(const double *L, int n, double *B, int columns)
{
    for (int i = 0; i < n; i++) {
        const double *l = L + (size_t)i * n;
        double *b = B + (size_t)i * columns;
        if (columns == 1)
            b[0] -= dot(l, B, i);
        else
            for (int j = 0; j < i; j++)
                subtract(b, l[j], B + (size_t)j * columns, columns);
        divide(b, l[i], columns);
    }
}

void lower_transposed_solve(const double *L, int n, double *B, int columns)
{
    for (int i = n - 1; i >= 0; i--) {
        const double *l = L + (size_t)i * n;
        double *b = B + (size_t)i * columns;
        divide(b, l[i], columns);
        if (columns == 1)
            subtract(B, b[0], l, i);
        else
            for (int j = 0; j < i; j++)
                subtract(B + (size_t)j * columns, l[j], b, columns);
    }
}

void cholesky_solve(const double *L, int n, double *B, int columns)
{
    lower_solve(L, n, B, columns);
    lower_transposed_solve(L, n, B, columns);
}

int pivoted_cholesky(double *A, int n, double tolerance, int *order)
{
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int j = 0; j < n; j++) {
        int p = j; /* the diagonal is kept up to date: it holds what is left of each row */
        for (int i = j + 1; i < n; i++)
            if (A[(size_t)i * n + i] > A[(size_t)p * n + p])
                p = i;
        if (!(A[(size_t)p * n + p] > tolerance))
            return j;
        if (p != j) {
            exchange_numbers(order, j, p);
            exchange_symmetric(A, n, j, p);
        }
        double *pivot = A + (size_t)j * n;
        pivot[j] = sqrt(pivot[j]);
        for (int i = j + 1; i < n; i++) {
            double *row = A + (size_t)i * n;
            row[j] = (row[j] - dot(row, pivot, j)) / pivot[j];
            row[i] -= row[j] * row[j];
        }
    }
    return n;
}
