/* Least squares of least norm by pivoted QR (a complete orthogonal decomposition).
   Source: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 2013, section 5.5. */

#ifndef MBFMU_LEAST_NORM_H
#define MBFMU_LEAST_NORM_H

#include "instance.h"

/* The shortest y (n) with |rows y + residual| least, rows (m x n), in the directions whose pivots are above `tolerance` relative to the
   largest; the others wait. Behind the first `rank` of the columns of `basis` (n x n, orthonormal) is what these leave free. */
int least_norm(Instance *instance, const double *rows, int m, int n, const double *residual, double tolerance, double *y, double *basis);

#endif
