/* The combination of the rows of each superelement that is nearest to vanishing, followed from step to step. */

#ifndef MBFMU_WEAKEST_COMBINATIONS_H
#define MBFMU_WEAKEST_COMBINATIONS_H

#include "scaled_rows.h"

/* `superelement` has lost rank between the last step and this one, `part` of the way from there to here; -1: none has. */
typedef struct {
    int superelement;
    double part;
} Crossing;

/* Follow from what `memory` remembers to the scaled rows, of these numbers, as now evaluated: the independent ones, or all; with `anew` from nothing. -1
   where there is no memory. */
int follow_combinations(Instance *instance, const Mechanism *mechanism, Rows rows, const ScaledRows *scaled, int anew, double *memory, Crossing *crossing);
/* The rows that have a share in the combination of a superelement, taken from scratch. */
Rows combined_rows(Instance *instance, const Mechanism *mechanism, const double *memory, int superelement);

#endif
