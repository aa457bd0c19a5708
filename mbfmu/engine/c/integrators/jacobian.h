/* The derivatives of the rates by the states. */

#ifndef MBFMU_JACOBIAN_H
#define MBFMU_JACOBIAN_H

#include "integrator.h"

/* At t and x, where the rates are evaluated first, as a matrix of the problem's blocks: a column of each block of a group at once. */
int rates_by_states(const Derivative *derivative, Instance *instance, double *jacobian);
/* The same of rates as last evaluated. */
int tangents_by_states(int (*tangent)(Instance *instance), Instance *instance, double *jacobian);

#endif
