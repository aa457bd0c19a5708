/* The linearly implicit Euler method of order 1 in fixed steps, for stiff problems. */

#ifndef MBFMU_LINEARLY_IMPLICIT_EULER_H
#define MBFMU_LINEARLY_IMPLICIT_EULER_H

#include "integrator.h"

extern const Integrator LINEARLY_IMPLICIT_EULER;

#endif
