/* How the states of a start in static equilibrium change with inputs and parameters, by the implicit function theorem. */

#ifndef MBFMU_SETTLED_TANGENT_H
#define MBFMU_SETTLED_TANGENT_H

#include "balance.h"

/* Seeds of time, inputs and parameters lie in instance->tangent, everything else zero; those of the states are laid beside them. `balance` is that of
   the present point, evaluated last. Where small motions are neutral, the smallest change is meant; -1 where no change keeps the balance. */
int model_settled_tangent(Instance *instance, const Balance *balance);

#endif
