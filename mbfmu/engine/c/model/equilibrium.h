/* Static equilibrium: where a model comes to rest, by energy drainage and Newton's method in turn. */

#ifndef MBFMU_EQUILIBRIUM_H
#define MBFMU_EQUILIBRIUM_H

#include "instance.h"

/* What has found it, for reports only: AT_START, Newton's method from a start that is nearly one; BY_NEWTON, both; BY_DRAINAGE, drainage alone, where
   Newton's method helps nowhere. */
typedef enum { AT_START, BY_NEWTON, BY_DRAINAGE } FoundBy;

/* From the present point, whose speeds do not count. A start that is an equilibrium is kept, even an unstable one. On failure the message names what
   is driven or keeps moving, and the instance is anywhere. */
int model_equilibrium(Instance *instance, FoundBy *found_by);
/* Of a state or its derivative, by its place in x. */
const char *unit_of(const Problem *problem, Causality causality, Ref slot, int place);

#endif
