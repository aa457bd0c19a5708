/* updates.c: see updates.h. */

#include "updates.h"

#include "inputs.h"
#include "schedule.h"

/* Counted, not summed: the time of an update has no roundoff of those before it. */
double next_update(const Instance *instance)
{
    const State *state = instance->state;
    return instance->problem->period > 0 ? state->start_time + state->updates * instance->problem->period : HUGE_TIME;
}

double end_of_updates(const Instance *instance, double t_end)
{
    return t_end - SAME_TIME * fmin(t_end - *at(instance, instance->problem->t), instance->problem->period);
}

int model_update(Instance *instance)
{
    const Problem *problem = instance->problem;
    double *t = at(instance, problem->t), now = *t;
    *t = next_update(instance);
    int failed = model_extrapolate(instance) || run(instance, problem->update);
    *t = now;
    if (!failed) instance->state->updates += 1;
    return failed ? -1 : 0;
}
