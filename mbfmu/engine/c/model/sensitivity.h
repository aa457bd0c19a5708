/* Directional derivatives through derive, derivative and output, at the present point as last evaluated, in the present modes; inputs that
   constraints carry on are those of the present time (input_time = t). Those of pictures are computed only if asked for by `pictures`. */

#ifndef MBFMU_SENSITIVITY_H
#define MBFMU_SENSITIVITY_H

#include "instance.h"

/* Seeds are laid into instance->tangent (t, x, u, p), everything else zero; tangents of x_dot, g and y are found there. */
int model_tangent(Instance *instance, int pictures);
/* Seeds are laid into instance->adjoint (x_dot, g, y), everything else zero; those of t, x, u and p are found there. */
int model_adjoint(Instance *instance, int pictures);
/* The tangents of y become dy/dt along x_dot: with inputs as their rates carry them on where such were given, else held. */
int model_output_rates(Instance *instance, int pictures);

#endif
