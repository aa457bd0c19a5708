/* Adams-Bashforth-Moulton of order 1 to 12: explicit, with a memory of earlier steps, for smooth problems that are not stiff. */

#ifndef MBFMU_ADAMS_H
#define MBFMU_ADAMS_H

#include "integrator.h"

extern const Integrator ADAMS;

#endif
