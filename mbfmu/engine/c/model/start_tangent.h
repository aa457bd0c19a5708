/* How the states at the start change with parameters: exact where nothing is assembled, and in static equilibrium. */

#ifndef MBFMU_START_TANGENT_H
#define MBFMU_START_TANGENT_H

#include "instance.h"

/* Seeds are laid into instance->tangent (p), everything else zero; tangents of x are found there. The instance is as initialized. */
int model_start_tangent(Instance *instance);

#endif
