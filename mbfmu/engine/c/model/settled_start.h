/* The start of a model in static equilibrium, where its parameter start_in_equilibrium says so.

   It is found anew from the start values by drainage. Where inputs and parameters are then set to others before the model runs, Newton's method goes
   on from the last equilibrium, which takes a few evaluations. That counts as long as start values are the same, modes stay, the equilibrium is not
   unstable, and states are near those that drainage led to. Before the model runs, it is found anew once more under the last inputs and parameters;
   where that is another one than the present one, it is taken instead. So what the model starts from does not depend on what was set in between. */

#ifndef MBFMU_SETTLED_START_H
#define MBFMU_SETTLED_START_H

#include "instance.h"

int starts_in_equilibrium(const Instance *instance);
int model_settle_start(Instance *instance); /* from the assembled start; state->started_from says from which values */
/* From the last equilibrium, in which the instance is; it stays there if nothing else was set. `settled`: whether that is
   enough. Else the instance is as before, and the caller starts from the start values. */
int model_settle_again(Instance *instance, int *settled);
/* States of elements on which nothing depends, as those of sensors that integrate, start from where the others are: drainage is not their past. */
int model_start_sensors(Instance *instance);
/* Whether the last equilibrium was found anew under the present time, inputs and parameters. */
int is_settled_anew(const Instance *instance);
/* Whether the states `other` (n) are those of another equilibrium than the present ones. */
int is_elsewhere(const Instance *instance, const double *other);
/* Report start speeds that are not heeded, and an equilibrium that is unstable; the instance is as before. */
int model_report_settled_start(Instance *instance);
uint64_t digest_of_states(const Instance *instance);

#endif
