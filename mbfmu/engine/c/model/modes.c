/* modes.c: see modes.h. */

#include "modes.h"

#include "contact_event.h"
#include "derivative.h"
#include "state_events.h"
#include "switching_distances.h"
#include "variation_contacts.h"
#include "words.h"

#define BEYOND 1.0001 /* noises: an environment that comes to rest right on a zero has the mode left for sure */
#define MODE_ROUNDS 20 /* evaluations after which modes that still switch each other are given up */

double model_indicator(const Instance *instance, int i)
{
    double indicator = at(instance, instance->problem->g)[i];
    return at(instance, instance->problem->m)[i] > 0 ? indicator + BEYOND * NOISE : indicator - BEYOND * NOISE;
}

/* Behind an update that has `moved` the states, a mode that has flipped for it is on the side that its indicator says: no crossing has led there, of
   which noise could be a part. */
static int is_left(const Instance *instance, int i, int moved)
{
    const Problem *problem = instance->problem;
    double m = at(instance, problem->m)[i];
    if (moved && at(instance, problem->n)[i] != m) return (at(instance, problem->g)[i] > 0) != (m > 0);
    return switching_distance(instance, i) < -NOISE;
}

static int refuse_inconsistent_modes(Instance *instance, int moved)
{
    const Problem *problem = instance->problem;
    char names[MESSAGE / 2] = "";
    for (int i = 0; i < problem->m.size; ++i)
        if (is_left(instance, i, moved)) add_name(names, sizeof names, problem->mode_name[i]);
    return fail(instance, "at t = %.9g s no modes agree with their indicators; these switch each other back: %s",
                *at(instance, problem->t), names);
}

/* What follows for contacts, with the directions of a variation, which jump as well. */
static int pass_contacts(Instance *instance, const Mechanism *mechanism, const double *before)
{
    ContactJump jump;
    if (!instance->variation || !mechanism->contacts) return contact_event(instance, mechanism, before, NULL);
    size_t used = instance->scratch_used;
    int failed = take_contact_jump(instance, mechanism, &jump) || contact_event(instance, mechanism, before, &jump)
                 || variation_contacts(instance, instance->variation, mechanism, &jump);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}

/* Modes that are left flip; where contacts are among them, what follows from that. */
static int flip(Instance *instance, int moved)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used;
    double *m = at(instance, problem->m), *n = at(instance, problem->n), *before = scratch_copy(instance, m, (size_t)problem->m.size);
    int failed = 0;
    for (int i = 0; i < problem->m.size; ++i) {
        double flipped = is_left(instance, i, moved) ? 1.0 - m[i] : m[i];
        if (problem->n.size) n[i] = m[i];
        m[i] = flipped;
    }
    for (int i = 0; i < problem->mechanisms && !failed; ++i) failed = pass_contacts(instance, &problem->mechanism[i], before);
    instance->scratch_used = used;
    return failed;
}

/* Contacts open one at a time. */
static int most_rounds(const Problem *problem)
{
    int rounds = MODE_ROUNDS;
    for (int i = 0; i < problem->mechanisms; ++i) rounds += 2 * problem->mechanism[i].contacts;
    return rounds;
}

static int settle(Instance *instance, int updating, int *changed)
{
    int moved = 0;
    for (int rounds = 0, most = most_rounds(instance->problem); rounds < most; ++rounds) {
        if (model_evaluate(instance) || (moved && refuse_unresolved_modes(instance))) return -1;
        int left = 0;
        for (int i = 0; i < instance->problem->m.size; ++i) left += is_left(instance, i, moved);
        *changed = rounds > 0;
        if (!left) return 0;
        if (rounds == most - 1) break;
        if (flip(instance, moved)) return -1;
        if (updating && instance->problem->state_events && model_do_state_events(instance, &moved)) return -1;
    }
    return refuse_inconsistent_modes(instance, moved);
}

int model_settle(Instance *instance, int *changed) { return settle(instance, 1, changed); }

int model_settle_modes(Instance *instance, int *changed) { return settle(instance, 0, changed); }
