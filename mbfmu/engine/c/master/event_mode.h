/* Event Mode of FMI 3.0, for FMUs that have it and are instantiated with it. */

#ifndef MBFMU_EVENT_MODE_H
#define MBFMU_EVENT_MODE_H

#include "master.h"

/* Discrete inputs are what the FMU has been given. */
void note_discrete(Slave *slave);
/* Go through Event Mode where a step begins, at a time [s], if the step before has asked for it or discrete inputs change, which are set there; nonzero on
   failure. */
int handle_due_event(Master *master, int slave, double time);
/* From Step Mode through Event Mode at a time [s], where inputs are `set`; nonzero on failure. */
int handle_event(Master *master, int slave, double time, const Groups *set);

#endif
