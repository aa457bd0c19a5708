/* The eigenvalues of any real matrix, by elimination to Hessenberg form and the QR algorithm with double shifts.
   Sources: J. H. Wilkinson, C. Reinsch, Handbook for Automatic Computation II, Linear Algebra, 1971, contributions II/11 (balance), II/13 (elmhes)
   and II/14 (hqr). */

#include <float.h>
#include <math.h>

#include "linear_algebra.h"

#define RADIX 2.0
#define ROUNDS 60       /* of an eigenvalue; two or three are needed */
#define EXCEPTIONAL 10  /* rounds after which another shift is tried */
#define SWEEPS 1000     /* that balance; a few are needed */

#define ENTRY(i, j) A[(size_t)(i) * n + (j)]

static void sums_beside(const double *A, int n, int i, double *row, double *column)
{
    *row = *column = 0.0;
    for (int j = 0; j < n; ++j)
        if (j != i) {
            *row += fabs(ENTRY(i, j));
            *column += fabs(ENTRY(j, i));
        }
}

/* Rows and columns are scaled by powers of two, which costs no digit, until they are about as long as each other. */
static void balance(double *A, int n)
{
    for (int changed = 1, sweep = 0; changed && sweep < SWEEPS; ++sweep) {
        changed = 0;
        for (int i = 0; i < n; ++i) {
            double row, column, factor = 1.0;
            sums_beside(A, n, i, &row, &column);
            if (row == 0.0 || column == 0.0) continue;
            double sum = row + column;
            for (; column < row / RADIX; column *= RADIX * RADIX) factor *= RADIX;
            for (; column >= row * RADIX; column /= RADIX * RADIX) factor /= RADIX;
            if (!((column + row) / factor < 0.95 * sum)) continue;
            changed = 1;
            for (int j = 0; j < n; ++j) ENTRY(i, j) /= factor;
            for (int j = 0; j < n; ++j) ENTRY(j, i) *= factor;
        }
    }
}

static void to_hessenberg(double *A, int n)
{
    for (int m = 1; m < n - 1; ++m) {
        int pivot = m;
        for (int i = m + 1; i < n; ++i)
            if (fabs(ENTRY(i, m - 1)) > fabs(ENTRY(pivot, m - 1))) pivot = i;
        if (ENTRY(pivot, m - 1) == 0.0) continue;
        exchange(&ENTRY(pivot, 0), &ENTRY(m, 0), n, 1);
        exchange(&ENTRY(0, pivot), &ENTRY(0, m), n, n);
        for (int i = m + 1; i < n; ++i) {
            double part = ENTRY(i, m - 1) / ENTRY(m, m - 1);
            if (part == 0.0) continue;
            for (int j = m - 1; j < n; ++j) ENTRY(i, j) -= part * ENTRY(m, j);
            for (int j = 0; j < n; ++j) ENTRY(j, m) += part * ENTRY(j, i);
        }
    }
    for (int i = 2; i < n; ++i)
        for (int j = 0; j < i - 1; ++j) ENTRY(i, j) = 0.0;
}

/* The first row of the block that ends at row `high`: what lies beside it is nothing. */
static int first_of_block(double *A, int n, int high, double size)
{
    int low = high;
    for (; low > 0; --low) {
        double beside = fabs(ENTRY(low - 1, low - 1)) + fabs(ENTRY(low, low));
        if (fabs(ENTRY(low, low - 1)) <= DBL_EPSILON * (beside > 0.0 ? beside : size)) break;
    }
    if (low > 0) ENTRY(low, low - 1) = 0.0;
    return low;
}

/* Those of the last two rows. */
static void pair_of(const double *A, int n, int high, double shifted, double *real, double *imaginary)
{
    double x = ENTRY(high, high), y = ENTRY(high - 1, high - 1), w = ENTRY(high, high - 1) * ENTRY(high - 1, high);
    double p = 0.5 * (y - x), q = p * p + w, z = sqrt(fabs(q));
    if (q >= 0.0) {
        z = p + copysign(z, p);
        real[high - 1] = real[high] = x + shifted + z;
        if (z != 0.0) real[high] = x + shifted - w / z;
        imaginary[high - 1] = imaginary[high] = 0.0;
    } else {
        real[high - 1] = real[high] = x + shifted + p;
        imaginary[high - 1] = z;
        imaginary[high] = -z;
    }
}

