/* The variational equations of a run: how its states and outputs change with small changes of its start, its inputs and its parameters.

   The run goes its own way; behind each of its steps the directions follow along its dense output, with an error control of their own. Derivatives
   are the engine's exact tangents.

   Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, section I.14. */

#ifndef MBFMU_VARIATION_H
#define MBFMU_VARIATION_H

#include "variation_rates.h"

/* NULL where memory is missing. X is changed in place, U and P are kept by the caller. */
Variation *variation_new(const Problem *problem, int directions, double *X, const double *U, const double *P);
void variation_free(Variation *variation);
/* Over the last step of the integrator, to the present point. The instance stays where it is, but for what an evaluation writes. */
int variation_follow(Instance *instance, const Integrator *integrator, Variation *variation);
int variation_outputs(Instance *instance, const Variation *variation, double *tangents); /* of y, ny of each direction, at the present point */

#endif
