/* What is wrong with the values of variables, in words; what follows from parameters. */

#ifndef MBFMU_VALIDITY_H
#define MBFMU_VALIDITY_H

#include "instance.h"

int model_validate(Instance *instance); /* refuse invalid inputs and parameters; derive anew what changed parameters say; reassemble */
int model_parameters_changed(Instance *instance); /* since d was derived from them */
int model_rederive(Instance *instance); /* the same whether they changed or not, with nothing to reassemble */
int model_inputs_are_allowed(const Instance *instance); /* else what was refused is the inputs' fault, not that of parameters */
void model_undo_parameters(Instance *instance); /* p is what d was derived from; for after a refusal, the state restored */

#endif
