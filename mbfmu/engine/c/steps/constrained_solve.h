/* Accelerations and multipliers of a mechanism with constraints, M a = f + A^T l and A a = b on the independent rows, l = 0 on the others: what the
   methods share. */

#ifndef MBFMU_CONSTRAINED_SOLVE_H
#define MBFMU_CONSTRAINED_SOLVE_H

#include "constraint_method.h"

int constrained_run(const ConstraintMethod *method, const ConstrainedSolve *step, Instance *instance);
int constrained_tangent(const ConstraintMethod *method, const ConstrainedSolve *step, Instance *instance);
int constrained_adjoint(const ConstraintMethod *method, const ConstrainedSolve *step, Instance *instance);
size_t constrained_scratch(const ConstraintMethod *method, const ConstrainedSolve *step);

/* The kind of step KIND: a constrained solve by METHOD. */
#define CONSTRAINED_KIND(KIND, METHOD)                                                                                               \
    static int run_step(const void *step, Instance *instance) { return constrained_run(&METHOD, step, instance); }                   \
    static int tangent_of_step(const void *step, Instance *instance) { return constrained_tangent(&METHOD, step, instance); }        \
    static int adjoint_of_step(const void *step, Instance *instance) { return constrained_adjoint(&METHOD, step, instance); }        \
    static size_t scratch_of_step(const void *step) { return constrained_scratch(&METHOD, step); }                                   \
    const StepKind KIND = {run_step, tangent_of_step, adjoint_of_step, scratch_of_step}

#endif
