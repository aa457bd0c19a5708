/* Starts in a singular position, from which a mechanism may move in more than one way. */

#ifndef MBFMU_SINGULAR_START_H
#define MBFMU_SINGULAR_START_H

#include "instance.h"

int refuse_singular_start(Instance *instance, const Mechanism *mechanism); /* speeds that lie on none of these ways */

#endif
