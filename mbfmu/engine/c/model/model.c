/* model.c: room for all that a model in time needs. */

#include "model.h"

#include "integrator_choice.h"
#include "mechanism.h"
#include "schedule.h"

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static size_t largest_schedule(const Schedule *schedules, int count)
{
    size_t most = 0;
    for (int i = 0; i < count; ++i) most = larger(most, schedule_scratch(schedules[i]));
    return most;
}

/* What surrounds an evaluation, each at most once inside the other: a step with its events, and outputs or a validation. */
static size_t scratch_of(const Problem *problem)
{
    const Schedule schedules[] = {problem->derive,     problem->initialize, problem->post_assembly,
                                  problem->derivative, problem->output,     problem->update};
    size_t steps = largest_schedule(schedules, 6), inner = 0, constraints = 0;
    size_t place = (size_t)(problem->x.size + problem->u.size + problem->m.size + problem->z.size);
    for (int i = 0; i < problem->mechanisms; ++i) {
        const Mechanism *mechanism = &problem->mechanism[i];
        const Schedule own[] = {mechanism->evaluate, mechanism->displace, mechanism->energy,
                                mechanism->find_measured,  mechanism->find_closure_branches,    mechanism->find_start_speeds};
        steps = larger(steps, largest_schedule(own, 6));
        inner = larger(inner, mechanism_scratch(mechanism) + (size_t)problem->x.size);
        constraints += 2 * (size_t)(mechanism->phi.size + mechanism->psi.size + mechanism->A.size);
    }
    return steps + inner + constraints + advance_scratch(problem) + 2 * place + (size_t)problem->x.size;
}

Instance *model_new(const Problem *problem, void *host)
{
    Room room = {integrator_of(problem)->memory(problem), scratch_of(problem)};
    return instance_new(problem, room, host);
}
