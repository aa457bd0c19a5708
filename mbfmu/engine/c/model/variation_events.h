/* Where modes switch, directions jump: a changed run meets the event earlier or later, and what an update does to it differs.

   With the delay d of a direction X, rates f before and F behind, and the update R of the states: X becomes R'(X + f d, d) - F d.

   Source: R. I. Leine, H. Nijmeijer, Dynamics and Bifurcations of Non-Smooth Mechanical Systems, 2004, chapter 7 (the saltation matrix). */

#ifndef MBFMU_VARIATION_EVENTS_H
#define MBFMU_VARIATION_EVENTS_H

#include "variation_rates.h"

int variation_meet(Instance *instance, Variation *variation); /* at an event, where modes do not agree with their indicators yet */
/* What enters a jump along one direction: its states where it meets the event, the time of that, and inputs then. */
void variation_seed_event(Instance *instance, const Variation *variation, int direction);
/* Behind an update in between, which found the states `before`. */
int variation_update(Instance *instance, Variation *variation, const StateEvent *event, const double *before);
int variation_pass(Instance *instance, Variation *variation); /* and where they do */

#endif
