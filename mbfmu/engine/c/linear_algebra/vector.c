/* Vectors: products, lengths, and whether all is finite; products of matrices with them. */

#include <float.h>
#include <math.h>

#include "linear_algebra.h"

/* In four sums, which processors add side by side. */
double dot(const double *a, const double *b, int n)
{
    double sums[4] = {0.0, 0.0, 0.0, 0.0}, rest = 0.0;
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++)
            sums[k] += a[i + k] * b[i + k];
    for (; i < n; i++)
        rest += a[i] * b[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest;
}

/* Squares that overflow or vanish are taken of numbers relative to the largest. */
double norm(const double *a, int n)
{
    double square = dot(a, a, n), largest = 0.0, sum = 0.0;
    if (isnan(square) || (square > DBL_MIN / DBL_EPSILON && square <= DBL_MAX))
        return sqrt(square);
    for (int i = 0; i < n; i++)
        largest = fmax(largest, fabs(a[i]));
    if (largest == 0.0 || isinf(largest))
        return largest;
    for (int i = 0; i < n; i++)
        sum += (a[i] / largest) * (a[i] / largest);
    return largest * sqrt(sum);
}

int all_finite(const double *a, int n)
{
    int finite = 1;
    for (int i = 0; i < n; i++)
        finite &= fabs(a[i]) <= DBL_MAX; /* all of them: that is done side by side */
    return finite;
}

void product(const double *A, int m, int n, const double *x, double *result)
{
    for (int i = 0; i < m; i++)
        result[i] = dot(A + (size_t)i * n, x, n);
}

void add_combination(const double *A, int m, int n, const double *y, double *x)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; y[i] != 0.0 && j < n; j++)
            x[j] += y[i] * A[(size_t)i * n + j];
}

void exchange(double *a, double *b, int n, int stride)
{
    for (size_t i = 0; i < (size_t)n * stride; i += stride) {
        double kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

void exchange_numbers(int *order, int i, int j)
{
    int kept = order[i];
    order[i] = order[j];
    order[j] = kept;
}

void exchange_symmetric(double *A, int n, int j, int p)
{
    double *first = A + (size_t)j * n, *second = A + (size_t)p * n;
    exchange(first, second, j, 1);
    exchange(first + j, second + p, 1, 1);
    for (int k = j + 1; k < p; k++)
        exchange(A + (size_t)k * n + j, second + k, 1, 1);
    for (int k = p + 1; k < n; k++)
        exchange(A + (size_t)k * n + j, A + (size_t)k * n + p, 1, 1);
}

void transpose(double *A, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            exchange(A + (size_t)i * n + k, A + (size_t)k * n + i, 1, 1);
}

void rotate(double *a, double *b, double cosine, double sine, int n)
{
    for (int i = 0; i < n; i++) {
        double x = a[i], y = b[i];
        a[i] = cosine * x - sine * y;
        b[i] = sine * x + cosine * y;
    }
}
