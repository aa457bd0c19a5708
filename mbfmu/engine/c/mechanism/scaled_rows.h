/* Rows of constraints measured by the masses: every row is 1 long, so that their dependence has no units (mbfmu.runtime.scaled_rows).

   B = A L^-T with M = L L^T, row i divided by scale[i]. A change y of scaled speeds is the change L^-T y of speeds; its length is
   the mass metric's. All pieces are taken from scratch; the caller gives them back. */

#ifndef MBFMU_SCALED_ROWS_H
#define MBFMU_SCALED_ROWS_H

#include "mechanism_level.h"

typedef struct {
    int m, n;
    double *rows, *scale, *factor; /* (m x n), (m), (n x n): L in the lower triangle and mirrored in the upper */
} ScaledRows;

void significant(double *lengths, int m); /* made such that one can divide by them */

/* All rows, as last evaluated, not divided: scale holds their lengths. */
int raw_rows(Instance *instance, const Mechanism *mechanism, ScaledRows *scaled);
/* Some of the rows, measured by the longest like them. */
int measured_rows(Instance *instance, const Mechanism *mechanism, Rows rows, ScaledRows *scaled);
/* Some of the rows kept, measured by their usual lengths. */
int usual_rows(Instance *instance, const Mechanism *mechanism, Rows rows, ScaledRows *scaled);
/* Some of the starts, measured by their own lengths in the metric of `factor`. */
void start_rows(Instance *instance, const Mechanism *mechanism, Rows starts, double *factor, ScaledRows *scaled);

#define FARTHEST_TURN 0.5 /* of a row in one step: with no more, states stay on the branch they began on */

/* How far each of the same rows, as now evaluated, has turned from what it was: the length of its change. */
void turned_rows(Instance *instance, const Mechanism *mechanism, Rows rows, const ScaledRows *scaled, double *turned);

void scaled_speeds(const ScaledRows *scaled, const double *v, double *result);                /* L^T v */
double *divided(Instance *instance, const double *residual, Rows rows, const double *scale); /* taken from scratch */

#endif
