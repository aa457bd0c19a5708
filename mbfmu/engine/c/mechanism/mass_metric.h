/* The mass metric: how long a change of speeds is, by the masses that it moves.

   M = L^T L. A change v of speeds is y = L v in the metric, and a row a of a Jacobian is a L^-1: their product stays what it was. L is written out, or known
   body by body, whichever takes less (mbfmu/problem/mechanism/mass_tree.py). */

#ifndef MBFMU_MASS_METRIC_H
#define MBFMU_MASS_METRIC_H

#include "tree_factor.h"

typedef struct {
    int n;
    Pattern factor_pattern, rows, starts; /* of L, and of the rows of A and A_start in the metric: without numbers where these have all columns */
    double *factor, *work;                /* L; n zeros */
    TreeFactor by_bodies;                 /* in place of L, where it has a tree */
} MassMetric;

typedef int FindMetric(Instance *instance, const Mechanism *mechanism, MassMetric *metric);

/* At the present states, taken from scratch; -1 where a direction of motion has neither inertia nor a constraint, or memory is missing. */
FindMetric find_mass_metric;
int has_mass_metric(Instance *instance, const Mechanism *mechanism, int *positive); /* whether there is one here, without an error */
FindMetric find_coordinate_metric; /* in place of it: a change of speeds is as long as that of coordinates, whatever it moves */
void to_metric(const MassMetric *metric, const double *v, double *y); /* y = L v */
void from_metric(const MassMetric *metric, double *y);                /* y becomes L^-1 y */
/* Row number i of a matrix with that pattern in the metric, where it has `count` columns. */
void row_to_metric(const MassMetric *metric, Pattern pattern, const double *values, int i, const int *columns, int count, double *row);

#endif
