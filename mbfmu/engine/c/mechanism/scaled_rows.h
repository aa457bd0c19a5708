/* Rows of constraints measured by the masses: every row is 1 long, so that their dependence has no units.

   B = A L^-1 with M = L^T L (mass_metric.h), row i divided by scale[i]. All pieces are taken from scratch; the caller gives them back. */

#ifndef MBFMU_SCALED_ROWS_H
#define MBFMU_SCALED_ROWS_H

#include "directions.h"
#include "mass_metric.h"
#include "mechanism_level.h"

typedef struct {
    int m, n;
    Pattern pattern;
    double *rows, *scale; /* as the pattern says, (m) */
    MassMetric metric;
} ScaledRows;

#define RANK_DEPENDENT 1e-4 /* what a row of length 1 has left beside others that it depends on, at most */

static inline SparseRows sparse_rows(const ScaledRows *scaled)
{
    SparseRows rows = {scaled->m, scaled->n, scaled->pattern, scaled->rows};
    return rows;
}
void significant(double *lengths, int m); /* made such that one can divide by them */

/* All rows, as last evaluated, not divided, those that say nothing zero: scale holds their lengths. */
int raw_rows(Instance *instance, const Mechanism *mechanism, FindMetric *find_metric, ScaledRows *scaled);
/* Some of the rows, measured by the longest like them. */
int measured_rows(Instance *instance, const Mechanism *mechanism, FindMetric *find_metric, Rows rows, ScaledRows *scaled);
/* Some of the independent rows, measured by their usual lengths. */
int usual_rows(Instance *instance, const Mechanism *mechanism, Rows rows, ScaledRows *scaled);
/* Some of the starts, measured by their own lengths in that metric. */
int start_rows(Instance *instance, const Mechanism *mechanism, Rows starts, const MassMetric *metric, ScaledRows *scaled);
double *all_numbers(Instance *instance, const ScaledRows *scaled); /* the rows (m x n) with their zeros, taken from scratch */

#define FARTHEST_TURN 0.5 /* of a row in one step: with no more, states stay on the branch they began on */

/* How far each of the same rows, as now evaluated, has turned from what it was: the length of its change. */
void turned_rows(Instance *instance, const Mechanism *mechanism, Rows rows, const ScaledRows *scaled, double *turned);

double *divided(Instance *instance, const double *residual, Rows rows, const double *scale); /* taken from scratch */

#endif
