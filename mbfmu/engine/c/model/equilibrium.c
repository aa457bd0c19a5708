/* equilibrium.c: see equilibrium.h. */

#include "equilibrium.h"

#include <stdio.h>
#include <string.h>

#include "drainage.h"
#include "independent_states.h"
#include "nearest_equilibrium.h"
#include "rest.h"

#define PAUSES 4 /* of drainage, at which Newton's method is tried */
#define MOST 1000 /* steps of drainage between two of them */

static const double PART[PAUSES] = {1e-2, 1e-4, 1e-6, 1e-8}; /* of the largest speed and acceleration */

typedef struct {
    State *drained, *unstable; /* where drainage was interrupted, and the first unstable equilibrium on its way */
    int any_unstable;
} Search;

State *take_state(Instance *instance)
{
    return (State *)take_more(instance, (state_size(instance) + sizeof(double) - 1) / sizeof(double));
}

const char *unit_of(const Problem *problem, Causality causality, Ref slot, int place)
{
    for (int i = 0; i < problem->variables; ++i)
        if (problem->variable[i].causality == causality && problem->variable[i].ref.start == slot.start + place) return problem->variable[i].unit;
    return "";
}

/* What keeps moving where drainage was given up, and how fast. */
static int refuse_restless(Instance *instance)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used;
    double *speeds = take_more(instance, (size_t)problem->x.size), fastest = -1.0;
    int worst = 0;
    if (!speeds) return -1;
    copy_numbers(speeds, at(instance, problem->x), (size_t)problem->x.size);
    if (model_rest(instance)) return -1;
    const double *rates = at(instance, problem->x_dot);
    for (int i = 0; i < problem->moving; ++i)
        for (int j = first_speed(&problem->motion[i]); j < first_speed(&problem->motion[i]) + problem->motion[i].nv; ++j)
            if (!(fabs(rates[j] / problem->nominal[j]) <= fastest)) {
                fastest = fabs(rates[j] / problem->nominal[j]);
                worst = j;
            }
    instance->scratch_used = used;
    return fail(instance,
                "%s does not come to rest: %s is still %.3g %s after %d evaluations with its energy drained, and from rest it would change by %.3g %s; "
                "hold it by a spring, a contact or a joint, or take away what drives it",
                problem->name, problem->state_name[worst], speeds[worst], unit_of(problem, STATE, problem->x, worst), instance->evaluations,
                rates[worst], unit_of(problem, DERIVATIVE, problem->x_dot, worst));
}

static int refuse_lost(Instance *instance)
{
    char why[MESSAGE];
    memcpy(why, instance->message, MESSAGE);
    return fail(instance, "%s does not come to rest; on the way %.*s", instance->problem->name, MESSAGE / 2, why);
}

/* Whether Newton's method finds an equilibrium from where drainage has come to, such as is taken; else the instance is there again. */
static int try_newton(Instance *instance, Search *search, int resting, int *found)
{
    size_t used = instance->scratch_used;
    int unstable = 0;
    state_copy(instance, search->drained);
    double *near = take_more(instance, (size_t)instance->problem->x.size);
    if (!near) return -1;
    copy_numbers(near, at(instance, instance->problem->x), (size_t)instance->problem->x.size);
    int failed = model_nearest_equilibrium(instance, near, found, &unstable);
    instance->scratch_used = used;
    if (failed) *found = 0;
    if (*found && unstable && !resting) {
        *found = 0;
        if (!search->any_unstable) state_copy(instance, search->unstable);
        search->any_unstable = 1;
    }
    return *found ? 0 : state_restore(instance, search->drained);
}

static int settle_down(Instance *instance, Search *search, Drainage *drainage, FoundBy *found_by)
{
    int found = 0;
    for (int pause = 0; pause < PAUSES && (!pause || drainage->settled); ++pause) {
        drainage->part = PART[pause];
        if (model_drain(instance, drainage)) return refuse_lost(instance);
        if (!drainage->settled) break;
        int resting = !(drainage->speed > 0.0);
        if (try_newton(instance, search, resting, &found)) return -1;
        *found_by = resting ? AT_START : BY_NEWTON;
        if (found) return 0;
    }
    *found_by = BY_NEWTON;
    if (search->any_unstable) return state_restore(instance, search->unstable);
    *found_by = BY_DRAINAGE;
    return drainage->settled ? model_rest(instance) : refuse_restless(instance);
}

int model_equilibrium(Instance *instance, FoundBy *found_by)
{
    size_t used = instance->scratch_used;
    Search search = {take_state(instance), take_state(instance), 0};
    Drainage drainage = {.most = MOST};
    instance->state->drainage = 0.0;
    int failed = !search.drained || !search.unstable || take_drainage_memory(instance, &drainage) || model_rest(instance) || refuse_driven(instance)
                 || settle_down(instance, &search, &drainage, found_by);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}
