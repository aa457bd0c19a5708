/* rest.c: see rest.h. */

#include "rest.h"

#include <float.h>
#include <string.h>

#include "constraints.h"
#include "derivative.h"
#include "independent_states.h"
#include "mechanism.h"

#define NORMALIZATIONS 5 /* of Euler parameters, each of which squares the error of their norm */
#define MOVES 1e-9       /* of speeds that are prescribed, in SI units: more is motion */

static void stop(Instance *instance)
{
    const Problem *problem = instance->problem;
    for (int i = 0; i < problem->moving; ++i)
        memset(at(instance, problem->x) + first_speed(&problem->motion[i]), 0, (size_t)problem->motion[i].nv * sizeof(double));
}

/* Correct the coordinates by their rates at rest, which only normalize; the largest correction. */
static double normalize(Instance *instance)
{
    const Problem *problem = instance->problem;
    const double *x_dot = at(instance, problem->x_dot);
    double *x = at(instance, problem->x), largest = 0.0;
    for (int i = 0; i < problem->moving; ++i)
        for (int j = problem->motion[i].first; j < problem->motion[i].first + problem->motion[i].nq; ++j) {
            if (fabs(NORMALIZE * x_dot[j]) > largest) largest = fabs(NORMALIZE * x_dot[j]);
            x[j] += NORMALIZE * x_dot[j];
        }
    return largest;
}

int model_rest(Instance *instance)
{
    int moved;
    stop(instance);
    if (model_evaluate_within_step(instance)) return -1;
    for (int round = 0; round < NORMALIZATIONS && normalize(instance) > DBL_EPSILON; ++round)
        if (model_evaluate_within_step(instance)) return -1;
    if (model_reproject(instance, &moved)) return -1;
    if (!moved) return 0;
    stop(instance);
    return model_evaluate_within_step(instance);
}

int refuse_driven(Instance *instance)
{
    const Problem *problem = instance->problem;
    for (int i = 0; i < problem->mechanisms; ++i) {
        const Mechanism *mechanism = &problem->mechanism[i];
        const double *psi = at(instance, mechanism->psi);
        if (mechanism_evaluate(instance, mechanism)) return -1;
        for (int k = 0; k < mechanism->rows; ++k)
            if (fabs(psi[k]) > MOVES)
                return fail(instance,
                            "%s has no equilibrium: %s prescribes a motion of %.3g %s/s at t = %.9g s; give it a motion that stands still then",
                            problem->name, mechanism->row[k].element, fabs(psi[k]), mechanism->row[k].unit, *at(instance, problem->t));
    }
    return 0;
}
