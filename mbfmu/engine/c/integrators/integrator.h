/* What a method with error control is that goes from step to step. All that survives an accepted step lies in Instance.memory, and so in the
   saved state: a restored run continues to the last bit. Memory of zeros is that of an instance at its start. */

#ifndef MBFMU_INTEGRATOR_H
#define MBFMU_INTEGRATOR_H

#include "instance.h"

/* What each method's memory begins with: the size proposed for the next attempt, 0 where it is to be guessed; the error of the last step in
   units of the tolerance, for those that look at it; begin and end of the present or last step, and its size. */
enum { NEXT_SIZE, LAST_ERROR, START_T, END_T, SIZE, PACE };

#define SLOWEST 0.2 /* times the size of an attempt that failed without a number: the size of the next one */

/* What is integrated, handed in by whoever has a model: x_dot at t and x; and its tangent, as last evaluated, by seeds in Instance.tangent. */
typedef struct {
    int (*evaluate)(Instance *instance);
    int (*tangent)(Instance *instance);
} Derivative;

typedef struct {
    int fixed;                                 /* steps are as long as they are asked for, whatever their error; events are met at their ends */
    int throughout;                            /* the evaluations of a step lie all over it */
    int to_the_end;                            /* the last of them at its end, whether there are modes or not */
    int error_order;                           /* of the error estimate in the size of the first step, plus one */
    size_t (*memory)(const Problem *problem);  /* how many numbers survive, those of PACE included */
    size_t (*scratch)(const Problem *problem);
    void (*restart)(Instance *instance);       /* something jumped: forget what was learned on the way here */
    void (*evaluated)(Instance *instance);     /* x_dot is the rate at the present point */
    void (*moved)(Instance *instance);         /* the present point was corrected by no more than the tolerance */
    int (*begin)(const Derivative *derivative, Instance *instance); /* what every attempt at a step from t and x has in common */
    /* t (to END_T) and x are the end of a step of size h, x_dot is there; its error in units of the tolerance, infinite without a solution. The step
       is accepted where that is at most 1. NEXT_SIZE is what the method proposes: for the next step, else for the next attempt at this one. */
    int (*attempt)(const Derivative *derivative, Instance *instance, double h, double *error);
    void (*at)(Instance *instance, double theta); /* t and x at the part theta (0 to 1) of the last accepted step, by its dense output */
    int (*refine)(const Derivative *derivative, Instance *instance); /* dense output as accurate as steps from here on; NULL where it always is as
                                                                        accurate as the tolerance says; t and x are anywhere in the step then */
} Integrator;

size_t no_scratch(const Problem *problem); /* of methods that need none */

/* Root mean square of values (n) relative to the error allowed on a state that is x and then y; infinite if it is not a number. */
double relative_size(const Instance *instance, const double *values, const double *x, const double *y);

#endif
