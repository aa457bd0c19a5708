/* Configurations on the constraints some way off, sampled at random. */

#ifndef MBFMU_SAMPLED_CONFIGURATIONS_H
#define MBFMU_SAMPLED_CONFIGURATIONS_H

#include <stdint.h>

#include "instance.h"

/* To the next: along a random direction that the undriven rows leave free, and back onto them; whether that went well. */
int sample_configuration(Instance *instance, const Mechanism *mechanism, uint64_t *random, int *well);

#endif
