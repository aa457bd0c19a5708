/* Sums of the directions that rows span, and least squares in them. */

#ifndef MBFMU_ALONG_DIRECTIONS_H
#define MBFMU_ALONG_DIRECTIONS_H

#include "directions.h"

/* y (n) becomes the sum of the directions, each `parts` (rank) times; these are overwritten. */
void sum_of_directions(const SparseRows *rows, const Directions *directions, double *parts, double *y);
/* What the rows say of y (n), into `result` (m). */
void rows_times(const SparseRows *rows, const double *y, double *result);
/* The z (rank) with the sum of squares of weight (C Q z + residual), (m) each, least; -1 where there is no memory. */
int least_squares(Instance *instance, const Directions *directions, int m, const double *weight, const double *residual, double *z);
/* The shortest combination x (m) of the rows whose sum is nearest to the vector that has been resolved; -1 where there is no memory. */
int shortest_combination(Instance *instance, const Directions *directions, int m, double *x);

#endif
