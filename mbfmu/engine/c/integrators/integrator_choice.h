/* The integrator that a Problem asks for. */

#ifndef MBFMU_INTEGRATOR_CHOICE_H
#define MBFMU_INTEGRATOR_CHOICE_H

#include "integrator.h"

const Integrator *integrator_of(const Problem *problem); /* DORMAND_PRINCE where there are no states */

#endif
