/* One step of any method: the choice of its size, and what to say when it becomes too small. */

#ifndef MBFMU_ONE_STEP_H
#define MBFMU_ONE_STEP_H

#include "integrator.h"

/* One accepted step, at most to t_end. */
int one_step(const Integrator *integrator, const Derivative *derivative, Instance *instance, double t_end);
size_t one_step_scratch(const Integrator *integrator, const Problem *problem);

/* Fails where a rate at the present point is not a number, and says which. */
int refuse_infinite_rates(Instance *instance);

/* Writes which state changes fastest at the present point into `cause` (MESSAGE characters). */
int say_steepest(const Derivative *derivative, Instance *instance, char *cause);

#endif
