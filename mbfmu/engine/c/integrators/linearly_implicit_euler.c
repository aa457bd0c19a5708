/* linearly_implicit_euler.c: one stage, order 1, L-stable. */

#include "linearly_implicit_euler.h"

#include "linearly_implicit_step.h"

#define GAMMA 1.0
static const double NODES[] = {0.0}, GAMMAS[] = {GAMMA}, A[] = {0.0}, C[] = {0.0}, EVALUATED[] = {0.0}, M[] = {1.0};

static const RosenbrockFormula FORMULA = {1, GAMMA, NODES, GAMMAS, A, C, EVALUATED, M};

FIXED_STEPS(LINEARLY_IMPLICIT_EULER, linearly_implicit_step, FORMULA, FORMULA.stages, linearly_implicit_scratch)
