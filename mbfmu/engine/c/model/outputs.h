/* Outputs and pictures, refused where they are no numbers; outputs also beyond a limit. */

#ifndef MBFMU_OUTPUTS_H
#define MBFMU_OUTPUTS_H

#include "instance.h"

int model_outputs(Instance *instance, int evaluated); /* y; changes nothing else */
int outputs_are_apart(const Problem *problem); /* whether states are enough for y: no rates, and no modes that have to agree */
int model_outputs_apart(Instance *instance);   /* y where that is so, without the rates there */
int model_held_outputs(Instance *instance); /* y at the last evaluation in the present modes, whatever indicators say: for Model Exchange */
/* The same of the pictures, when y is up to date. */
int model_pictures(Instance *instance);
int model_held_pictures(Instance *instance);

/* What asking for outputs may change on its way lies in scratch in between. */
double *model_remember(Instance *instance);
void model_put_back(Instance *instance, double *kept);
int model_arrive(Instance *instance); /* inputs as extrapolated, mechanisms where these put them, modes that agree */

#endif
