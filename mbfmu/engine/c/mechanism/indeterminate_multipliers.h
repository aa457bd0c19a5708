/* What redundant constraints leave open of the multipliers: how they share their load. */

#ifndef MBFMU_INDETERMINATE_MULTIPLIERS_H
#define MBFMU_INDETERMINATE_MULTIPLIERS_H

#include "instance.h"

/* Fill `open`, where there is one, with the projector on the multipliers without effect: A^T l = 0, as many as rows are not kept. */
int find_indeterminate_multipliers(Instance *instance, const Mechanism *mechanism);

#endif
