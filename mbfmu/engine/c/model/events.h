/* Events: where in the last accepted step a mode is first left. */

#ifndef MBFMU_EVENTS_H
#define MBFMU_EVENTS_H

#include "integrator.h"

/* A step starts where the indicators were evaluated last, and margins are watched from there on: by `evaluate_watching`, which is model_evaluate else. */
void begin_to_watch(Instance *instance);
int evaluate_watching(Instance *instance);
int far_from_events(const Instance *instance, const Integrator *integrator); /* no mode can have been left in the last step */

/* If a mode is left, the instance is there, just behind, and `halfway` has the margins (modes) halfway from the step's start, zero where time can
   hardly tell the event from the start; else at the step's end. */
int go_to_event(Instance *instance, const Integrator *integrator, int *found, double *halfway);
size_t events_scratch(const Problem *problem);

#endif
