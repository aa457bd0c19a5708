/* Newton's method for static equilibrium, in independent states, from a state near it. */

#ifndef MBFMU_NEAREST_EQUILIBRIUM_H
#define MBFMU_NEAREST_EQUILIBRIUM_H

#include "instance.h"

#define NEAR 1.0       /* of all changes of a coordinate together, in nominal values: Newton's method goes no farther */
#define ONE_PLACE 1e-3 /* of all states, the same: equilibria that are no farther apart are one */

/* The largest change of a state, in nominal values; NULL stands for zeros. */
double largest_change(const Instance *instance, const double *from, const double *to);
/* Whether coordinates are no farther than that from those of other states (n), in nominal values. */
int is_within(const Instance *instance, const double *other, double apart);
/* Go to the equilibrium near the present state. It counts as `found` where modes stay, and where coordinates are NEAR those of `near` (n); else the
   instance is anywhere, and the caller restores it. `unstable` says whether small motions grow there. Where motions are neutral, the nearest of all
   equilibria is taken. */
int model_nearest_equilibrium(Instance *instance, const double *near, int *found, int *unstable);

#endif