/* One reflection of a sweep: rows k to k + 2 (or k + 1, at the end) by the vector p, q, r; the block is rows low to high. */
static void reflect_from(double *A, int n, int low, int high, int k, const double vector[3], double length)
{
    int last = k == high - 1, end = k + 3 < high ? k + 3 : high;
    double p = vector[0] + length, x = p / length, y = vector[1] / length, z = vector[2] / length, q = vector[1] / p, r = vector[2] / p;
    for (int j = k; j <= high; ++j) {
        double sum = ENTRY(k, j) + q * ENTRY(k + 1, j) + (last ? 0.0 : r * ENTRY(k + 2, j));
        ENTRY(k, j) -= sum * x;
        ENTRY(k + 1, j) -= sum * y;
        if (!last) ENTRY(k + 2, j) -= sum * z;
    }
    for (int i = low; i <= end; ++i) {
        double sum = x * ENTRY(i, k) + y * ENTRY(i, k + 1) + (last ? 0.0 : z * ENTRY(i, k + 2));
        ENTRY(i, k) -= sum;
        ENTRY(i, k + 1) -= sum * q;
        if (!last) ENTRY(i, k + 2) -= sum * r;
    }
}

/* One double step of the QR algorithm on rows low to high, three at the least, with shifts of sum s and product w. */
static void double_step(double *A, int n, int low, int high, double s, double w)
{
    for (int k = low; k < high; ++k) {
        int last = k == high - 1;
        double vector[3];
        if (k == low) {
            double a = ENTRY(low, low), b = ENTRY(low + 1, low);
            vector[0] = a * a - s * a + w + ENTRY(low, low + 1) * b;
            vector[1] = b * (a + ENTRY(low + 1, low + 1) - s);
            vector[2] = b * ENTRY(low + 2, low + 1);
        } else {
            vector[0] = ENTRY(k, k - 1);
            vector[1] = ENTRY(k + 1, k - 1);
            vector[2] = last ? 0.0 : ENTRY(k + 2, k - 1);
        }
        double largest = fabs(vector[0]) + fabs(vector[1]) + fabs(vector[2]);
        if (largest == 0.0) continue;
        for (int i = 0; i < 3; ++i) vector[i] /= largest;
        double length = copysign(norm(vector, 3), vector[0]);
        if (k > low) {
            ENTRY(k, k - 1) = -length * largest;
            ENTRY(k + 1, k - 1) = 0.0;
            if (!last) ENTRY(k + 2, k - 1) = 0.0;
        }
        reflect_from(A, n, low, high, k, vector, length);
    }
}

int eigenvalues(double *A, int n, double *real, double *imaginary)
{
    double size = 0.0, shifted = 0.0;
    if (!all_finite(A, n * n)) return -1;
    balance(A, n);
    to_hessenberg(A, n);
    for (int i = 0; i < n * n; ++i) size += fabs(A[i]);
    for (int high = n - 1, round = 0; high >= 0; ++round) {
        int low = first_of_block(A, n, high, size);
        if (low >= high - 1) {
            if (low == high) {
                real[high] = ENTRY(high, high) + shifted;
                imaginary[high] = 0.0;
            } else {
                pair_of(A, n, high, shifted, real, imaginary);
            }
            high = low - 1;
            round = -1;
            continue;
        }
        if (round == ROUNDS) return -1;
        double x = ENTRY(high, high), y = ENTRY(high - 1, high - 1), w = ENTRY(high, high - 1) * ENTRY(high - 1, high);
        if (round && round % EXCEPTIONAL == 0) {
            shifted += x;
            for (int i = 0; i <= high; ++i) ENTRY(i, i) -= x;
            double beside = fabs(ENTRY(high, high - 1)) + fabs(ENTRY(high - 1, high - 2));
            x = y = 0.75 * beside;
            w = -0.4375 * beside * beside;
        }
        double_step(A, n, low, high, x + y, x * y - w);
    }
    return 0;
}
