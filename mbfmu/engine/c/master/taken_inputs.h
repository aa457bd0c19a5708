/* What the inputs of a slave are over a step. */

#ifndef MBFMU_TAKEN_INPUTS_H
#define MBFMU_TAKEN_INPUTS_H

#include "master.h"

/* slave->given: what drives real inputs, from samples not later than `until`; the others get what drives them now. Nonzero on failure. */
int give_inputs(Master *master, int slave, const Step *step, double until);
/* slave->taken: what becomes of it, themselves or constants where inputs cannot be followed. */
void take_inputs(const Master *master, int slave, const Step *step);
/* Have the slave's inputs be what they are at a time; and give them to the FMU, discrete ones in Event Mode where it has one. */
void place_taken(Master *master, int slave, double time);
int set_taken(Master *master, int slave, double time);
/* By how much of its size an input is `off` that is held over a step, of those that signals drive the `worst`, or -1. Held in the middle of a step it is
   off by its curvature, held at the end by half its change. Nonzero on failure. */
int inputs_off(Master *master, int slave, const Step *step, double *off, int *worst);

#endif
