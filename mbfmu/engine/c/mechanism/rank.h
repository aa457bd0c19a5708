/* Permanent rank (mbfmu.runtime.rank): how many rows are independent nearly everywhere on the manifold, and which ones stand for all; and
   what redundant rows leave open (mbfmu.runtime.open_multipliers). */

#ifndef MBFMU_RANK_H
#define MBFMU_RANK_H

#include "mechanism_level.h"

/* Find the permanent rank on the manifold, where the mechanism is, and keep exactly that many rows; -1 names an over-driven joint's
   elements, and those of a structure that cannot stand. */
int choose_kept(Instance *instance, const Mechanism *mechanism);
/* Fill `open`, where there is one, with the projector on the multipliers without effect: A^T l = 0, as many as rows are not kept. */
int find_open(Instance *instance, const Mechanism *mechanism);

/* walk.c: along a random direction that the undriven rows leave free, and back onto them; whether that went well. */
int walk(Instance *instance, const Mechanism *mechanism, uint64_t *random, int *well);

#define RANK_DEPENDENT 1e-4 /* a pivot of scaled rows, relative to the largest */

#endif
