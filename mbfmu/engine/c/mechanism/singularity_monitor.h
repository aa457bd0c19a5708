/* What constraints that become dependent for the moment are noticed by. */

#ifndef MBFMU_SINGULARITY_MONITOR_H
#define MBFMU_SINGULARITY_MONITOR_H

#include "instance.h"

/* `reset` at a start, `observe` after each evaluation of the derivative, `report` after each accepted step, after mechanism_evaluate and before
   project: it reports. */
void singularity_monitor_reset(Instance *instance, const Mechanism *mechanism);
void singularity_monitor_observe(Instance *instance, const Mechanism *mechanism);
int singularity_monitor_report(Instance *instance, const Mechanism *mechanism);

#endif
