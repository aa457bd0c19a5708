/* integrator_choice.c: see integrator_choice.h. */

#include "integrator_choice.h"

#include "adams.h"
#include "bogacki_shampine.h"
#include "dormand_prince.h"
#include "heun.h"
#include "linearly_implicit_euler.h"
#include "radau.h"
#include "rosenbrock.h"
#include "runge_kutta.h"

static const Integrator *const INTEGRATORS[] = {
    [BY_BOGACKI_SHAMPINE] = &BOGACKI_SHAMPINE,
    [BY_DORMAND_PRINCE] = &DORMAND_PRINCE,
    [BY_ADAMS] = &ADAMS,
    [BY_RADAU] = &RADAU,
    [BY_HEUN] = &HEUN,
    [BY_RUNGE_KUTTA] = &RUNGE_KUTTA,
    [BY_LINEARLY_IMPLICIT_EULER] = &LINEARLY_IMPLICIT_EULER,
    [BY_ROSENBROCK] = &ROSENBROCK,
};

const Integrator *integrator_of(const Problem *problem) { return problem->x.size ? INTEGRATORS[problem->integrator] : &DORMAND_PRINCE; }
