/* Rows of constraints that are independent of each other, superelement by superelement. */

#ifndef MBFMU_ROW_INDEPENDENCE_H
#define MBFMU_ROW_INDEPENDENCE_H

#include "scaled_rows.h"

Rows *superelements(Instance *instance, const Mechanism *mechanism); /* the rows of each, taken from scratch */
/* Those of the rows `chosen` (m), of all m, that are independent of each other: what they have left is above `tolerance` times the longest of their
   superelement. Taken from scratch; -1 where there is no memory. */
int find_independent(Instance *instance, const Mechanism *mechanism, const ScaledRows *scaled, const int *chosen, double tolerance, Directions *directions);
int count_independent(const Directions *directions, Rows rows); /* how many of some rows are */

#endif
