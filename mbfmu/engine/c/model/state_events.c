/* state_events.c: see state_events.h. */

#include "state_events.h"

#include <stdio.h>
#include <string.h>

#include "derivative.h"
#include "inputs.h"
#include "no_numbers.h"
#include "schedule.h"
#include "switching_distances.h"
#include "variation_events.h"
#include "words.h"

static int has_flipped(const Instance *instance, int mode)
{
    return at(instance, instance->problem->m)[mode] != at(instance, instance->problem->n)[mode];
}

static int is_due(const Instance *instance, const StateEvent *event)
{
    for (int i = 0; i < event->modes; ++i)
        if (has_flipped(instance, event->mode[i])) return 1;
    return 0;
}

/* What an update sets must be numbers. */
static int do_event(Instance *instance, const StateEvent *event)
{
    const Problem *problem = instance->problem;
    const Ref set[] = {problem->x, problem->r};
    const char *const what[] = {"states", "discrete states"};
    char text[NAME_TEXT];
    size_t used = instance->scratch_used;
    const double *before = scratch_copy(instance, at(instance, problem->x), (size_t)problem->x.size);
    int failed = run(instance, event->update) || (instance->variation && variation_update(instance, instance->variation, event, before));
    instance->scratch_used = used;
    if (failed) return -1;
    for (int i = 0; i < 2; ++i) {
        snprintf(text, sizeof text, "the %s that %s sets", what[i], event->name);
        if (refuse_no_numbers(instance, set[i], text)) return -1;
    }
    return 0;
}

int model_do_state_events(Instance *instance, int *moved)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used, size = (size_t)problem->x.size;
    const double *before = scratch_copy(instance, at(instance, problem->x), size);
    int failed = 0;
    for (int i = 0; i < problem->state_events && !failed; ++i)
        if (is_due(instance, &problem->state_event[i])) failed = do_event(instance, &problem->state_event[i]);
    *moved = memcmp(before, at(instance, problem->x), size * sizeof(double)) != 0;
    instance->scratch_used = used;
    return failed ? -1 : 0;
}

int model_do_accepted(Instance *instance)
{
    const Problem *problem = instance->problem;
    return problem->accepted.count && (model_extrapolate(instance) || run(instance, problem->accepted)) ? -1 : 0;
}

int refuse_unresolved_modes(Instance *instance)
{
    const Problem *problem = instance->problem;
    const double *rate = instance->tangent + problem->g.start;
    char names[MESSAGE / 2] = "";
    model_seed_motion(instance);
    if (model_rates_tangent(instance)) return -1;
    for (int i = 0; i < problem->m.size; ++i) {
        double distance = switching_distance(instance, i), towards = at(instance, problem->m)[i] > 0 ? rate[i] : -rate[i];
        if (has_flipped(instance, i) && distance >= 0 && distance < BAND && towards < 0) add_name(names, sizeof names, problem->mode_name[i]);
    }
    if (!names[0]) return 0;
    return fail(instance,
                "at t = %.9g s an update turns back what led to it, but its condition stays true: %s; smaller crossings would be missed, so let the "
                "update end its condition, as one that holds only while the expression falls: maximum(h, v) of a height h and its rate v",
                *at(instance, problem->t), names);
}
