/* gather.c: a look-up among numbers that are held, at places that follow from the states.

   What is found is held between steps, and places are whole numbers, so both derivatives are zero. */

#include <string.h>

#include "instance.h"

static int gather_run(const void *given, Instance *instance)
{
    const Gather *step = given;
    const double *held = at(instance, step->held), *place = at(instance, step->places);
    double *found = at(instance, step->found);
    for (int i = 0; i < step->places.size; ++i) {
        if (!(place[i] >= 0.0 && place[i] < step->held.size)) return fail(instance, "at t = %.9g s %s", *at(instance, instance->problem->t), step->outside);
        found[i] = held[(int)place[i]];
    }
    return 0;
}

static int gather_tangent(const void *given, Instance *instance)
{
    const Gather *step = given;
    memset(instance->tangent + step->found.start, 0, (size_t)step->found.size * sizeof(double));
    return 0;
}

static int gather_adjoint(const void *given, Instance *instance)
{
    const Gather *step = given;
    memset(instance->adjoint + step->found.start, 0, (size_t)step->found.size * sizeof(double));
    return 0;
}

static size_t gather_scratch(const void *given)
{
    (void)given;
    return 0;
}

const StepKind GATHER = {gather_run, gather_tangent, gather_adjoint, gather_scratch};
