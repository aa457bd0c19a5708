/* event_burst.c: see event_burst.h. */

#include "event_burst.h"

#include <string.h>

#include "switching_distances.h"
#include "words.h"

#define CROWD 100 /* so many events in a row that undo each other are chattering */

/* Whether a point slides on in another direction: its modes are what they were. */
static int turns_a_direction(const Instance *instance, const EventBurst *burst, const double *modes_before)
{
    const Problem *problem = instance->problem;
    const double *noted = burst->directions, *m = at(instance, problem->m);
    int any = 0;
    for (int i = 0; i < problem->m.size; ++i)
        if (modes_before[i] != m[i]) return 0;
    for (int i = 0; i < problem->mechanisms; ++i)
        for (int c = 0; c < problem->mechanism[i].contacts; ++c, noted += 2)
            any |= memcmp(noted, at(instance, problem->mechanism[i].contact[c].direction), (size_t)problem->mechanism[i].contact[c].direction.size * sizeof(double));
    return any;
}

static void note_directions(const Instance *instance, EventBurst *burst)
{
    const Problem *problem = instance->problem;
    double *noted = burst->directions;
    for (int i = 0; i < problem->mechanisms; ++i)
        for (int c = 0; c < problem->mechanism[i].contacts; ++c, noted += 2)
            copy_numbers(noted, at(instance, problem->mechanism[i].contact[c].direction), (size_t)problem->mechanism[i].contact[c].direction.size);
}

/* How many numbers the directions of all contacts are. */
static size_t directions(const Problem *problem)
{
    size_t count = 0;
    for (int i = 0; i < problem->mechanisms; ++i) count += 2 * (size_t)problem->mechanism[i].contacts;
    return count;
}

void event_burst_start(Instance *instance, EventBurst *burst)
{
    size_t modes = (size_t)instance->problem->m.size;
    *burst = (EventBurst){.halfway = scratch_alloc(instance, modes), .modes = scratch_alloc(instance, modes), .directions = scratch_alloc(instance, directions(instance->problem))};
    note_directions(instance, burst);
    memset(burst->modes, 0, modes * sizeof(double));
}

size_t event_burst_scratch(const Problem *problem) { return 2 * (size_t)problem->m.size + directions(problem); }

/* Whether modes or states differ by more than noise from what the event found. */
static int leaves_a_change(const Instance *instance, const EventBurst *burst, const double *modes_before, const double *states_before)
{
    const Problem *problem = instance->problem;
    const double *m = at(instance, problem->m), *x = at(instance, problem->x);
    for (int i = 0; i < problem->m.size; ++i)
        if (modes_before[i] != m[i] && burst->halfway[i] > BAND) return 1;
    for (int i = 0; i < problem->x.size; ++i)
        if (fabs(x[i] - states_before[i]) > BAND * problem->nominal[i]) return 1;
    return 0;
}

/* The modes that differ: from those before the event, or in its last round, as those of impacts that end at once. */
static void note_modes(const Instance *instance, EventBurst *burst, const double *modes_before)
{
    const Problem *problem = instance->problem;
    const double *m = at(instance, problem->m), *n = at(instance, problem->n);
    for (int i = 0; i < problem->m.size; ++i)
        if (modes_before[i] != m[i] || (problem->n.size && n[i] != m[i])) burst->modes[i] = 1.0;
}

static void name_modes(const Instance *instance, const EventBurst *burst, char *names, size_t size)
{
    for (int i = 0; i < instance->problem->m.size; ++i)
        if (burst->modes[i] > 0.0) add_name(names, size, instance->problem->mode_name[i]);
}

int refuse_accumulating_updates(Instance *instance, const EventBurst *burst, int updates, double time)
{
    char names[MESSAGE / 2] = "";
    name_modes(instance, burst, names, sizeof names);
    return fail(instance,
                "%d updates within %.2g s at t = %.9g s: those of %s follow each other ever sooner, and time does not go on behind that; let the "
                "update end the motion where it is slow, as by a Discrete that says that it rests",
                updates, time, *at(instance, instance->problem->t), names);
}

int event_burst_pass(Instance *instance, EventBurst *burst, const double *modes_before, const double *states_before)
{
    const Problem *problem = instance->problem;
    double t = *at(instance, problem->t);
    char names[MESSAGE / 2] = "";
    burst->updates += problem->state_events > 0;
    int changes = leaves_a_change(instance, burst, modes_before, states_before) || turns_a_direction(instance, burst, modes_before);
    note_directions(instance, burst);
    if (changes) {
        burst->met = 0;
        memset(burst->modes, 0, (size_t)problem->m.size * sizeof(double));
        note_modes(instance, burst, modes_before);
        return 0;
    }
    if (burst->met++ == 0) burst->since = t;
    note_modes(instance, burst, modes_before);
    if (burst->met < CROWD) return 0;
    if (problem->state_events) return refuse_accumulating_updates(instance, burst, CROWD, t - burst->since);
    name_modes(instance, burst, names, sizeof names);
    return fail(instance, "%d events within %.2g s at t = %.9g s: neither side of %s lasts; smooth the switch or give it hysteresis", CROWD,
                t - burst->since, t, names);
}
