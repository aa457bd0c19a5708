/* equilibrium.c: see equilibrium.h.

   1. Bring the model to rest, and refuse one that is driven.
   2. is_at_hand: Newton's method from the start; done if it finds a stable equilibrium AT_HAND.
   3. At each of PAUSES ever smaller shares of the largest motion: drain energy until then, trying Newton's method on the way; done if it finds a
      stable equilibrium.
   4. Else the first unstable equilibrium on the way; else where drainage has settled; else name what keeps moving. */

#include "equilibrium.h"

#include <stdio.h>
#include <string.h>

#include "constraints.h"
#include "drainage.h"
#include "independent_states.h"
#include "nearest_equilibrium.h"
#include "rest.h"

#define PAUSES 7 /* of drainage, at which Newton's method is tried */
#define WILD 1e3 /* times the rates at the start: they tell nothing any more */
#define AT_HAND 1e-2 /* of coordinates, in nominal values: less than what the steps of drainage resolve */
#define MOST 200 /* steps of drainage between two tries of Newton's method */
#define TRIES 10 /* of it before the next pause: where none helps, the search is given up */

static const double PART[PAUSES] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}; /* of the largest speed and acceleration */

typedef struct {
    State *drained, *unstable; /* where drainage was interrupted, and the first unstable equilibrium on its way */
    double *place, *rates;     /* the states there, and the rates of states from rest at the start */
    int evaluations;           /* of the instance when it began */
    int any_unstable;
} Search;

const char *unit_of(const Problem *problem, Causality causality, Ref slot, int place)
{
    for (int i = 0; i < problem->variables; ++i)
        if (problem->variable[i].causality == causality && problem->variable[i].ref.start == slot.start + place) return problem->variable[i].unit;
    return "";
}

static int is_speed(const Problem *problem, int place)
{
    for (int i = 0; i < problem->moving; ++i)
        if (place >= first_speed(&problem->motion[i]) && place < first_speed(&problem->motion[i]) + problem->motion[i].nv) return 1;
    return 0;
}

/* The speed, or of `all` states that, whose rate is the largest in nominal values. From rest coordinates have none. */
static int fastest(const Problem *problem, const double *rates, int all)
{
    double largest = -1.0;
    int found = 0;
    for (int j = 0; j < problem->x.size; ++j)
        if ((all || is_speed(problem, j)) && !(fabs(rates[j] / problem->nominal[j]) <= largest)) {
            largest = fabs(rates[j] / problem->nominal[j]);
            found = j;
        }
    return found;
}

static const char *const ADVICE = "hold it by a spring, a contact or a joint, take away what drives it, or look for a steady motion at a speed";

/* What keeps moving where drainage was given up, and how it begins to; where that is far away, or no measure any more, how it began to. */
static int refuse_inconsistent_modes(Instance *instance, const Search *search, int lost)
{
    const Problem *problem = instance->problem;
    const double *start = search->rates, *rates = at(instance, problem->x_dot);
    int evaluations = instance->evaluations - search->evaluations, first = fastest(problem, start, 1);
    int worst = lost || model_rest(instance) ? first : fastest(problem, rates, 1);
    if (lost || !(fabs(rates[worst] / problem->nominal[worst]) <= WILD * fabs(start[first] / problem->nominal[first]))) {
        rates = start;
        worst = fastest(problem, start, 0);
    }
    return fail(instance,
                "%s does not come to rest: %s still changes after %d evaluations with its energy drained, and from rest%s it would change by "
                "%.3g %s; %s",
                problem->name, problem->state_name[worst], evaluations, rates == start ? " at the start" : "", rates[worst],
                unit_of(problem, DERIVATIVE, problem->x_dot, worst), ADVICE);
}

/* What cannot be computed on the way, and what began to move. */
static int refuse_lost(Instance *instance, const Search *search)
{
    const Problem *problem = instance->problem;
    int worst = fastest(problem, search->rates, 0);
    char why[MESSAGE];
    memcpy(why, instance->message, MESSAGE);
    return fail(instance, "%s does not come to rest: from rest at the start %s changes by %.3g %s; %s (on the way %.*s)", problem->name,
                problem->state_name[worst], search->rates[worst], unit_of(problem, DERIVATIVE, problem->x_dot, worst), ADVICE, MESSAGE / 2, why);
}

/* Whether drainage has come to an unstable equilibrium to which it has led before: the motion dies out there, so slowly does it grow. */
static int is_kept_by(const Instance *instance, const Search *search, const double *drained)
{
    return search->any_unstable && is_within(instance, search->place, ONE_PLACE) && is_within(instance, drained, ONE_PLACE);
}

