/* A step of one slave. */

#ifndef MBFMU_SLAVE_STEP_H
#define MBFMU_SLAVE_STEP_H

#include "master.h"

/* Step a slave with the inputs that it is given; outputs are read. Nonzero on failure. */
int slave_step(Master *master, int slave, const Step *step);
/* Read its outputs, as they are at a time; some that are no finite numbers are a fault, before others step with them. */
int read_outputs(Master *master, int slave, const Groups *outputs, double time);
/* Keep what has come of it: outputs in histories, and the energy that has passed ports. */
int note_step(Master *master, int slave, const Step *step);
/* Take its outputs into histories. */
int remember(Master *master, int slave, double time);
/* Save what a slave is, make it that again, and give back the memory. */
int slave_save(Master *master, int slave, void **state);
int slave_restore(Master *master, int slave, void *state);
int slave_release(Master *master, int slave, void **state);

#endif
