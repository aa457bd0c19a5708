/* schur_complement.c: Cholesky where all rows are independent, else by pivots. */

#include "schur_complement.h"

#include <math.h>
#include <string.h>

#include "constraint_method.h"
#include "linear_algebra.h"

double schur_scale(double diagonal, double usual)
{
    return diagonal * (usual * usual) > DEPENDENT ? 1.0 / sqrt(diagonal) : 0.0;
}

int factor_by_pivots(double *S, int m, int *order)
{
    int rank = pivoted_cholesky(S, m, DEPENDENT, order);
    for (int i = 1; i < rank; ++i) memmove(S + (size_t)i * rank, S + (size_t)i * m, (size_t)rank * sizeof *S);
    return rank;
}

static double smallest_pivot(const double *L, int m)
{
    double smallest = INFINITY;
    for (int i = 0; i < m; ++i) smallest = fmin(smallest, L[(size_t)i * m + i]);
    return smallest * smallest;
}

/* The upper triangle keeps S while its factor is tried in the lower; the diagonal was one, or zero for a row that has vanished. */
int factor_schur(double *S, int m, const double *scale, int *order)
{
    if (!cholesky(S, m) && smallest_pivot(S, m) > DEPENDENT) {
        for (int i = 0; i < m; ++i) order[i] = i;
        return m;
    }
    for (int i = 0; i < m; ++i) {
        for (int j = 0; j < i; ++j) S[(size_t)i * m + j] = S[(size_t)j * m + i];
        S[(size_t)i * m + i] = scale[i] > 0.0;
    }
    return factor_by_pivots(S, m, order);
}

void solve_schur(const double *factor, int m, int independent, const int *order, double *B, int columns, double *work)
{
    size_t row = (size_t)columns * sizeof *B;
    for (int i = 0; i < independent; ++i) memcpy(work + (size_t)i * columns, B + (size_t)order[i] * columns, row);
    cholesky_solve(factor, independent, work, columns);
    memset(B, 0, (size_t)m * row);
    for (int i = 0; i < independent; ++i) memcpy(B + (size_t)order[i] * columns, work + (size_t)i * columns, row);
}
