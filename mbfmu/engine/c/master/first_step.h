/* The first step, in which little is known of the past. */

#ifndef MBFMU_FIRST_STEP_H
#define MBFMU_FIRST_STEP_H

#include "master.h"

/* It is taken, taken back, and repeated with its end known, so that inputs which follow parabolas from then on lose no order to the start. */
int first_step(Master *master, const Step *step);

#endif
