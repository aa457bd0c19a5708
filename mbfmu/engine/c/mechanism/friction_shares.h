/* Friction that sticking points which are redundant share. */

#ifndef MBFMU_FRICTION_SHARES_H
#define MBFMU_FRICTION_SHARES_H

#include "instance.h"

/* The forces (contacts, 2) that hold the points chosen (contacts), whose tangential rows are as last evaluated, are shared anew such that the largest of their
   ratios to what friction may be, `ratio` (contacts), is least: bodies feel no difference. Normal forces are as last evaluated.
   Points that bear nothing but are asked for something that others cannot give have an infinite ratio, and keep their forces. */
int share_friction(Instance *instance, const Mechanism *mechanism, const int *chosen, double *forces, double *ratio);

#endif
