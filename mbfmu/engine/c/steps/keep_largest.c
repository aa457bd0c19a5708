/* keep_largest.c: held numbers that remember the largest of what came, at places that follow from the states. It runs behind accepted steps only. */

#include <math.h>

#include "instance.h"

static int keep_largest_run(const void *given, Instance *instance)
{
    const KeepLargest *step = given;
    double *held = at(instance, step->held);
    const double *place = at(instance, step->places), *value = at(instance, step->values);
    for (int i = 0; i < step->places.size; ++i) {
        if (!(place[i] >= 0.0 && place[i] < step->held.size)) continue;
        if (!isfinite(value[i])) return fail(instance, "what is remembered at t = %.9g s is no number", *at(instance, instance->problem->t));
        int of = (int)place[i];
        if (value[i] > held[of]) held[of] = value[i];
    }
    return 0;
}

static int refuse_derivative(const void *given, Instance *instance)
{
    (void)given;
    return fail(instance, "what is remembered behind accepted steps has no derivatives");
}

static size_t keep_largest_scratch(const void *given)
{
    (void)given;
    return 0;
}

const StepKind KEEP_LARGEST = {keep_largest_run, refuse_derivative, refuse_derivative, keep_largest_scratch};
