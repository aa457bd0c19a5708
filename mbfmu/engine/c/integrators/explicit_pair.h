/* A step by a pair of explicit Runge-Kutta formulas whose last stage is the rate at the solution: what the methods share. */

#ifndef MBFMU_EXPLICIT_PAIR_H
#define MBFMU_EXPLICIT_PAIR_H

#include "compensated_sum.h"
#include "integrator.h"

typedef struct {
    int stages;            /* the one at the solution included */
    const double *nodes;   /* of stages 2 and up */
    const double *weights; /* of the stages before, for stages 2 and up, the last of which is the solution: stages - 1 numbers each */
    const double *error;   /* the difference of both formulas: a number for each stage, zero for the last where no evaluation is spent on it alone */
    int order;             /* of the error in the size of the step */
} ExplicitPair;

/* Behind PACE: whether the last stage is the rate at the present point; whether the dense output is refined; the sum of steps. Behind that
   the rates of the stages (n each), and whatever else a method keeps. */
enum { KNOWN = PACE, REFINED, SUM };

static inline Summed sum_of(const Instance *instance) { return summed_at(instance->memory + SUM, instance->problem->x.size); }
static inline double *rates_of(const Instance *instance, int stage) { return instance->memory + SUM + (size_t)(SUMMED + stage) * (size_t)instance->problem->x.size; }

size_t explicit_memory(const Problem *problem, int rates); /* with so many rates in all */
void explicit_keep(Instance *instance, int stage);         /* x_dot is its rate */
void explicit_forget(Instance *instance);                  /* the last stage is another */
int explicit_begin(const ExplicitPair *pair, const Derivative *derivative, Instance *instance);
int explicit_attempt(const ExplicitPair *pair, const Derivative *derivative, Instance *instance, double h, double *error);

/* t and x at the part theta of the last step: x is the start and, times the step's size, the rates by their weights. */
void explicit_dense(Instance *instance, double theta, const double *weights, int rates);

#endif
