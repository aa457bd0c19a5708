/* The start of a mechanism with constraints, and where inputs put it. */

#ifndef MBFMU_MECHANISM_START_H
#define MBFMU_MECHANISM_START_H

#include "instance.h"

int start_on_manifold(Instance *instance, const Mechanism *mechanism); /* assembled, its permanent rank found, its speeds consistent */
int reassemble_mechanism(Instance *instance, const Mechanism *mechanism); /* the same from where it is, no start fixed */
int follow_inputs(Instance *instance, const Mechanism *mechanism);

#endif
