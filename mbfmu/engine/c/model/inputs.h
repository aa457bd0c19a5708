/* Inputs: what was set, and what they are in between, where their derivatives extrapolate them.

   Slot u is what was set, except within advance and the outputs while inputs are EXTRAPOLATED: then it is what they are at time t, and
   input_time = t. So outputs at the end of a step are those of the inputs there, and whoever reads an input finds what was set. */

#ifndef MBFMU_INPUTS_H
#define MBFMU_INPUTS_H

#include "instance.h"

/* State.extrapolated: inputs are held; rates were given for the next step; in that step and after it u follows them from latched_at on. */
enum { HELD, RATES_GIVEN, EXTRAPOLATED };

/* The present inputs are those of the present time: called wherever inputs, or in Model Exchange time, are set. */
void model_latch_inputs(Instance *instance);
void model_input_rate(Instance *instance, int input, int order, double rate); /* d^order u[input] / dt^order, for the next step */
int model_extrapolate(Instance *instance); /* u is what inputs are at t, where they are EXTRAPOLATED; the caller puts back what was set */

#endif
