/* rosenbrock.c: RODAS3, four stages of which three are evaluated, order 3, L-stable, stiffly accurate.

   Source: Sandu et al., Benchmarking stiff ODE solvers for atmospheric chemistry problems II: Rosenbrock solvers, Atmospheric Environment 31
   (1997) 3459. */

#include "rosenbrock.h"

#include "linearly_implicit_step.h"

#define GAMMA 0.5
static const double NODES[] = {0.0, 0.0, 1.0, 1.0}, GAMMAS[] = {0.5, 1.5, 0.0, 0.0}, EVALUATED[] = {0.0, 0.0, 1.0, 1.0};
static const double A[] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 1.0, 0.0};
static const double C[] = {0.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0, 1.0, -1.0, -8.0 / 3, 0.0};
static const double M[] = {2.0, 0.0, 1.0, 1.0};

static const RosenbrockFormula FORMULA = {4, GAMMA, NODES, GAMMAS, A, C, EVALUATED, M};

FIXED_STEPS(ROSENBROCK, linearly_implicit_step, FORMULA, FORMULA.stages, linearly_implicit_scratch)
