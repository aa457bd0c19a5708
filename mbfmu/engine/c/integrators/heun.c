/* heun.c: two stages, order 2.

   Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section II.1. */

#include "heun.h"

#include "explicit_fixed_step.h"

static const double NODES[] = {1.0};
static const double WEIGHTS[] = {1.0, 0.5, 0.5};
static const ExplicitFormula FORMULA = {2, NODES, WEIGHTS};

FIXED_STEPS(HEUN, explicit_fixed_step, FORMULA, FORMULA.stages - 1, no_scratch)
