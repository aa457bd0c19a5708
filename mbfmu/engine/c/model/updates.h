/* What is sampled: the schedule `update` runs at the start time and at each multiple of the period after it. */

#ifndef MBFMU_UPDATES_H
#define MBFMU_UPDATES_H

#include "instance.h"

#define SAME_TIME 1e-3 /* of a communication step, or of a period if that is less: times of environments may be off by roundoff */

double next_update(const Instance *instance);                     /* its time [s]; infinite where there is none */
double end_of_updates(const Instance *instance, double t_end);     /* those from here [s] on are left to the next communication step */
int model_update(Instance *instance);                              /* does the next one, now */

#endif
