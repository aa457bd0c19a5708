/* What constraints that become dependent for the moment are noticed by. */

#ifndef MBFMU_LOSS_WATCH_H
#define MBFMU_LOSS_WATCH_H

#include "instance.h"

/* `anew` at a start, `look` after each evaluation of the derivative, `tell` after each accepted step, after mechanism_evaluate and before
   project: it reports. */
void loss_anew(Instance *instance, const Mechanism *mechanism);
void loss_look(Instance *instance, const Mechanism *mechanism);
int loss_tell(Instance *instance, const Mechanism *mechanism);

#endif
