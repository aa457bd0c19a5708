/* Vectors: products, lengths, and whether all is finite. */

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
    for (int i = 0; i < n; i++)
        if (!isfinite(a[i]))
            return 0;
    return 1;
}
