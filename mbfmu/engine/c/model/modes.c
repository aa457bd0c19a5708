/* modes.c: see modes.h. */

#include "modes.h"

#include "contact_event.h"
#include "derivative.h"
#include "switching_distances.h"
#include "words.h"

#define BEYOND 1.0001 /* noises: an environment that comes to rest right on a zero has the mode left for sure */
#define MODE_ROUNDS 20 /* evaluations after which modes that still switch each other are given up */

double model_indicator(const Instance *instance, int i)
{
    double indicator = at(instance, instance->problem->g)[i];
    return at(instance, instance->problem->m)[i] > 0 ? indicator + BEYOND * NOISE : indicator - BEYOND * NOISE;
}

static int refuse_inconsistent_modes(Instance *instance)
{
    const Problem *problem = instance->problem;
    char names[MESSAGE / 2] = "";
    for (int i = 0; i < problem->m.size; ++i)
        if (switching_distance(instance, i) < -NOISE) add_name(names, sizeof names, problem->mode_name[i]);
    return fail(instance, "at t = %.9g s no modes agree with their indicators; these switch each other back: %s",
                *at(instance, problem->t), names);
}

/* Contacts open one at a time. */
static int most_rounds(const Problem *problem)
{
    int rounds = MODE_ROUNDS;
    for (int i = 0; i < problem->mechanisms; ++i) rounds += 2 * problem->mechanism[i].contacts;
    return rounds;
}

/* Modes that are left change, and what follows. */
static int change_modes(Instance *instance)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used;
    double *m = at(instance, problem->m), *before = scratch_copy(instance, m, (size_t)problem->m.size);
    int failed = 0;
    for (int i = 0; i < problem->m.size; ++i)
        if (switching_distance(instance, i) < -NOISE) m[i] = 1.0 - m[i];
    for (int i = 0; i < problem->mechanisms && !failed; ++i) failed = contact_event(instance, &problem->mechanism[i], before);
    instance->scratch_used = used;
    return failed;
}

int model_settle(Instance *instance, int *changed)
{
    for (int rounds = 0, most = most_rounds(instance->problem); rounds < most; ++rounds) {
        int switching = 0;
        if (model_evaluate(instance)) return -1;
        for (int i = 0; i < instance->problem->m.size; ++i) switching += switching_distance(instance, i) < -NOISE;
        *changed = rounds > 0;
        if (!switching) return 0;
        if (rounds < most - 1 && change_modes(instance)) return -1;
    }
    return refuse_inconsistent_modes(instance);
}
