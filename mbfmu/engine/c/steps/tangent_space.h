/* The equations of motion in independent speeds: a method for any system, to which others may hand over. */

#ifndef MBFMU_TANGENT_SPACE_H
#define MBFMU_TANGENT_SPACE_H

#include "constraint_method.h"

extern const ConstraintMethod IN_TANGENT_SPACE;

#endif
