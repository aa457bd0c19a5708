/* What the files of model.h share: model.c, outputs.c, validity.c, events.c, advance.c, sensitivity.c. */

#ifndef MBFMU_INSIDE_MODEL_H
#define MBFMU_INSIDE_MODEL_H

#include "integrator.h"
#include "model.h"

/* model.c */
int model_carry(Instance *instance); /* u is what inputs are at t, where they are CARRIED; the caller puts back what was set */
double model_margin(const Instance *instance, int i); /* how far mode i is from being left, by its indicator as last evaluated */

/* outputs.c: what asking for outputs may change on its way lies in scratch in between. */
double *model_remember(Instance *instance);
void model_put_back(Instance *instance, const double *kept);
int model_arrive(Instance *instance); /* inputs as carried, mechanisms where these put them, modes that agree */
int refuse_no_numbers(Instance *instance, Ref slot, const char *what);

/* validity.c: refuse invalid inputs and parameters, and derive what follows from these. */
int model_rederive(Instance *instance);

/* events.c: where in the last accepted step a mode is first left. If one is, the instance is there, just behind, and `halfway` has the
   margins (modes) halfway from the step's start, zero where time can hardly tell the event from the start; else at the step's end. */
int go_to_event(Instance *instance, const Integrator *integrator, int *found, double *halfway);
size_t events_scratch(const Problem *problem);

#endif
