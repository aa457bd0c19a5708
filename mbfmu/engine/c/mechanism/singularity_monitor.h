/* What constraints that become dependent for the moment are noticed by. */

#ifndef MBFMU_SINGULARITY_MONITOR_H
#define MBFMU_SINGULARITY_MONITOR_H

#include "scaled_rows.h"

/* `reset` at a start, `observe` after each evaluation of the derivative, `report` after each accepted step, after mechanism_evaluate and before
   project: it reports. `follow` after each accepted step, with the independent rows, or where others are spare with all (reselect_rows);
   `follow_independent` where nobody has the scaled rows at hand, if none is spare. */
void singularity_monitor_reset(Instance *instance, const Mechanism *mechanism);
void singularity_monitor_observe(Instance *instance, const Mechanism *mechanism);
int singularity_monitor_report(Instance *instance, const Mechanism *mechanism);
int singularity_monitor_follow(Instance *instance, const Mechanism *mechanism, Rows rows, const ScaledRows *scaled);
int singularity_monitor_follow_independent(Instance *instance, const Mechanism *mechanism);

#endif
