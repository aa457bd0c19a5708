/* Step sizes of one-step methods, by the error of the last attempt. */

#ifndef MBFMU_ERROR_CONTROL_H
#define MBFMU_ERROR_CONTROL_H

#include "integrator.h"

/* The size of the next attempt, behind one of size h with this error: a shorter one where the error is above 1, else that of the next step.
   The error grows with the power `error_order` of the size. */
double size_by_error(Instance *instance, int error_order, double h, double error);
double growth_by_error(int error_order, double error); /* times h, by this error alone */

#endif
