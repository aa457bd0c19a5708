/* The derivative of the states, and the indicators, in the present modes. */

#ifndef MBFMU_DERIVATIVE_H
#define MBFMU_DERIVATIVE_H

#include "instance.h"

int model_evaluate(Instance *instance); /* x_dot and g at t, x, u (with inputs extrapolated to t) */
int model_evaluate_within_step(Instance *instance);     /* the same within a step that is taken already: nothing is noticed of singular positions there */
/* Tangents of x_dot and g by t, input_time, x and u, whose seeds are laid into instance->tangent, everything else zero; as last evaluated. */
int model_rates_tangent(Instance *instance);
/* Seeds of the motion itself, x_dot of x and 1 of t: then tangents are rates, and with constant inputs these of x_dot and g. */
void model_seed_motion(Instance *instance);

#endif
