/* Projection: after an accepted step back onto the constraints. */

#ifndef MBFMU_PROJECTION_H
#define MBFMU_PROJECTION_H

#include "mechanism_level.h"

typedef enum { NOTHING, MOVED, GIVEN_UP } Outcome;
int project(Instance *instance, const Mechanism *mechanism, Outcome *outcome); /* after mechanism_evaluate */

#endif
