/* Steps of slaves within a communication step. */

#ifndef MBFMU_TURNS_H
#define MBFMU_TURNS_H

#include "master.h"

/* The step of a slave that has this turn. */
Step turn_step(const Turn *turn, const Step *step);
/* All slaves come to the end of a communication step; those that begin together step side by side, on samples not later than `until`, and not
   later than their own beginning. Nonzero on failure. */
int side_by_side(Master *master, const Step *step, double until);
/* One after another, each on the newest samples. */
int one_after_another(Master *master, const Step *step);

#endif
