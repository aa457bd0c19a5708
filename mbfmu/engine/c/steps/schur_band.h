/* The Schur complement of the independent rows, solved as a band. */

#ifndef MBFMU_SCHUR_BAND_H
#define MBFMU_SCHUR_BAND_H

#include "instance.h"

/* All but `work` are kept from run to run: where numbers of S and the independent rows are as they were, so is the factor. Independent rows are numbered in the
   static order, where coupled ones are neighbours. */
typedef struct {
    const MultiplierSolve *of;
    int known, independent, rank_deficiency; /* whether all is found; rows, and how many of them depend on the others for the moment */
    int *place;     /* count: the number of each row among the independent ones, or -1 */
    double *scale;  /* independent */
    double *factor; /* a band of `width`, or `by_pivots` that of the independent - rank_deficiency rows that come first in `order` */
    double *work;   /* in scratch: (independent, columns) twice */
    int width, by_pivots, *order;
} SchurBand;

int factor_schur_band(const MultiplierSolve *of, Instance *instance, int columns, SchurBand *rows); /* -1 where there is no memory */
size_t schur_band_scratch(const MultiplierSolve *of, int columns);

/* B (count x columns, as many as were named above at most) becomes the X with S X = B on the independent rows, zero on the others and on the dependent. */
void solve_schur_band(const SchurBand *rows, double *B, int columns);

/* B (count x columns) -= S' X, where S' has the `nonzeros`; the adjoints of the nonzeros -= W X^T. */
void subtract_changed(const MultiplierSolve *of, const double *nonzeros, const double *X, double *B, int columns);
void add_to_nonzeros(const MultiplierSolve *of, const double *W, const double *X, double *nonzeros, int columns);

#endif
