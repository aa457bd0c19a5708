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

/* What a mechanism takes while it reserves matrices, its own schedules included. */
static size_t beside_matrices(const Mechanism *mechanism)
{
    const Schedule own[] = {mechanism->evaluate,      mechanism->find_masses,           mechanism->find_starts,       mechanism->displace,
                            mechanism->find_measured, mechanism->find_closure_branches, mechanism->find_moved_starts, mechanism->find_terms};
    return mechanism_scratch(mechanism) + largest_schedule(own, 8);
}

static size_t largest_event(const Problem *problem)
{
    size_t most = 0;
    for (int i = 0; i < problem->events; ++i) most = larger(most, schedule_scratch(problem->event[i].update));
    for (int i = 0; i < problem->state_events; ++i) most = larger(most, schedule_scratch(problem->state_event[i].update));
    if (problem->state_events) most += (size_t)(4 * problem->x.size + problem->n.size + problem->r.size + problem->next.size); /* see state_events.c, outputs.c */
    return most;
}

/* What surrounds an evaluation, each at most once inside the other: a step with its events, and outputs or a validation. Who looks for an equilibrium
   reserves matrices and evaluates beside them. */
static Room room_for(const Problem *problem)
{
    const Schedule schedules[] = {problem->derive,     problem->initialize, problem->post_assembly,
                                  problem->derivative, problem->output,     problem->picture, problem->accepted};
    Room room = {integrator_of(problem)->memory(problem), 0, 0};
    size_t constraints = 0, place = (size_t)(problem->x.size + problem->u.size + problem->m.size + problem->z.size);
    for (int i = 0; i < problem->mechanisms; ++i) {
        const Mechanism *mechanism = &problem->mechanism[i];
        room.beside = larger(room.beside, beside_matrices(mechanism));
        constraints += 2 * (size_t)(mechanism->phi.size + mechanism->psi.size + mechanism->A.size);
        if (mechanism->contacts) place += (size_t)(mechanism->independent.size + mechanism->indeterminate.size + 5 * mechanism->contacts); /* see outputs.c */
    }
    room.beside += larger(largest_schedule(schedules, 7), largest_event(problem)) + place + 4 * (size_t)problem->x.size;
    room.scratch = room.beside + constraints + advance_scratch(problem) + 2 * place + (size_t)problem->x.size;
    return room;
}

Instance *model_new(const Problem *problem, void *host) { return instance_new(problem, room_for(problem), host); }
