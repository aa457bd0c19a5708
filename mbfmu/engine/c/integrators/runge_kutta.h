/* The classical Runge-Kutta method of order 4 in fixed steps: explicit, four evaluations a step. */

#ifndef MBFMU_RUNGE_KUTTA_H
#define MBFMU_RUNGE_KUTTA_H

#include "integrator.h"

extern const Integrator RUNGE_KUTTA;

#endif
