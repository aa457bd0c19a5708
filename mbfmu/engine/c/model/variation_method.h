/* A method that carries directions over a part of a step: their equations are linear, with coefficients along the dense output of the run. */

#ifndef MBFMU_VARIATION_METHOD_H
#define MBFMU_VARIATION_METHOD_H

#include "variation_rates.h"

typedef struct {
    int error_order;                                          /* of the error estimate in the size of the part, plus one */
    size_t (*kept)(const Problem *problem, int directions); /* how many numbers it keeps */
    /* Fills variation->tried and error at the part `to` of the last step, from X at `from`; -1 where there is no solution. */
    int (*attempt)(Instance *instance, const Integrator *integrator, Variation *variation, double from, double to);
    void (*accept)(const Instance *instance, Variation *variation); /* what was tried is X now */
} VariationMethod;

#endif
