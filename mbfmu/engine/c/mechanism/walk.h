/* To a configuration some way off (mbfmu.runtime.rank). */

#ifndef MBFMU_WALK_H
#define MBFMU_WALK_H

#include <stdint.h>

#include "instance.h"

/* Along a random direction that the undriven rows leave free, and back onto them; whether that went well. */
int walk(Instance *instance, const Mechanism *mechanism, uint64_t *random, int *well);

#endif
