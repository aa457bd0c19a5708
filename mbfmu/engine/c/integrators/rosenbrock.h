/* A Rosenbrock method of order 3 in fixed steps: linearly implicit, for stiff problems. */

#ifndef MBFMU_ROSENBROCK_H
#define MBFMU_ROSENBROCK_H

#include "integrator.h"

extern const Integrator ROSENBROCK;

#endif
