/* Steps in order, their tangents in order, their adjoints backwards. */

#ifndef MBFMU_SCHEDULE_H
#define MBFMU_SCHEDULE_H

#include "instance.h"

int run(Instance *instance, Schedule schedule);
int run_tangent(Instance *instance, Schedule schedule);
int run_adjoint(Instance *instance, Schedule schedule);
size_t schedule_scratch(Schedule schedule);

#endif
