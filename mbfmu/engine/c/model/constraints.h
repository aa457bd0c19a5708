/* All mechanisms with constraints, as time goes on. */

#ifndef MBFMU_CONSTRAINTS_H
#define MBFMU_CONSTRAINTS_H

#include "instance.h"

int model_follow(Instance *instance); /* mechanisms that inputs feed go to where the inputs are */
/* What follows an accepted step: projection, drift refused, independent rows chosen again. `moved`: whether states or rows are others now; then the
   derivative is another, too, and the caller tells the integrator. */
int model_accept(Instance *instance, int *moved);
int model_reproject(Instance *instance, int *moved); /* projection alone; `moved` as above */
double model_drift(Instance *instance); /* largest residual of a independent row in units of what the tolerance allows: beyond 1 reproject */
int model_is_closed(Instance *instance); /* whether positions meet all constraints as well as their rows may disagree */

#endif
