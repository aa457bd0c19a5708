/* Fixed steps by an explicit Runge-Kutta formula. */

#ifndef MBFMU_EXPLICIT_FIXED_STEP_H
#define MBFMU_EXPLICIT_FIXED_STEP_H

#include "fixed_step.h"

typedef struct {
    int stages;
    const double *nodes;   /* of stages 2 and up */
    const double *weights; /* of the stages before, for stages 2 and up: stages - 1 numbers each; then stages numbers of the solution */
} ExplicitFormula;

int explicit_fixed_step(const ExplicitFormula *formula, const Derivative *derivative, Instance *instance, double h, double *error);

#endif
