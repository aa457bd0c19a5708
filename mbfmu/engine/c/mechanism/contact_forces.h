/* Forces of contacts that touch, where points that may slide rest. */

#ifndef MBFMU_CONTACT_FORCES_H
#define MBFMU_CONTACT_FORCES_H

#include "instance.h"

/* How points that may slide, are closed and slower than `stopped` [m/s] begin to: tangential accelerations (contacts, 2), zero of all others. Where no forces are
   found, all are zero. Whole islands of contacts are looked at, those `among` (contacts). */
int find_sliding(Instance *instance, const Mechanism *mechanism, const int *among, double stopped, double *along);

#endif
