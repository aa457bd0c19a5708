/* Newton's method as a step, for kinds of steps that find their Jacobian in another way: see newton_solve.c. */

#ifndef MBFMU_NEWTON_SOLVE_H
#define MBFMU_NEWTON_SOLVE_H

#include "instance.h"

/* Fills the Jacobian at the present unknowns, where `evaluate` has just been run; 0, or -1 with the cause in the instance's message. */
typedef int Linearize(const void *step, Instance *instance);

int newton_solve(const void *step, Instance *instance, Linearize *linearize); /* NULL: `evaluate` fills it */
int newton_tangent(const void *step, Instance *instance);
int newton_adjoint(const void *step, Instance *instance);
size_t newton_scratch(const void *step);

#endif
