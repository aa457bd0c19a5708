/* Permanent rank: how many rows are independent nearly everywhere on the manifold, and which ones stand for all. */

#ifndef MBFMU_RANK_H
#define MBFMU_RANK_H

#include "instance.h"

/* Find the permanent rank on the manifold, where the mechanism is, and keep exactly that many rows; -1 names an over-driven joint's
   elements, and those of a structure that cannot stand. */
int choose_independent(Instance *instance, const Mechanism *mechanism);

#endif
