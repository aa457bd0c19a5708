/* Dormand-Prince 5(4): explicit, for problems that are not stiff. */

#ifndef MBFMU_DORMAND_PRINCE_H
#define MBFMU_DORMAND_PRINCE_H

#include "integrator.h"

extern const Integrator DORMAND_PRINCE;

#endif
