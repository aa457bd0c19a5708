/* What methods of fixed steps share: a step is as long as it is asked for, whatever its error is, and takes the same operations each time.

   Rates at the end of a step are evaluated by whoever takes it, since modes and constraints are looked at there; they begin the next one. */

#ifndef MBFMU_FIXED_STEP_H
#define MBFMU_FIXED_STEP_H

#include "compensated_sum.h"
#include "integrator.h"

/* Behind PACE: whether the rate at the present point is known; the sum of steps. Behind that what FixedStep has. */
enum { KNOWN = PACE, SUM };

typedef struct {
    int n;
    Summed sum;
    double *first;     /* rate at the start of the step */
    double *rate, *x;  /* at the present point, where it is known */
    double *stages;    /* of each method, n each */
} FixedStep;

FixedStep fixed_step_of(const Instance *instance);
size_t fixed_step_memory(const Problem *problem, int stages);
void fixed_step_forget(Instance *instance);
void fixed_step_evaluated(Instance *instance);
int fixed_step_begin(const Derivative *derivative, Instance *instance);
void fixed_step_end(Instance *instance, double h, const double *change, double *error); /* x = start + change, which is x or elsewhere */
void fixed_step_dense(Instance *instance, double theta); /* by Hermite's cubic polynomial */

/* The integrator NAME in steps that `take` takes by a `formula`, which keeps rates of so many stages and needs `room`. */
#define FIXED_STEPS(NAME, take, formula, kept, room)                                                                   \
    static size_t memory_of(const Problem *problem) { return fixed_step_memory(problem, kept); }                       \
    static int attempt(const Derivative *derivative, Instance *instance, double h, double *error)                      \
    {                                                                                                                  \
        return take(&(formula), derivative, instance, h, error);                                                       \
    }                                                                                                                  \
    const Integrator NAME = {                                                                                          \
        .fixed = 1,                                                                                                    \
        .to_the_end = 1,                                                                                               \
        .memory = memory_of,                                                                                           \
        .scratch = room,                                                                                               \
        .restart = fixed_step_forget,                                                                                  \
        .evaluated = fixed_step_evaluated,                                                                             \
        .moved = fixed_step_forget,                                                                                    \
        .begin = fixed_step_begin,                                                                                     \
        .attempt = attempt,                                                                                            \
        .at = fixed_step_dense,                                                                                        \
    };

#endif
