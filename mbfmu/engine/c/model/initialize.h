/* The start of a model. */

#ifndef MBFMU_INITIALIZE_H
#define MBFMU_INITIALIZE_H

#include "instance.h"

/* From the present inputs and parameters; a start in equilibrium goes on from the last one since state->settled was set to 0. */
int model_initialize(Instance *instance, double t);
/* Where a start in equilibrium has followed inputs and parameters, look whether the start values lead there too; else what they lead to is taken, and
   reported. To be asked when initialization ends, everything being up to date. */
int model_confirm_start(Instance *instance);

#endif
