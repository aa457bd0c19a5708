/* The rows that take part in an impact that has been, at the states before it. */

#ifndef MBFMU_IMPACT_ROWS_H
#define MBFMU_IMPACT_ROWS_H

#include "contact_jump.h"
#include "linear_algebra.h"
#include "mass_metric.h"

#define REDUNDANT 1e-11 /* beside the first pivot of products of scaled rows */

typedef struct {
    Instance *instance;
    const Mechanism *mechanism;
    const ContactJump *jump;
    int n, m, others;         /* speeds; rows, `others` of other constraints and of locked contacts first */
    int *row, *contact;       /* of each: its number in the mechanism, and its contact, or -1 */
    double *B, *S, *scale;    /* rows in the metric (m x n), their products (m x m), and lengths */
    double *before;           /* (m) velocities */
    int *column;              /* 0 up to n */
    MassMetric metric;
} ImpactRows;

/* With the instance's modes and states those before the jump from then on; all taken from scratch. */
int find_impact_rows(Instance *instance, const Mechanism *mechanism, const ContactJump *jump, ImpactRows *found);
int rows_from(const ImpactRows *of, int i); /* how many rows from place i on are of the same contact */
/* The products of `count` rows at those places (all of the first ones where NULL), scaled, factored in scratch memory that has been reserved. */
OrthogonalFactors factor_impact_products(const ImpactRows *of, const int *place, int count);
size_t impact_products_size(int count);
/* A change of speeds (n) from impulses at all rows (m). */
void speeds_from_impulses(const ImpactRows *of, const double *impulse, double *speeds);

#endif
