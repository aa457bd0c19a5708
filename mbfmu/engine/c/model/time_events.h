/* Events at times that the model itself says, as those of sampled controllers; in between, the slot r holds what they have set. */

#ifndef MBFMU_TIME_EVENTS_H
#define MBFMU_TIME_EVENTS_H

#include "instance.h"

#define ULPS 64 /* of the time: what is that near is at one time */

double next_event(const Instance *instance); /* time of the next [s]; infinite where there is none */
/* Whether it is at t [s] or before; times may be off by roundoff, as those of several clocks that tick together. */
int event_is_due_at(const Instance *instance, double t);
int event_is_before(const Instance *instance, double t); /* by more than roundoff */
/* Does the next ones, which are all at one time, now. Each sees what those before it in the Problem's order have set. */
int model_do_events(Instance *instance);

#endif
