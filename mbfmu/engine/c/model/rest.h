/* A model at rest: without speeds, on its constraints. */

#ifndef MBFMU_REST_H
#define MBFMU_REST_H

#include "instance.h"

/* Take all speeds away, normalize Euler parameters, bring the states onto the constraints, and evaluate the derivative there. */
int model_rest(Instance *instance);
/* The error, -1, where time, inputs or states prescribe motions of a model at rest. */
int refuse_driven(Instance *instance);

#endif
