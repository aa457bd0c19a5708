/* Starts in a singular position, from which a mechanism may move in more than one way (mbfmu.runtime.branching). */

#ifndef MBFMU_BRANCHING_H
#define MBFMU_BRANCHING_H

#include "instance.h"

int refuse_off_branches(Instance *instance, const Mechanism *mechanism); /* speeds that lie on none of these ways */

#endif
