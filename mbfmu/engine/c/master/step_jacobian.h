/* How outputs at the end of a step change with what drives inputs there. */

#ifndef MBFMU_STEP_JACOBIAN_H
#define MBFMU_STEP_JACOBIAN_H

#include "master.h"

/* Whether the last one serves for a step. */
int jacobian_suits(const Master *master, const Step *step);
/* Find it for a step that led from what was saved last to the outputs `found`, under a guess of them; it leaves slaves and what signals are taken to be
   anywhere. FMUs that say their derivatives are linear systems over a step; others are stepped once for each input. Nonzero on failure. */
int find_jacobian(Master *master, const Step *step, const double *found, const double *guess);
/* Make ready to correct by a Jacobian (signals x signals), for signals of these sizes; else what is small would count as dependent. */
void use_jacobian(Master *master, double size, const double *jacobian, const double *sizes);
/* guess += Newton's correction of guesses that are `off` (signals x width). */
void correct(Master *master, const double *off, double *guess);

#endif
