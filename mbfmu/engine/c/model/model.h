/* The Problem as a model in time: what the FMI layer and the integrators ask of an instance (mbfmu.runtime.instance and starting). */

#ifndef MBFMU_MODEL_H
#define MBFMU_MODEL_H

#include "instance.h"

/* State.extrapolated: inputs are held; rates were given for the next step; in that step and after it u follows them from given_at on.

   Slot u is what was set, except within advance and the functions below while inputs are CARRIED: then it is what they are at time t, and
   t_u = t. So outputs at the end of a step are those of the inputs there, and whoever reads an input finds what was set. */
enum { HELD, GIVEN, CARRIED };

/* model.c */
size_t model_scratch(const Problem *problem); /* the most that anything takes, in all */
void model_input_rate(Instance *instance, int input, int order, double rate); /* d^order u[input] / dt^order, for the next step */
int model_initialize(Instance *instance, double t); /* from the present inputs and parameters */
int model_tell_moved_starts(Instance *instance); /* report start speeds that model_initialize, which was the last, has moved */
int model_evaluate(Instance *instance);  /* x_dot and g at t, x, u (with inputs extrapolated to t), in the present modes */
int model_settle(Instance *instance, int *changed); /* modes agree with their indicators */
int model_outputs(Instance *instance, int evaluated); /* y; changes nothing else (mbfmu.runtime.instance.Instance.outputs) */
int model_held_outputs(Instance *instance); /* y at the last evaluation in the present modes, whatever indicators say: for Model Exchange */
int model_accept(Instance *instance, int *moved); /* what follows an accepted step: projection, drift refused, kept rows chosen again */
int model_follow(Instance *instance); /* mechanisms that inputs feed go to where the inputs are */
/* The present inputs are those of the present time: told wherever inputs, or in Model Exchange time, are set. */
void model_given(Instance *instance);
/* Of mode i, shifted by NOISE so that its sign agrees with the mode until it is left. */
double model_indicator(const Instance *instance, int i);
double model_drift(Instance *instance); /* largest residual of a kept row in units of what the tolerance allows: beyond 1 reproject */
int model_reproject(Instance *instance, int *moved);

/* validity.c */
int model_validate(Instance *instance);  /* refuse invalid inputs and parameters; derive anew what changed parameters say; reassemble */
void model_undo_parameters(Instance *instance); /* p is what d was derived from; for after a refusal, the state restored */

/* advance.c: to t_end, with errors of state->tolerance relative to each state or its nominal. On failure the instance is as before.
   `stopped` (may be NULL) says why it went no further: a set of these, of which events count if `at_events` is set. */
enum { BY_HOST = 1, AT_EVENT = 2 };
int advance(Instance *instance, double t_end, int at_events, int *stopped);

/* sensitivity.c: directional derivatives through derive, derivative and output, at the present point as last evaluated, in the present
   modes; inputs that constraints carry on are those of the present time (t_u = t). */
/* Seeds are laid into instance->tangent (t, x, u, p), everything else zero; tangents of x_dot, g and y are found there. */
int model_tangent(Instance *instance);
int model_rates_tangent(Instance *instance); /* the same for x_dot and g alone, by t, t_u, x and u */
/* Seeds are laid into instance->adjoint (x_dot, g, y), everything else zero; those of t, x, u and p are found there. */
int model_adjoint(Instance *instance);
/* The tangents of y become dy/dt along x_dot: with inputs as their rates carry them on where such were given, else held. */
int model_output_rates(Instance *instance);

#endif
