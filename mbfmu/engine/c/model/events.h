/* Events: where in the last accepted step a mode is first left. */

#ifndef MBFMU_EVENTS_H
#define MBFMU_EVENTS_H

#include "integrator.h"

/* If a mode is left, the instance is there, just behind, and `halfway` has the margins (modes) halfway from the step's start, zero where time can
   hardly tell the event from the start; else at the step's end. */
int go_to_event(Instance *instance, const Integrator *integrator, int *found, double *halfway);
size_t events_scratch(const Problem *problem);

#endif
