/* integrator_choice.c: see integrator_choice.h. */

#include "integrator_choice.h"

#include "adams.h"
#include "bogacki_shampine.h"
#include "dormand_prince.h"
#include "radau.h"

static const Integrator *const INTEGRATORS[] = {[BY_BOGACKI_SHAMPINE] = &BOGACKI_SHAMPINE, [BY_DORMAND_PRINCE] = &DORMAND_PRINCE, [BY_ADAMS] = &ADAMS, [BY_RADAU] = &RADAU};

const Integrator *integrator_of(const Problem *problem) { return problem->x.size ? INTEGRATORS[problem->integrator] : &DORMAND_PRINCE; }
