/* What redundant constraints leave indeterminate of the multipliers: how they share their load. */

#ifndef MBFMU_INDETERMINATE_MULTIPLIERS_H
#define MBFMU_INDETERMINATE_MULTIPLIERS_H

#include "instance.h"

/* Fill `indeterminate`, where there is one, with PROBES random multipliers without effect, one behind the other: A^T l = 0, in as many dimensions as rows are
   not independent. What feels none of them feels nothing that is indeterminate. */
int find_indeterminate_multipliers(Instance *instance, const Mechanism *mechanism);

#endif
