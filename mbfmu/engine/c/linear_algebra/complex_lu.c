/* complex_lu.c: Gaussian elimination with partial pivoting (Golub, Van Loan, Matrix Computations, section 3.4) for complex numbers. */

#include "complex_lu.h"

#include <math.h>

/* The size that pivots are compared by, as LAPACK does; no square root, no overflow. */
static double size_of(const double *z) { return fabs(z[0]) + fabs(z[1]); }

/* a -= b c */
static void subtract_product(double *a, const double *b, const double *c)
{
    double re = b[0] * c[0] - b[1] * c[1], im = b[0] * c[1] + b[1] * c[0];
    a[0] -= re;
    a[1] -= im;
}

/* a /= b, by Smith's method, which does not overflow on the way. */
static void divide(double *a, const double *b)
{
    double re = a[0], im = a[1];
    if (fabs(b[0]) >= fabs(b[1])) {
        double ratio = b[1] / b[0], d = b[0] + b[1] * ratio;
        a[0] = (re + im * ratio) / d;
        a[1] = (im - re * ratio) / d;
    } else {
        double ratio = b[0] / b[1], d = b[0] * ratio + b[1];
        a[0] = (re * ratio + im) / d;
        a[1] = (im * ratio - re) / d;
    }
}

static void swap(double *a, double *b, int numbers)
{
    for (int i = 0; i < numbers; ++i) {
        double held = a[i];
        a[i] = b[i];
        b[i] = held;
    }
}

static int pivot_of(const double *A, int n, int column)
{
    int pivot = column;
    for (int i = column + 1; i < n; ++i)
        if (size_of(A + 2 * (i * n + column)) > size_of(A + 2 * (pivot * n + column))) pivot = i;
    return pivot;
}

int complex_lu(double *A, int n, int *pivots)
{
    for (int k = 0; k < n; ++k) {
        double *row = A + 2 * k * n;
        pivots[k] = pivot_of(A, n, k);
        if (!(size_of(A + 2 * (pivots[k] * n + k)) > 0.0)) return k + 1;
        if (pivots[k] != k) swap(row, A + 2 * pivots[k] * n, 2 * n);
        for (int i = k + 1; i < n; ++i) {
            double *below = A + 2 * i * n;
            if (size_of(below + 2 * k) == 0.0) continue;
            divide(below + 2 * k, row + 2 * k);
            for (int j = k + 1; j < n; ++j) subtract_product(below + 2 * j, below + 2 * k, row + 2 * j);
        }
    }
    return 0;
}

void complex_lu_solve(const double *LU, const int *pivots, int n, double *b)
{
    for (int k = 0; k < n; ++k)
        if (pivots[k] != k) swap(b + 2 * k, b + 2 * pivots[k], 2);
    for (int i = 1; i < n; ++i)
        for (int j = 0; j < i; ++j) subtract_product(b + 2 * i, LU + 2 * (i * n + j), b + 2 * j);
    for (int i = n - 1; i >= 0; --i) {
        for (int j = i + 1; j < n; ++j) subtract_product(b + 2 * i, LU + 2 * (i * n + j), b + 2 * j);
        divide(b + 2 * i, LU + 2 * (i * n + i));
    }
}
