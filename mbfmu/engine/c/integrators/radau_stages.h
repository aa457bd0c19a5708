/* The equations of the stages of Radau IIA: simplified Newton iterations, transformed to a real and a complex system.

   Source: Hairer, Wanner, Solving Ordinary Differential Equations II, section IV.8 (8.13). */

#ifndef MBFMU_RADAU_STAGES_H
#define MBFMU_RADAU_STAGES_H

#include <math.h>

#include "compensated_sum.h"
#include "integrator.h"

#define S6 2.449489742783178 /* the square root of 6 */
#define STAGES 3
#define GAMMA 3.637834252744496 /* the real eigenvalue of the inverse of the method's matrix */

/* Behind PACE: whether there is a Jacobian, it is of this very start, it made Newton's method converge slowly; whether the rate at the
   present point is known; the size of the step that the polynomial is of, or 0; the sum of steps, rate, polynomial (3 x n), Jacobian. */
enum { DIFFERENTIATED = PACE, CURRENT, SLOW, KNOWN, LAST, SUM };

typedef struct {
    int n;
    Summed sum; /* this and the next survive */
    double *rate, *polynomial, *jacobian;
    double *real, *complex; /* factors of matrices of the problem's blocks; of one block alone as complex_lu.c has them */
    int *pivots, *complex_pivots;
    double *stages, *change, *pair, *slope, *room; /* 3 n, 3 n, 2 n, n, 2 n */
} Work;

extern const double RADAU_NODES[STAGES];
extern const double RADAU_ERROR[STAGES]; /* of the increments of the stages, in the estimate of the error */

size_t radau_memory(const Problem *problem);
size_t radau_scratch(const Problem *problem);
Work kept_work(const Instance *instance); /* what survives, the rest NULL */
Work work_in_scratch(Instance *instance); /* all of it */

/* t and x = start + change, and the rates there. */
int evaluate_at(const Derivative *derivative, Instance *instance, double t, const double *start, const double *change);
/* The Jacobian at the start. */
int differentiate(const Derivative *derivative, Instance *instance);
/* `values` (n) become (GAMMA / h - J)^-1 values, with the factors that solve_stages has found. */
void solve_real(const Instance *instance, const Work *work, double *values);
/* The increments of the three stages (3 x n) in a step of size h; `found` says whether Newton's method converges. */
int solve_stages(const Derivative *derivative, Instance *instance, const Work *work, double h, int *found);

/* sum of row[s] * stages[s][i] */
static inline double across(const double *row, const double *stages, int n, int i)
{
    return row[0] * stages[i] + row[1] * stages[n + i] + row[2] * stages[2 * n + i];
}

#endif
