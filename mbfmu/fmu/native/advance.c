/* advance.c: moving an instance through time: integration between events, and events where indicators cross zero. */

#include "inside_model.h"

#include <string.h>

#include "mechanism.h"
#include "words.h"

#define STEPS 1000000
#define CROWD 100
#define CROWDED 1e-6 /* so many events within this part of a communication step are chattering */

typedef struct {
    const Integrator *integrator;
    double t_end;
    int hybrid, at_events;
    int stopped; /* why it goes no further */
    int moved;   /* by what followed the last accepted step, so that the derivative there is another */
    double events[CROWD];
    int met;
    double shortest;
} Journey;

static int refuse_request(Instance *instance, double t_end)
{
    double t = *at(instance, instance->problem->t), tolerance = instance->state->tolerance;
    char from[NUMBER_TEXT], to[NUMBER_TEXT];
    if (!(t <= t_end && t_end < INFINITY))
        return fail(instance, "time moves forward only: from t = %s s it cannot go to %s s", number_text(from, t), number_text(to, t_end));
    if (!(0 < tolerance && tolerance < 1)) return fail(instance, "the tolerance must be > 0 and < 1, not %s", number_text(from, tolerance));
    return 0;
}

/* What was set since time last moved on is taken in. */
static int take_in(Instance *instance, const Integrator *integrator)
{
    const Problem *problem = instance->problem;
    State *state = instance->state;
    if (model_validate(instance)) return -1;
    model_given(instance);
    if (state->extrapolated == GIVEN) {
        memcpy(at(instance, problem->input_base), at(instance, problem->u), (size_t)problem->u.size * sizeof(double));
        state->given_at = *at(instance, problem->t);
        state->extrapolated = CARRIED;
    }
    if (model_follow(instance)) return -1;
    integrator->restart(instance);
    state->touched = 0;
    return 0;
}

/* The last events crowd into no time at all: `held` are the modes before the last of them. */
static int refuse_chattering(Instance *instance, Journey *journey, const double *held)
{
    const Problem *problem = instance->problem;
    double t = *at(instance, problem->t);
    journey->events[journey->met++ % CROWD] = t;
    double first = journey->events[journey->met % CROWD]; /* of the last CROWD */
    if (journey->met < CROWD || !(t - first < journey->shortest)) return 0;
    char names[MESSAGE / 2] = "";
    for (int i = 0; i < problem->m.size; ++i)
        if (held[i] != at(instance, problem->m)[i]) add_name(names, sizeof names, problem->mode_name[i]);
    return fail(instance, "%d events within %.2g s at t = %.9g s: %s switches back at once; smooth the switch or give it hysteresis", CROWD,
                t - first, t, names);
}

static int pass_event(Instance *instance, Journey *journey)
{
    Ref modes = instance->problem->m;
    size_t used = instance->scratch_used;
    double *held = take(instance, (size_t)modes.size);
    int changed;
    memcpy(held, at(instance, modes), (size_t)modes.size * sizeof(double));
    int failed = model_settle(instance, &changed);
    journey->integrator->restart(instance);
    if (!failed) failed = refuse_chattering(instance, journey, held);
    instance->scratch_used = used;
    if (journey->at_events) journey->stopped |= AT_EVENT;
    return failed;
}

/* The host may look, set inputs from here on, or end the journey. */
static int tell_host(Instance *instance, Journey *journey)
{
    if (!instance->between) return 0;
    instance->state->stale = STALE_RATES | STALE_OUTPUTS;
    if (instance->between(instance->host, *at(instance, instance->problem->t))) journey->stopped |= BY_HOST;
    if (!instance->state->touched) return 0;
    int changed;
    journey->moved = 1;
    return take_in(instance, journey->integrator) || (journey->hybrid && model_settle(instance, &changed)) ? -1 : 0;
}

static int step(Instance *instance, Journey *journey)
{
    int event = 0;
    if (integrator_step(journey->integrator, instance, journey->t_end)) return -1;
    if (journey->hybrid && go_to_event(instance, journey->integrator, &event)) return -1;
    if (event) {
        if (pass_event(instance, journey)) return -1;
    } else {
        if (model_accept(instance, &journey->moved)) return -1;
        if (journey->moved) journey->integrator->moved(instance);
    }
    return tell_host(instance, journey);
}

/* Steps to t_end; whether the derivative in the numbers is then the one there. */
static int integrate(Instance *instance, Journey *journey, int *evaluated)
{
    const double *t = at(instance, instance->problem->t);
    int changed;
    if (journey->hybrid && model_settle(instance, &changed)) return -1;
    for (int steps = 0; steps < STEPS; ++steps) {
        if (*t >= journey->t_end || journey->stopped) {
            *evaluated = steps > 0 && !journey->hybrid && !journey->moved;
            return 0;
        }
        if (step(instance, journey)) return -1;
    }
    return fail(instance, "after %d steps the integration is only at t = %.9g s; loosen the tolerance or look for a stiff part", STEPS, *t);
}

/* Whether what was computed at the end of a step would be found again. Newton's last digits depend on how often it ran; and where inputs
   feed constraints, these are at the start of a step what they were given to be. */
static int repeatable(const Problem *problem) { return !problem->z.size && !any_mechanism_fed(problem); }

static int travel(Instance *instance, Journey *journey)
{
    const Problem *problem = instance->problem;
    State *state = instance->state;
    int skipping = repeatable(problem), evaluated = 0;
    if (!(skipping && !state->touched && state->extrapolated == HELD) && take_in(instance, journey->integrator)) return -1;
    if (integrate(instance, journey, &evaluated) || model_outputs(instance, evaluated && skipping)) return -1;
    if (state->extrapolated == CARRIED)
        memcpy(at(instance, problem->u), at(instance, problem->input_base), (size_t)problem->u.size * sizeof(double));
    state->touched = 0;
    state->stale = 0;
    return 0;
}

int advance(Instance *instance, double t_end, int at_events, int *stopped)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used;
    Journey journey = {0};
    if (refuse_request(instance, t_end)) return -1;
    journey.integrator = integrator_of(problem);
    journey.t_end = t_end;
    journey.hybrid = problem->m.size > 0;
    journey.at_events = at_events;
    journey.shortest = CROWDED * (t_end - *at(instance, problem->t));
    state_copy(instance, instance->before);
    if (travel(instance, &journey)) {
        memcpy(instance->state, instance->before, state_size(problem));
        instance->scratch_used = used;
        return -1;
    }
    if (stopped) *stopped = journey.stopped;
    return 0;
}
