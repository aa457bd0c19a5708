/* Bogacki-Shampine 3(2): explicit, for problems that are not stiff and steps that are cut short by communication points. */

#ifndef MBFMU_BOGACKI_SHAMPINE_H
#define MBFMU_BOGACKI_SHAMPINE_H

#include "integrator.h"

extern const Integrator BOGACKI_SHAMPINE;

#endif
