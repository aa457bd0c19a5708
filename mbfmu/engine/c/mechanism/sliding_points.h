/* Points that begin to slide, turn or stop. `before` (m) are the modes before an event, `modes` those that indicators then ask for; `among` (contacts) says
   which contacts take part. What changes points returns -1 where it fails. */

#ifndef MBFMU_SLIDING_POINTS_H
#define MBFMU_SLIDING_POINTS_H

#include "mechanism.h"

int sticking_number(const Instance *instance, const Mechanism *mechanism, int contact); /* of the mode sticking of a point that may slide, among all modes */

/* Whether any point that may slide begins or ends to, or needs a guide no more, and that is `heeded`; else its modes are given back. */
int any_turns(const Instance *instance, const Mechanism *mechanism, const double *before, int heeded);

int halt(Instance *instance, const Mechanism *mechanism); /* speeds onto the rows that act */

/* Points that begin to slide from rest, all at once, do so where they accelerate: forces that held them, which redundant points share in any way, say too
   little of that. A guide that a point itself has just left, from modes `before` to `modes`, it does not take again. */
int aim_points(Instance *instance, const Mechanism *mechanism, const int *among, const double *before, const double *modes);

int turn_and_aim(Instance *instance, const Mechanism *mechanism, const double *before, const double *modes); /* all that begin to slide, or cease to */

/* Points that have stopped stick, and others of the same body that stop with them: one that still slid would lead to a point that sticks and cannot. Of points
   that slide (`slides`, contacts), those in `ends` have come to their end. */
int stop_together(Instance *instance, const Mechanism *mechanism, const double *modes, const int *ends, int *slides);

#endif
