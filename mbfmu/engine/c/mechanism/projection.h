/* Projection: after an accepted step back onto the constraints. */

#ifndef MBFMU_PROJECTION_H
#define MBFMU_PROJECTION_H

#include "mechanism_level.h"

typedef enum { NOTHING, MOVED, GIVEN_UP } Outcome;
/* Both after mechanism_evaluate. The latter is for points that nothing goes on from: whatever energy that takes, which would be much for speeds that
   are about to turn round. */
int project(Instance *instance, const Mechanism *mechanism, Outcome *outcome);
int correct_drift(Instance *instance, const Mechanism *mechanism);

#endif
