/* The method that fits a Problem. */

#ifndef MBFMU_INTEGRATOR_CHOICE_H
#define MBFMU_INTEGRATOR_CHOICE_H

#include "integrator.h"

const Integrator *integrator_of(const Problem *problem); /* RADAU where the problem is stiff and has states, else DORMAND_PRINCE */

#endif
