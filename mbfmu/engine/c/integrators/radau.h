/* Radau IIA with three stages, order 5: implicit, for stiff problems. */

#ifndef MBFMU_RADAU_H
#define MBFMU_RADAU_H

#include "integrator.h"

extern const Integrator RADAU;

#endif
