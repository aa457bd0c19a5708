/* The derivatives of the rates by the states. */

#ifndef MBFMU_JACOBIAN_H
#define MBFMU_JACOBIAN_H

#include "integrator.h"

/* Column by column, at t and x, where the rates are evaluated first: n x n numbers, row by row. */
int rates_by_states(const Derivative *derivative, Instance *instance, double *jacobian);

#endif
