/* The equations of motion in independent speeds: the method that any system allows. */

#ifndef MBFMU_TANGENT_SPACE_H
#define MBFMU_TANGENT_SPACE_H

#include "constrained_solve.h"

extern const ConstraintMethod IN_TANGENT_SPACE;

#endif
