/* Rows in the order of a pivoted Cholesky factorization of their products, and what each adds, as lengths, descending. */

#ifndef MBFMU_PIVOTS_H
#define MBFMU_PIVOTS_H

#include "mechanism_level.h"

#define RANK_DEPENDENT 1e-4 /* a pivot of scaled rows, relative to the largest */

/* `order` and `pivots` have rows.count entries; `order` counts among `rows`. */
void find_pivots(Instance *instance, const double *matrix, int n, Rows rows, int *order, double *pivots);
/* How many of some rows of a matrix (m x n) are independent. */
int rank_of_rows(Instance *instance, const double *matrix, int n, Rows rows);
int rank_of_pivots(const double *pivots, int count);

#endif