/* Whether there was nothing to drain. */
static int is_resting(const Drainage *drainage) { return drainage->settled && !(drainage->speed > 0.0); }

/* Whether the start is an equilibrium that lasts but for what drainage would not resolve: then the instance is there, else as before. */
static int is_at_hand(Instance *instance, Search *search, int *found)
{
    int unstable = 0;
    state_copy(instance, search->drained);
    copy_numbers(search->place, at(instance, instance->problem->x), (size_t)instance->problem->x.size);
    if (model_nearest_equilibrium(instance, search->place, found, &unstable)) *found = 0;
    *found = *found && !unstable && is_within(instance, search->place, AT_HAND);
    return *found ? 0 : state_restore(instance, search->drained);
}

/* Whether Newton's method finds an equilibrium from where drainage has come to, such as is taken; else the instance is there again. */
static int try_newton(Instance *instance, Search *search, const Drainage *drainage, int *found)
{
    size_t used = instance->scratch_used;
    int unstable = 0, resting = is_resting(drainage);
    state_copy(instance, search->drained);
    double *near = scratch_alloc_reserved(instance, (size_t)instance->problem->x.size);
    if (!near) return -1;
    copy_numbers(near, at(instance, instance->problem->x), (size_t)instance->problem->x.size);
    int failed = model_nearest_equilibrium(instance, near, found, &unstable);
    instance->scratch_used = used;
    if (failed) *found = 0;
    if (*found && unstable && !resting && !(drainage->settled && is_kept_by(instance, search, near))) {
        *found = 0;
        if (!search->any_unstable) {
            state_copy(instance, search->unstable);
            copy_numbers(search->place, at(instance, instance->problem->x), (size_t)instance->problem->x.size);
        }
        search->any_unstable = 1;
    }
    return *found ? 0 : state_restore(instance, search->drained);
}

/* Drain down to a part of the largest speed and acceleration. Where that takes long, as where a car rolls ever more slowly, Newton's method is tried
   on the way too. */
static int drain_and_try(Instance *instance, Search *search, Drainage *drainage, int *found)
{
    drainage->settled = 0;
    for (int i = 0; i < TRIES && !drainage->settled && !drainage->lost && !*found; ++i) {
        if (model_drain(instance, drainage)) return refuse_lost(instance, search);
        if (!drainage->lost && try_newton(instance, search, drainage, found)) return -1;
    }
    return 0;
}

static int settle_down(Instance *instance, Search *search, Drainage *drainage, FoundBy *found_by)
{
    int found = 0;
    *found_by = AT_START;
    if (is_at_hand(instance, search, &found)) return -1;
    if (found) return 0;
    for (int pause = 0; pause < PAUSES && (!pause || drainage->settled); ++pause) {
        drainage->part = PART[pause];
        if (drain_and_try(instance, search, drainage, &found)) return -1;
        *found_by = is_resting(drainage) ? AT_START : BY_NEWTON;
        if (found) return 0;
    }
    *found_by = BY_NEWTON;
    if (search->any_unstable) return state_restore(instance, search->unstable);
    *found_by = BY_DRAINAGE;
    if (drainage->settled && model_rest(instance)) return -1;
    return drainage->settled && model_is_closed(instance) ? 0 : refuse_inconsistent_modes(instance, search, drainage->lost);
}

int model_equilibrium(Instance *instance, FoundBy *found_by)
{
    size_t used = instance->scratch_used;
    Ref x = instance->problem->x, x_dot = instance->problem->x_dot;
    Search search = {.drained = scratch_alloc_state(instance), .unstable = scratch_alloc_state(instance), .place = scratch_alloc_reserved(instance, (size_t)x.size),
                     .rates = scratch_alloc_reserved(instance, (size_t)x.size), .evaluations = instance->evaluations, .any_unstable = 0};
    Drainage drainage = {.most = MOST};
    instance->state->drainage = 0.0;
    int failed = !search.drained || !search.unstable || !search.place || !search.rates || take_drainage_memory(instance, &drainage)
                 || model_rest(instance) || refuse_driven(instance);
    if (!failed) {
        copy_numbers(search.rates, at(instance, x_dot), (size_t)x.size);
        failed = settle_down(instance, &search, &drainage, found_by);
    }
    instance->state->drainage = 0.0;
    instance->scratch_used = used;
    return failed ? -1 : 0;
}
