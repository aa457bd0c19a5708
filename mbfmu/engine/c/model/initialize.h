/* The start of a model. */

#ifndef MBFMU_INITIALIZE_H
#define MBFMU_INITIALIZE_H

#include "instance.h"

int model_initialize(Instance *instance, double t); /* from the present inputs and parameters */

#endif
