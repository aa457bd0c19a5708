/* Communication steps taken in as many parts as a tolerance wants. */

#ifndef MBFMU_VARIABLE_STEP_H
#define MBFMU_VARIABLE_STEP_H

#include "master.h"

int variable_step(Master *master, const Step *step);

#endif
