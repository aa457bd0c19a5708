/* Heun's method of order 2 in fixed steps: explicit, two evaluations a step. */

#ifndef MBFMU_HEUN_H
#define MBFMU_HEUN_H

#include "integrator.h"

extern const Integrator HEUN;

#endif
