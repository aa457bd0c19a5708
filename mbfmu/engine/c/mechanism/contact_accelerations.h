/* How contacts accelerate, whether they are open, stick or slide. */

#ifndef MBFMU_CONTACT_ACCELERATIONS_H
#define MBFMU_CONTACT_ACCELERATIONS_H

#include "instance.h"

/* The rates of the velocities of all rows (rows of the mechanism), of contacts as if all were closed and stuck, in the present modes. */
int find_contact_accelerations(Instance *instance, const Mechanism *mechanism, double *found);

#endif
