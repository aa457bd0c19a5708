/* Newton's method for static equilibrium, in independent states, from a state near it. */

#ifndef MBFMU_NEAREST_EQUILIBRIUM_H
#define MBFMU_NEAREST_EQUILIBRIUM_H

#include "instance.h"

/* Go to the equilibrium near the present state. It counts as `found` where modes stay, and where states are no farther than 1 in their nominal values
   from those of `near` (n); else the instance is anywhere. `unstable` says whether small motions grow there. Where motions are neutral, the nearest of all
   equilibria is taken. */
int model_nearest_equilibrium(Instance *instance, const double *near, int *found, int *unstable);

#endif
