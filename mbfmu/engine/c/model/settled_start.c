/* settled_start.c: see settled_start.h. */

#include "settled_start.h"

#include "balance.h"
#include "derivative.h"
#include "equilibrium.h"
#include "mechanism_start.h"
#include "nearest_equilibrium.h"
#include "schedule.h"
#include "sentence.h"
#include "words.h"

int starts_in_equilibrium(const Instance *instance)
{
    Ref parameter = instance->problem->start_in_equilibrium;
    return parameter.size && *at(instance, parameter) > 0.0;
}

uint64_t digest_of_states(const Instance *instance)
{
    return digest(at(instance, instance->problem->x), (size_t)instance->problem->x.size * sizeof(double));
}

int model_start_sensors(Instance *instance)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used;
    double *x = at(instance, problem->x), *settled;
    Balance balance;
    if (!problem->post_assembly.count) return 0;
    settled = scratch_alloc_reserved(instance, (size_t)problem->x.size);
    if (!settled || model_evaluate_within_step(instance) || find_balance(instance, &balance)) return -1;
    copy_numbers(settled, x, (size_t)problem->x.size);
    if (run(instance, problem->post_assembly)) return -1;
    for (int k = 0; k < balance.states.others; ++k)
        if (!counts(&balance, k)) settled[balance.states.other[k]] = x[balance.states.other[k]];
    copy_numbers(x, settled, (size_t)problem->x.size);
    instance->scratch_used = used;
    return 0;
}

static uint64_t what_was_set(const Instance *instance)
{
    const Ref refs[] = {instance->problem->t, instance->problem->u, instance->problem->p};
    uint64_t digests[3];
    for (int i = 0; i < 3; ++i) digests[i] = digest(at(instance, refs[i]), (size_t)refs[i].size * sizeof(double));
    return digest(digests, sizeof digests);
}

static uint64_t where_it_is(const Instance *instance)
{
    const uint64_t digests[] = {what_was_set(instance), digest_of_states(instance)};
    return digest(digests, sizeof digests);
}

int is_settled_anew(const Instance *instance) { return instance->state->equilibrium_conditions == what_was_set(instance); }

int is_elsewhere(const Instance *instance, const double *other)
{
    return !(largest_change(instance, other, at(instance, instance->problem->x)) <= ONE_PLACE);
}

int model_settle_start(Instance *instance)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used;
    FoundBy found_by;
    if (model_equilibrium(instance, &found_by)) return -1;
    copy_numbers(at(instance, problem->drained_to), at(instance, problem->x), (size_t)problem->x.size);
    instance->state->settled = 1;
    instance->state->equilibrium_conditions = what_was_set(instance);
    int failed = model_start_sensors(instance);
    instance->state->settled_at = where_it_is(instance);
    instance->scratch_used = used;
    return failed;
}

/* Whether the start values are those from which the last equilibrium was found; the instance is as before. */
static int has_same_start(Instance *instance, const State *kept)
{
    int same = !run(instance, instance->problem->initialize) && digest_of_states(instance) == kept->started_from;
    state_restore(instance, kept);
    return same;
}

static int settle_near(Instance *instance, int *settled)
{
    const Problem *problem = instance->problem;
    int unstable = 0;
    for (int i = 0; i < problem->mechanisms; ++i)
        if (reassemble_mechanism(instance, &problem->mechanism[i])) return -1;
    if (model_nearest_equilibrium(instance, at(instance, problem->drained_to), settled, &unstable)) return -1;
    *settled = *settled && !unstable;
    if (*settled && model_start_sensors(instance)) return -1;
    instance->state->settled_at = where_it_is(instance);
    return 0;
}

int model_settle_again(Instance *instance, int *settled)
{
    size_t used = instance->scratch_used;
    *settled = instance->state->settled && instance->state->settled_at == where_it_is(instance);
    if (*settled) return 0;
    State *kept = scratch_alloc_state(instance);
    if (!kept) return -1;
    state_copy(instance, kept);
    if (instance->state->settled && has_same_start(instance, kept)) {
        if (settle_near(instance, settled)) *settled = 0;
        if (!*settled) state_restore(instance, kept);
    }
    instance->scratch_used = used;
    return 0;
}

static void say_speed(Sentence *sentence, const char *name, double speed, const char *unit)
{
    char text[QUANTITY_TEXT];
    if (speed != 0.0) say(sentence, "%s%s = %s", sentence->length ? ", " : "", name, quantity_text(text, speed, unit));
}

/* Where there are constraints, speeds go by the parameters that give them; else by the states that they are. */
static void say_start_speeds(const Instance *instance, Sentence *sentence)
{
    const Problem *problem = instance->problem;
    for (int i = 0; i < problem->moving; ++i) {
        const MechanismStates *of = &problem->motion[i];
        const Mechanism *mechanism = mechanism_of(problem, of);
        for (int j = 0; !mechanism && j < of->nv; ++j) {
            int place = first_speed(of) + j;
            say_speed(sentence, problem->state_name[place], at(instance, problem->x)[place], unit_of(problem, STATE, problem->x, place));
        }
        for (int j = 0; mechanism && j < mechanism->start_speeds; ++j) {
            const StartSpeed *speed = &mechanism->start_speed[j];
            for (int k = 0; k < speed->given.size; ++k) say_speed(sentence, speed->name[k], at(instance, speed->given)[k], speed->unit);
        }
    }
}

static int report_unheeded(Instance *instance)
{
    Sentence speeds = {"", 0};
    if (run(instance, instance->problem->initialize)) return -1;
    say_start_speeds(instance, &speeds);
    if (speeds.length)
        report(instance, "start speeds are not heeded, since %s starts in equilibrium: %s; leave them out, or set start_in_equilibrium to false",
               instance->problem->name, speeds.text);
    return 0;
}

static int report_unstable(Instance *instance)
{
    Balance balance;
    int unstable;
    if (model_evaluate_within_step(instance) || find_balance(instance, &balance) || find_whether_unstable(instance, &balance, &unstable)) return -1;
    if (unstable)
        report(instance, "%s starts in an unstable equilibrium, which small motions leave; start it a little aside to have it come to rest elsewhere",
               instance->problem->name);
    return 0;
}

int model_report_settled_start(Instance *instance)
{
    size_t used = instance->scratch_used;
    State *kept = scratch_alloc_state(instance);
    if (!kept) return -1;
    state_copy(instance, kept);
    int failed = report_unheeded(instance);
    state_restore(instance, kept);
    failed = failed || report_unstable(instance);
    state_restore(instance, kept);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}
