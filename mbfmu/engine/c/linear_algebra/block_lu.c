/* block_lu.c: see block_lu.h. */

#include "block_lu.h"

#include <string.h>

#include "linear_algebra.h"

size_t block_numbers(const StateBlocks *of, int times)
{
    return of->count ? (size_t)times * (size_t)times * (size_t)of->place[of->pattern.start[of->count]] : 0;
}

static size_t place_of(const StateBlocks *of, int times, int i, int j)
{
    const int *column = of->pattern.column;
    int low = of->pattern.start[i], high = of->pattern.start[i + 1] - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (column[middle] < j)
            low = middle + 1;
        else
            high = middle;
    }
    return (size_t)times * (size_t)times * (size_t)of->place[low];
}

double *block_at(const StateBlocks *of, int times, double *A, int i, int j) { return A + place_of(of, times, i, j); }

static inline void put(const StateBlocks *of, int times, double *A, int row, int column, double factor, const double *B)
{
    for (int i = 0; i < of->count; i++)
        for (int p = of->pattern.start[i]; p < of->pattern.start[i + 1]; p++) {
            int height = states_in(of, i), width = states_in(of, of->pattern.column[p]);
            for (int r = 0; r < height; r++) {
                const double *restrict from = B + of->place[p] + (size_t)r * width;
                double *restrict to = A + (size_t)times * (size_t)times * (size_t)of->place[p] + ((size_t)r * times + row) * ((size_t)width * times) + column;
                for (int c = 0; c < width; c++)
                    to[c * times] = factor * from[c];
            }
        }
}

/* Compilers make more of a number that they know. */
void block_put(const StateBlocks *of, int times, double *A, int row, int column, double factor, const double *B)
{
    if (times == 1)
        put(of, 1, A, 0, 0, factor, B);
    else
        put(of, times, A, row, column, factor, B);
}

void block_add_on_diagonal(const StateBlocks *of, int times, double *A, const double *small)
{
    for (int i = 0; i < of->count; i++) {
        int n = states_in(of, i), width = times * n;
        double *block = block_at(of, times, A, i, i);
        for (int k = 0; k < n; k++)
            for (int r = 0; r < times; r++)
                for (int c = 0; c < times; c++)
                    block[(size_t)(k * times + r) * width + k * times + c] += small[r * times + c];
    }
}

/* The first entry of row i right of the diagonal, and the first of the next row. */
static int right_of(const StateBlocks *of, int i)
{
    int p = of->pattern.start[i];
    while (of->pattern.column[p] <= i && ++p < of->pattern.start[i + 1]) {
    }
    return p;
}

/* b (n) becomes L^-1 P b, with the factors of a diagonal block. */
static void solve_lower_vector(const double *LU, const int *pivots, int n, double *b)
{
    for (int i = 0; i < n; i++)
        exchange(b + i, b + pivots[i], 1, 1);
    for (int i = 0; i < n; i++)
        b[i] -= dot(LU + (size_t)i * n, b, i);
}

/* The same of B (n x columns), row by row. */
static void solve_lower(const double *LU, const int *pivots, int n, double *B, int columns)
{
    for (int i = 0; i < n; i++)
        if (pivots[i] != i)
            exchange(B + (size_t)i * columns, B + (size_t)pivots[i] * columns, columns, 1);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) {
            const double *restrict above = B + (size_t)k * columns;
            double *restrict row = B + (size_t)i * columns, factor = LU[(size_t)i * n + k];
            if (factor == 0.0)
                continue;
            for (int c = 0; c < columns; c++)
                row[c] -= factor * above[c];
        }
}

/* C (rows x n) becomes C U^-1. */
static void solve_upper_from_right(const double *LU, int n, double *C, int rows)
{
    for (int r = 0; r < rows; r++) {
        double *row = C + (size_t)r * n;
        for (int k = 0; k < n; k++) {
            const double *above = LU + (size_t)k * n;
            if (row[k] == 0.0)
                continue;
            row[k] /= above[k];
            for (int c = k + 1; c < n; c++)
                row[c] -= row[k] * above[c];
        }
    }
}

/* A (rows x columns) -= C (rows x n) B (n x columns) */
static void subtract_product(double *A, const double *C, const double *B, int rows, int n, int columns)
{
    for (int r = 0; r < rows; r++) {
        double *restrict row = A + (size_t)r * columns;
        for (int k = 0; k < n; k++) {
            const double *restrict other = B + (size_t)k * columns, factor = C[(size_t)r * n + k];
            if (factor == 0.0)
                continue;
            for (int c = 0; c < columns; c++)
                row[c] -= factor * other[c];
        }
    }
}

