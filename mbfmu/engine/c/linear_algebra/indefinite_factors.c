/* Symmetric, indefinite systems: P A P^T = L D L^T with D in blocks of one row or two.
   Sources: J. R. Bunch, L. Kaufman, Some stable methods for calculating inertia and solving symmetric linear systems, Math. Comp. 31, 1977;
   N. J. Higham, FORTRAN codes for estimating the one-norm of a real or complex matrix, ACM Trans. Math. Softw. 14, 1988. */

#include <math.h>

#include "linear_algebra.h"

#define ALPHA 0.6403882032022076 /* (1 + sqrt(17)) / 8: entries grow as little behind one block of two rows as behind two of one */
#define LOOKS 5                  /* for a larger norm, at most */

/* The largest entry of row p beside its diagonal, among those from row and column k on. */
static double largest_beside(const double *A, int n, int k, int p)
{
    double largest = 0.0;
    for (int j = k; j < p; j++)
        largest = fmax(largest, fabs(A[(size_t)p * n + j]));
    for (int i = p + 1; i < n; i++)
        largest = fmax(largest, fabs(A[(size_t)i * n + p]));
    return largest;
}

/* How many rows the block at k has; row `chosen` is to change places with its last one. 0: the column has no pivot, and the matrix is singular.
   1: eliminate one row. 2: eliminate rows k and k + 1 together (Bunch and Kaufman's test). */
static int choose_block(const double *A, int n, int k, int *chosen)
{
    double own = fabs(A[(size_t)k * n + k]), column = 0.0, row;
    int p = k;
    *chosen = k;
    for (int i = k + 1; i < n; i++)
        if (fabs(A[(size_t)i * n + k]) > column) {
            column = fabs(A[(size_t)i * n + k]);
            p = i;
        }
    if (!(fmax(own, column) > 0.0))
        return 0;
    if (p == k || own >= ALPHA * column)
        return 1;
    row = largest_beside(A, n, k, p);
    if (own * row >= ALPHA * column * column)
        return 1;
    *chosen = p;
    return fabs(A[(size_t)p * n + p]) >= ALPHA * row ? 1 : 2;
}

/* What the block of one row at k leaves of the rest; w is work space. */
static void eliminate_one(double *A, int n, int k, double *w)
{
    for (int i = k + 1; i < n; i++) {
        double *row = A + (size_t)i * n, own = row[k];
        w[i] = own / A[(size_t)k * n + k];
        for (int j = k + 1; own != 0.0 && j <= i; j++)
            row[j] -= own * w[j];
        row[k] = w[i];
    }
}

/* The same of the block of two rows ((a, b), (b, c)) at k. */
static void eliminate_two(double *A, int n, int k, double *v, double *w)
{
    double b = A[(size_t)(k + 1) * n + k], a = A[(size_t)k * n + k] / b, c = A[(size_t)(k + 1) * n + k + 1] / b;
    double scale = 1.0 / (a * c - 1.0) / b;
    for (int i = k + 2; i < n; i++) {
        double *row = A + (size_t)i * n, first = row[k], second = row[k + 1];
        v[i] = scale * (c * first - second);
        w[i] = scale * (a * second - first);
        for (int j = k + 2; (first != 0.0 || second != 0.0) && j <= i; j++)
            row[j] -= first * v[j] + second * w[j];
        row[k] = v[i];
        row[k + 1] = w[i];
    }
}

/* A block of two rows has one positive eigenvalue and one negative. */
int indefinite(double *A, int n, double *beside, int *order, double *work)
{
    int positive = 0, chosen, size;
    for (int i = 0; i < n; i++) {
        order[i] = i;
        beside[i] = 0.0;
    }
    for (int k = 0; k < n; k += size) {
        size = choose_block(A, n, k, &chosen);
        if (!size)
            return -1;
        exchange_numbers(order, k + size - 1, chosen);
        exchange_symmetric(A, n, k + size - 1, chosen);
        if (size == 1) {
            eliminate_one(A, n, k, work);
            positive += A[(size_t)k * n + k] > 0.0;
        } else {
            eliminate_two(A, n, k, work, work + n);
            beside[k] = A[(size_t)(k + 1) * n + k];
            A[(size_t)(k + 1) * n + k] = 0.0;
            positive += 1;
        }
    }
    return positive;
}

/* y (n) becomes D^-1 y. */
static void divide_blocks(const double *LD, const double *beside, int n, double *y)
{
    for (int k = 0; k < n; k++) {
        double own = LD[(size_t)k * n + k], b = beside[k];
        if (b == 0.0) {
            y[k] /= own;
        } else {
            double a = own / b, c = LD[(size_t)(k + 1) * n + k + 1] / b, scale = 1.0 / (a * c - 1.0) / b, first = y[k];
            y[k] = scale * (c * first - y[k + 1]);
            y[k + 1] = scale * (a * y[k + 1] - first);
            k += 1;
        }
    }
}

void indefinite_solve(const double *LD, const double *beside, const int *order, int n, double *b, double *work)
{
    for (int i = 0; i < n; i++)
        work[i] = b[order[i]] - dot(LD + (size_t)i * n, work, i);
    divide_blocks(LD, beside, n, work);
    for (int i = n - 1; i >= 0; i--)
        for (int j = 0; j < i; j++)
            work[j] -= LD[(size_t)i * n + j] * work[i];
    for (int i = 0; i < n; i++)
        b[order[i]] = work[i];
}

static double sum_of_sizes(const double *x, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += fabs(x[i]);
    return sum;
}

/* The number of the longest column that the signs of A^-1 x point to, where x is what `found` was made of. */
static int steepest(const double *LD, const double *beside, const int *order, int n, const double *found, double *signs, double *work)
{
    int best = 0;
    for (int i = 0; i < n; i++)
        signs[i] = found[i] < 0.0 ? -1.0 : 1.0;
    indefinite_solve(LD, beside, order, n, signs, work);
    for (int i = 1; i < n; i++)
        if (fabs(signs[i]) > fabs(signs[best]))
            best = i;
    return best;
}

/* From the mean of all columns to the column that promises more, until none does; and one of alternating signs, which cancels seldom. */
double indefinite_inverse_norm(const double *LD, const double *beside, const int *order, int n, double *work)
{
    double *x = work, *signs = work + n, *solving = signs + n, most = 0.0, last = 0.0;
    for (int i = 0; i < n; i++)
        x[i] = 1.0 / n;
    for (int look = 0; look < LOOKS; look++) {
        indefinite_solve(LD, beside, order, n, x, solving);
        last = sum_of_sizes(x, n);
        if (!(last > most))
            break;
        most = last;
        int best = steepest(LD, beside, order, n, x, signs, solving);
        for (int i = 0; i < n; i++)
            x[i] = i == best;
    }
    for (int i = 0; i < n; i++)
        x[i] = (i % 2 ? -1.0 : 1.0) * (1.0 + (double)i / (n > 1 ? n - 1 : 1));
    indefinite_solve(LD, beside, order, n, x, solving);
    return fmax(most, 2.0 * sum_of_sizes(x, n) / (3.0 * n));
}
