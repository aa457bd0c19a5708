/* Multipliers from a Schur complement, that of a momentary loss of rank included. */

#ifndef MBFMU_SCHUR_COMPLEMENT_H
#define MBFMU_SCHUR_COMPLEMENT_H

/* What to scale a row of a Schur complement by so that its diagonal becomes one, zero where it has vanished: the root of the diagonal times
   `usual` is usually one. */
double schur_scale(double diagonal, double usual);

/* S (m x m, symmetric, scaled by `scale` (m) to a diagonal of one) becomes the factor of as many rows as are independent, which are the first
   of `order` (m); how many these are. By pivots (where the upper triangle is not looked at), or by pivots only where one is below DEPENDENT. */
int factor_by_pivots(double *S, int m, int *order);
int factor_schur(double *S, int m, const double *scale, int *order);

/* B (m x columns) becomes the X with S X = B on the independent rows, zero on the others; work has independent * columns numbers. */
void solve_schur(const double *factor, int m, int independent, const int *order, double *B, int columns, double *work);

#endif