static int eliminate(const StateBlocks *of, int times, double *A, int *pivots, int k)
{
    const int *column = of->pattern.column;
    int n = times * states_in(of, k), begin = right_of(of, k), end = of->pattern.start[k + 1];
    const double *diagonal = block_at(of, times, A, k, k);
    pivots += times * of->first[k];
    if (lu(block_at(of, times, A, k, k), n, pivots))
        return k + 1;
    for (int p = begin; p < end; p++)
        solve_lower(diagonal, pivots, n, block_at(of, times, A, k, column[p]), times * states_in(of, column[p]));
    for (int q = begin; q < end; q++) {
        int i = column[q], rows = times * states_in(of, i);
        double *left = block_at(of, times, A, i, k);
        solve_upper_from_right(diagonal, n, left, rows);
        for (int p = begin; p < end; p++)
            subtract_product(block_at(of, times, A, i, column[p]), left, block_at(of, times, A, k, column[p]), rows, n, times * states_in(of, column[p]));
    }
    return 0;
}

int block_lu(const StateBlocks *of, int times, double *A, int *pivots)
{
    for (int k = 0; k < of->count; k++)
        if (eliminate(of, times, A, pivots, k))
            return k + 1;
    return 0;
}

/* Between the order of states and that of elimination. */
static void gather(const StateBlocks *of, int times, const double *b, double *sorted)
{
    int n = of->count ? of->first[of->count] : 0;
    for (int k = 0; k < n; k++)
        memcpy(sorted + times * k, b + times * of->state[k], (size_t)times * sizeof *b);
}

static void scatter(const StateBlocks *of, int times, const double *sorted, double *b)
{
    int n = of->count ? of->first[of->count] : 0;
    for (int k = 0; k < n; k++)
        memcpy(b + times * of->state[k], sorted + times * k, (size_t)times * sizeof *b);
}

void block_lu_solve(const StateBlocks *of, int times, const double *LU, const int *pivots, double *b, double *work)
{
    const int *column = of->pattern.column, *start = of->pattern.start;
    gather(of, times, b, work);
    for (int k = 0; k < of->count; k++) {
        int n = times * states_in(of, k);
        double *x = work + times * of->first[k];
        solve_lower_vector(LU + place_of(of, times, k, k), pivots + times * of->first[k], n, x);
        for (int p = right_of(of, k); p < start[k + 1]; p++) {
            const double *left = LU + place_of(of, times, column[p], k);
            double *below = work + times * of->first[column[p]];
            for (int r = 0; r < times * states_in(of, column[p]); r++)
                below[r] -= dot(left + (size_t)r * n, x, n);
        }
    }
    for (int k = of->count - 1; k >= 0; k--) {
        int n = times * states_in(of, k);
        const double *diagonal = LU + place_of(of, times, k, k);
        double *x = work + times * of->first[k];
        for (int p = right_of(of, k); p < start[k + 1]; p++) {
            int width = times * states_in(of, column[p]);
            const double *right = LU + place_of(of, times, k, column[p]), *found = work + times * of->first[column[p]];
            for (int r = 0; r < n; r++)
                x[r] -= dot(right + (size_t)r * width, found, width);
        }
        for (int r = n - 1; r >= 0; r--) {
            const double *row = diagonal + (size_t)r * n;
            x[r] = (x[r] - dot(row + r + 1, x + r + 1, n - r - 1)) / row[r];
        }
    }
    scatter(of, times, work, b);
}

void block_product(const StateBlocks *of, const double *A, const double *x, double *result)
{
    for (int i = 0; i < of->count; i++) {
        const int *rows = of->state + of->first[i];
        for (int r = 0; r < states_in(of, i); r++)
            result[rows[r]] = 0.0;
        for (int p = of->pattern.start[i]; p < of->pattern.start[i + 1]; p++) {
            int j = of->pattern.column[p], width = states_in(of, j);
            const int *columns = of->state + of->first[j];
            for (int r = 0; r < states_in(of, i); r++)
                for (int c = 0; c < width; c++)
                    result[rows[r]] += A[of->place[p] + r * width + c] * x[columns[c]];
        }
    }
}
