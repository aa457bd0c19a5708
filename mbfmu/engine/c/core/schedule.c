/* schedule.c: see schedule.h. */

#include "schedule.h"

int run(Instance *instance, Schedule schedule)
{
    for (int i = 0; i < schedule.count; ++i)
        if (schedule.steps[i].kind->run(schedule.steps[i].step, instance)) return -1;
    return 0;
}

int run_tangent(Instance *instance, Schedule schedule)
{
    for (int i = 0; i < schedule.count; ++i)
        if (schedule.steps[i].kind->tangent(schedule.steps[i].step, instance)) return -1;
    return 0;
}

int run_adjoint(Instance *instance, Schedule schedule)
{
    for (int i = schedule.count - 1; i >= 0; --i)
        if (schedule.steps[i].kind->adjoint(schedule.steps[i].step, instance)) return -1;
    return 0;
}

size_t schedule_scratch(Schedule schedule)
{
    size_t most = 0;
    for (int i = 0; i < schedule.count; ++i) {
        size_t scratch = schedule.steps[i].kind->scratch(schedule.steps[i].step);
        if (scratch > most) most = scratch;
    }
    return most;
}
