/* QR factorization with column pivoting by Householder reflections.
   Source: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 2013, sections 5.1 and 5.4.2. Columns are measured anew for every
   pivot, which costs half as much again but never a digit. */

#include <float.h>
#include <math.h>

#include "linear_algebra.h"

#define SIDE 8 /* columns that are treated side by side */

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The number of the longest of the columns `from` to n, measured from row `from` down. */
static int longest(const double *A, int m, int n, int from)
{
    int found = from;
    double most = 0.0;
    for (int start = from; start < n; start += SIDE) {
        int width = least(SIDE, n - start);
        double squares[SIDE] = {0.0};
        for (int i = from; i < m; i++)
            for (int c = 0; c < width; c++)
                squares[c] += A[(size_t)i * n + start + c] * A[(size_t)i * n + start + c];
        for (int c = 0; c < width; c++)
            if (squares[c] > most) {
                most = squares[c];
                found = start + c;
            }
    }
    return found;
}

/* Reflect so that column k has nothing below the diagonal: its vector (first entry one, not stored) goes there, the factor is returned. */
static double reflector(double *A, int m, int n, int k)
{
    double *head = A + (size_t)k * n + k, below = 0.0;
    for (int i = k + 1; i < m; i++)
        below += A[(size_t)i * n + k] * A[(size_t)i * n + k];
    double alpha = *head, square = alpha * alpha + below;
    if (below == 0.0 || square < DBL_MIN / DBL_EPSILON) /* nothing, beside the largest numbers, which are near one */
        return 0.0;
    double beta = -copysign(sqrt(square), alpha);
    for (int i = k + 1; i < m; i++)
        A[(size_t)i * n + k] /= alpha - beta;
    *head = beta;
    return (beta - alpha) / beta;
}

/* B (m rows, columns `from` to `columns`) becomes H B by the reflector in column k of A (m x n). */
static void reflect(const double *A, int n, int k, double tau, double *B, int m, int columns, int from)
{
    for (int start = from; start < columns; start += SIDE) {
        int width = least(SIDE, columns - start);
        double along[SIDE], *head = B + (size_t)k * columns + start;
        for (int c = 0; c < width; c++)
            along[c] = head[c];
        for (int i = k + 1; i < m; i++)
            for (int c = 0; c < width; c++)
                along[c] += A[(size_t)i * n + k] * B[(size_t)i * columns + start + c];
        for (int c = 0; c < width; c++) {
            along[c] *= tau;
            head[c] -= along[c];
        }
        for (int i = k + 1; i < m; i++)
            for (int c = 0; c < width; c++)
                B[(size_t)i * columns + start + c] -= along[c] * A[(size_t)i * n + k];
    }
}

/* The power of two that the largest number is near, or 0 where squares neither overflow nor vanish, or where nothing helps. */
static int magnitude(const double *A, size_t count)
{
    double largest = 0.0;
    int exponent = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(A[i]));
    if (largest > 0.0 && largest <= DBL_MAX)
        frexp(largest, &exponent);
    return exponent > 400 || exponent < -400 ? exponent : 0;
}

void pivoted_qr(double *A, int m, int n, int *order, double *tau)
{
    int exponent = magnitude(A, (size_t)m * n), reflectors = least(m, n);
    for (size_t i = 0; exponent && i < (size_t)m * n; i++)
        A[i] = ldexp(A[i], -exponent);
    for (int j = 0; j < n; j++)
        order[j] = j;
    for (int k = 0; k < reflectors; k++) {
        int p = longest(A, m, n, k);
        exchange_numbers(order, k, p);
        exchange(A + k, A + p, m, n);
        tau[k] = reflector(A, m, n, k);
        reflect(A, n, k, tau[k], A, m, n, k + 1);
    }
    for (int i = 0; exponent && i < reflectors; i++)
        for (int j = i; j < n; j++)
            A[(size_t)i * n + j] = ldexp(A[(size_t)i * n + j], exponent);
}

void qr_basis(const double *A, int m, int n, int reflectors, const double *tau, double *Q)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            Q[(size_t)i * m + j] = i == j;
    for (int k = reflectors - 1; k >= 0; k--) /* columns before k are still those of the identity, with nothing below row k */
        reflect(A, n, k, tau[k], Q, m, m, k);
}
