/* integrator_choice.c: see integrator_choice.h. */

#include "integrator_choice.h"

#include "dormand_prince.h"
#include "radau.h"

const Integrator *integrator_of(const Problem *problem) { return problem->stiff && problem->x.size ? &RADAU : &DORMAND_PRINCE; }
