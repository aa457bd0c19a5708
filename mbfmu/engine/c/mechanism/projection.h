/* Projection: after an accepted step back onto the constraints. */

#ifndef MBFMU_PROJECTION_H
#define MBFMU_PROJECTION_H

#include "strong_rows.h"

/* NOTHING: all independent rows hold to roundoff; the caller goes on with its numbers.
   MOVED: states were corrected; the derivative is another, and the integrator is to know.
   GIVEN_UP: no small correction helps, and states are where they were; the caller goes on if drift is allowed, and else refuses it or assembles. */
typedef enum { NOTHING, MOVED, GIVEN_UP } Outcome;
/* After mechanism_evaluate; the strong rows of speeds where they are `known` already, else NULL. 0 with an outcome; -1 where rows cannot be evaluated or
   factored, with states anywhere. */
int project(Instance *instance, const Mechanism *mechanism, const StrongRows *known, Outcome *outcome);
int project_positions(Instance *instance, const Mechanism *mechanism); /* positions alone, where a small change does it; evaluates there */

#endif
