/* The Schur complement of the rows kept, solved as a band. */

#ifndef MBFMU_KEPT_ROWS_H
#define MBFMU_KEPT_ROWS_H

#include "instance.h"

/* All in scratch. Kept rows are numbered in the static order, where coupled ones are neighbours. */
typedef struct {
    const MultiplierSolve *of;
    int kept, lost; /* rows, and how many of them depend on the others for the moment */
    int *place;     /* count: the number of each row among those kept, or -1 */
    double *scale;  /* kept */
    double *factor; /* a band of `width`, or where `order` is not NULL the factor by pivots of the kept - lost rows that come first in it */
    double *work;   /* (kept, columns) twice */
    int width, *order;
} KeptRows;

int factor_kept_rows(const MultiplierSolve *of, Instance *instance, int columns, KeptRows *rows); /* -1 where there is no memory */
size_t kept_rows_scratch(const MultiplierSolve *of, int columns);

/* B (count x columns, as many as were named above at most) becomes the X with S X = B on the rows kept, zero on the others and the lost. */
void solve_kept_rows(const KeptRows *rows, double *B, int columns);

/* B (count x columns) -= S' X, where S' has the `nonzeros`; the adjoints of the nonzeros -= W X^T. */
void subtract_changed(const MultiplierSolve *of, const double *nonzeros, const double *X, double *B, int columns);
void add_to_nonzeros(const MultiplierSolve *of, const double *W, const double *X, double *nonzeros, int columns);

#endif
