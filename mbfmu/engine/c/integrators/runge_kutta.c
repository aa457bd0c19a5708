/* runge_kutta.c: four stages, order 4.

   Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section II.1. */

#include "runge_kutta.h"

#include "explicit_fixed_step.h"

static const double NODES[] = {0.5, 0.5, 1.0};
static const double WEIGHTS[] = {0.5, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0, 1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
static const ExplicitFormula FORMULA = {4, NODES, WEIGHTS};

FIXED_STEPS(RUNGE_KUTTA, explicit_fixed_step, FORMULA, FORMULA.stages - 1, no_scratch)
