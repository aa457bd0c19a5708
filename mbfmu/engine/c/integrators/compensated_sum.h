/* Compensated summation of steps: what rounding takes from x = start + change is added to the next change. So speeds of 7.7 km/s do not stray by
   1e-12 m/s at each step of an orbit, and positions by metres after a while.

   Source: Hairer, Lubich, Wanner, Geometric Numerical Integration, section VIII.5. */

#ifndef MBFMU_COMPENSATED_SUM_H
#define MBFMU_COMPENSATED_SUM_H

#include "instance.h"

/* Of each state: the start of the step, what the steps before have lost, what this step loses. They survive; all zero at the start of a run. */
#define SUMMED 3
typedef struct {
    double *start, *carried, *lost; /* n each */
} Summed;

static inline Summed summed_at(double *numbers, int n) { return (Summed){numbers, numbers + n, numbers + 2 * n}; }

void sum_begin(Summed sum, const double *x, int n);                 /* a step from x */
void sum_end(Summed sum, const double *change, double *x, int n);   /* x = start + change; `change` may be x */

#endif
