/* Fixed steps by a Rosenbrock formula: linear equations with one matrix, factored once a step.

   Source: Hairer, Wanner, Solving Ordinary Differential Equations II, section IV.7, (7.4) in the variables (7.24):

       (1/(gamma h) - J) k_i = f(t + alpha_i h, x + sum_j a_ij k_j) + sum_j c_ij k_j / h + gamma_i h df/dt,    x_end = x + sum_i m_i k_i */

#ifndef MBFMU_LINEARLY_IMPLICIT_STEP_H
#define MBFMU_LINEARLY_IMPLICIT_STEP_H

#include "fixed_step.h"

typedef struct {
    int stages;
    double gamma;
    const double *nodes, *gammas; /* alpha_i and gamma_i */
    const double *a, *c;          /* stages x stages, of which those below the diagonal count */
    const double *evaluated;      /* 0 for stages whose rate is that of the stage before, since they have its place and time */
    const double *m;
} RosenbrockFormula;

size_t linearly_implicit_scratch(const Problem *problem); /* in doubles */
int linearly_implicit_step(const RosenbrockFormula *formula, const Derivative *derivative, Instance *instance, double h, double *error);

#endif
