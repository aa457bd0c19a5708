/* All mechanisms with constraints, as time goes on. */

#ifndef MBFMU_CONSTRAINTS_H
#define MBFMU_CONSTRAINTS_H

#include "instance.h"

int model_follow(Instance *instance); /* mechanisms that inputs feed go to where the inputs are */
int model_accept(Instance *instance, int *moved); /* what follows an accepted step: projection, drift refused, independent rows chosen again */
int model_reproject(Instance *instance, int *moved);
double model_drift(Instance *instance); /* largest residual of a independent row in units of what the tolerance allows: beyond 1 reproject */

#endif
