/* The front of a sparse QR factorization: a dense matrix to which rows and columns are added, and from which what is done is taken.

   Beside its columns it may carry a vector, one number a row, which is turned along. Nothing is allocated.
   Source: I. S. Duff, J. K. Reid, The multifrontal solution of indefinite sparse symmetric linear equations, ACM TOMS 9, 1983. */

#ifndef MBFMU_FRONT_H
#define MBFMU_FRONT_H

#include <stddef.h>

typedef struct {
    int capacity, height, width; /* columns that there is room for; rows and columns that there are */
    double *numbers, *work;      /* (2 capacity, capacity + 1), the vector in the last column; (3 capacity + 1) */
} Front;

size_t front_numbers(int capacity);
Front front_in(double *numbers, int capacity); /* empty, in front_numbers(capacity) numbers */

static inline double *front_row(const Front *front, int row) { return front->numbers + (size_t)row * ((size_t)front->capacity + 1); }

double *front_add_row(Front *front); /* of zeros, to be filled */
void front_add_column(Front *front); /* of zeros */
void front_squares(const Front *front, double *squares); /* of the length of each column (width) */
/* Turn the rows so that one alone has something in a column; this row, which has width numbers and behind all columns the vector's, leaves the
   front. It lies in work that the next call overwrites. There must be a row. */
const double *front_split(Front *front, int column);
void front_remove_column(Front *front, int column); /* the last takes its place */

#endif
