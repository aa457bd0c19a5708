/* modes.c: see modes.h. */

#include "modes.h"

#include "derivative.h"
#include "switching_distances.h"
#include "words.h"

#define MODE_ROUNDS 20 /* evaluations after which modes that still switch each other are given up */

double model_indicator(const Instance *instance, int i)
{
    double indicator = at(instance, instance->problem->g)[i];
    return at(instance, instance->problem->m)[i] > 0 ? indicator + NOISE : indicator - NOISE;
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

int model_settle(Instance *instance, int *changed)
{
    Ref modes = instance->problem->m;
    double *m = at(instance, modes);
    for (int rounds = 0; rounds < MODE_ROUNDS; ++rounds) {
        int switching = 0;
        if (model_evaluate(instance)) return -1;
        for (int i = 0; i < modes.size; ++i) switching += switching_distance(instance, i) < -NOISE;
        *changed = rounds > 0;
        if (!switching) return 0;
        if (rounds == MODE_ROUNDS - 1) break;
        for (int i = 0; i < modes.size; ++i)
            if (switching_distance(instance, i) < -NOISE) m[i] = 1.0 - m[i];
    }
    return refuse_inconsistent_modes(instance);
}
