/* The Problem as a model in time: what the FMI layer and the integrators ask of an instance (mbfmu.runtime.instance and starting). */

#ifndef MBFMU_MODEL_H
#define MBFMU_MODEL_H

#include "instance.h"

/* model.c */
int model_initialize(Instance *instance, double t); /* from the present inputs and parameters */
int model_validate(Instance *instance);  /* refuse invalid inputs and parameters; derive anew what changed parameters say; reassemble */
int model_evaluate(Instance *instance);  /* x_dot and g at t, x, u (with inputs extrapolated to t), in the present modes */
int model_settle(Instance *instance, int *changed); /* modes agree with their indicators */
int model_outputs(Instance *instance, int evaluated); /* y; changes nothing else (mbfmu.runtime.instance.Instance.outputs) */
int model_held_outputs(Instance *instance); /* y at the last evaluation in the present modes, whatever indicators say: for Model Exchange */
int model_accept(Instance *instance, int *moved); /* what follows an accepted step: projection, drift refused, kept rows chosen again */
int model_follow(Instance *instance); /* mechanisms that inputs feed go to where the inputs are */
void model_given(Instance *instance); /* the present inputs are those of the present time */
double model_indicator(const Instance *instance, int i); /* of mode i, shifted by NOISE so that its sign agrees with the mode until it is left */
double model_drift(const Instance *instance); /* largest residual of a kept row in units of what accepted steps may leave: beyond 1 reproject */
int model_reproject(Instance *instance, int *moved);

/* advance.c: to t_end, with errors of state->tolerance relative to each state or its nominal. On failure the instance is as before.
   `stopped` (may be NULL) is set where `between` ended the step early, or, if `at_events` is set, where an event was met; *then* t is there. */
int advance(Instance *instance, double t_end, int at_events, int *stopped);

/* sensitivity.c: directional derivatives through derive, derivative and output, at the present point, in the present modes.
   Seeds are laid into instance->tangent (t, x, u, p), everything else zero; tangents of x_dot, g and y are found there. */
int model_tangent(Instance *instance);
/* Seeds are laid into instance->adjoint (x_dot, g, y), everything else zero; those of t, x, u and p are found there. */
int model_adjoint(Instance *instance);

/* mechanism.h has what mechanisms do. */

#endif
