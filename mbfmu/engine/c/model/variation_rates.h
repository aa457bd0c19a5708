/* Small changes of a run along several directions, and how fast they grow: X' = f_x X + f_u U + f_p P. */

#ifndef MBFMU_VARIATION_RATES_H
#define MBFMU_VARIATION_RATES_H

#include "integrator.h"

/* A direction is a change of the states, of the inputs and of the parameters; what it has lies behind what the one before has. */
typedef struct Variation {
    int directions;
    double *X;             /* n states of each: they change in place */
    const double *U, *P;   /* nu inputs and np parameters of each */
    double *derived;       /* what follows from the parameters: calculated ones, and d */
    double *largest;       /* the largest size each has had, in nominal values of the states */
    double *tried, *error; /* X at the end of the part of a step that is tried, and its error there */
    double *kept;          /* what the method keeps from one part to the next */
    int known;             /* that this is of the present point */
    int disturbed;         /* rates are those at states and of directions that differ in their last bits */
    double *roundoff;      /* of errors, as of late */
    double *plain;         /* X and its error without such a disturbance */
    double size;           /* s: of the part that is tried next; 0 where nothing is known */
    double *delay; /* how much later each direction meets the event at hand [s]; zeros elsewhere */
    double *input_rates; /* of inputs there (nu) */
} Variation;

int variation_derive(Instance *instance, const Variation *variation); /* fills `derived` */
/* Seeds of a direction with the states X (n) into Instance.tangent, where everything else is zero or will be overwritten. */
void variation_seed(Instance *instance, const Variation *variation, int direction, const double *X);
/* The rates of directions X (directions x n) at the part theta of the last step of the integrator, where the instance then is. */
int variation_rates(Instance *instance, const Integrator *integrator, const Variation *variation, double theta, const double *X, double *rates);

#endif
