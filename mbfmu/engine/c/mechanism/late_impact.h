/* Impacts in steps of fixed size: contacts have met within the step at whose end it is seen, and have penetrated each other since. */

#ifndef MBFMU_LATE_IMPACT_H
#define MBFMU_LATE_IMPACT_H

#include "instance.h"

/* The time within which no event is looked for [s]: a step of fixed size, 0 where events are found. */
double unsearched_time(const Instance *instance);
/* Speeds are to be those with which the contacts that touch met: what forces have added since would make energy grow. */
int meet_earlier(Instance *instance, const Mechanism *mechanism, const int *touching);

#endif
