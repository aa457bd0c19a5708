/* advance.c: moving an instance through time: integration between events, and events where indicators cross zero.

   1. start_run: check the request, keep the state for the case of failure.
   2. take_in: validate and take in what was set since time last moved on.
   3. integrate_and_meet_events: to each time event before the end, where discrete states change; then to the end.
   4. integrate: steps until then. In each:
      a. one_step: one accepted step of the integrator;
      b. look_for_event: back to the first indicator that crosses zero in it, if there is one;
      c. take_samples, variation_follow: what is wanted on the way;
      d. pass_event: modes change and settle, and the integrator restarts; or model_accept: back onto the constraints;
      or, of fixed size, finish_fixed: events are passed at the end of the step in which they are;
      e. refuse_standstill, notify_host: give up without progress; the host may look, set inputs or stop.
   5. Evaluate the outputs at the end. On failure, give the kept state back. */

#include "advance.h"

#include <float.h>
#include <string.h>

#include "constraints.h"
#include "derivative.h"
#include "event_burst.h"
#include "events.h"
#include "inputs.h"
#include "integrator_choice.h"
#include "mechanism.h"
#include "modes.h"
#include "one_step.h"
#include "outputs.h"
#include "samples.h"
#include "slow_sliding.h"
#include "state_events.h"
#include "stiffest.h"
#include "switching_distances.h"
#include "time_events.h"
#include "validity.h"
#include "variation_events.h"
#include "words.h"

#define PACE_STEPS 1000
#define PATIENCE 20 /* times as many while a point slides slowly: its friction is stiff until it sticks, or is faster */
#define MOST_STEPS_BETWEEN 10 /* updates that follow each other ever sooner */
#define SHORT 1e-3 /* so many steps within this part of a communication step are no progress: at that pace, it would take a million of them */

#define ROUNDED_OFF 1e-9 /* of a communication step: by so much less it still is a whole number of steps of fixed size */
#define ROUNDOFF_OF_TIME (4 * DBL_EPSILON) /* relative: of both ends of a step, late in a long run */
#define LEFT 1e-4 /* of the way that is left: an event so near to its end belongs to the next step, since times of environments may be off by roundoff */
#define LONGEST 100.0 /* communication steps: in so many drift dies out (RECOVERY in mbfmu/problem/mechanism/stabilization.py); no step passes over more */

static const Derivative MODEL_DERIVATIVE = {model_evaluate, model_rates_tangent};

enum { ROUNDED, EXACT, THROUGH }; /* time events: those surely before a time that may be off, all before a time, those at it too */

typedef struct {
    const Integrator *integrator;
    double t_end, longest; /* longest step [s] */
    Samples *samples; /* to be taken on the way, or NULL */
    Variation *variation; /* that goes along, or NULL */
    int hybrid, at_events;
    int end; /* which events near it are met */
    int stopped; /* why it goes no further */
    int looked;  /* for events in the last step, so that the numbers are no longer those of its end */
    int moved;   /* by what followed the last accepted step, so that the derivative there is another */
    EventBurst burst;
    int steps;    /* taken since the last communication point, and time events met */
    int sampled;  /* samples that were reached then: each is a communication point */
    int counted;  /* accepted steps since the pace was looked at last */
    double looked_at, interval;
} RunContext;

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
    model_latch_inputs(instance);
    if (state->extrapolated == RATES_GIVEN) {
        memcpy(at(instance, problem->latched_inputs), at(instance, problem->u), (size_t)problem->u.size * sizeof(double));
        state->latched_at = *at(instance, problem->t);
        state->extrapolated = EXTRAPOLATED;
    }
    if (model_follow(instance)) return -1;
    integrator->restart(instance);
    state->set_since_step = 0;
    return 0;
}

/* What is evaluated on the way to modes that agree is what a step begins with. */
static int settle(Instance *instance, const RunContext *run)
{
    int changed;
    instance->variation = run->variation;
    int failed = model_settle(instance, &changed);
    instance->variation = NULL;
    if (failed) return -1;
    if (changed && instance->problem->state_events) run->integrator->restart(instance);
    run->integrator->evaluated(instance);
    if (instance->switching_distances) switching_distances_start(instance);
    return 0;
}

static int pass_event(Instance *instance, RunContext *run)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used;
    const double *modes = scratch_copy(instance, at(instance, problem->m), (size_t)problem->m.size);
    const double *states = scratch_copy(instance, at(instance, problem->x), (size_t)problem->x.size);
    run->integrator->restart(instance);
    int failed = settle(instance, run);
    if (!failed) failed = event_burst_pass(instance, &run->burst, modes, states);
    instance->scratch_used = used;
    if (run->at_events) run->stopped |= AT_EVENT;
    return failed;
}

/* The host may look, set inputs from here on, or end the run. */
static int notify_host(Instance *instance, RunContext *run)
{
    if (!instance->step_callback) return 0;
    instance->state->dirty = ALL_DIRTY;
    if (instance->step_callback(instance->host, *at(instance, instance->problem->t))) run->stopped |= BY_HOST;
    if (!instance->state->set_since_step) return 0;
    run->moved = 1;
    return take_in(instance, run->integrator) || (run->hybrid && settle(instance, run)) ? -1 : 0;
}

/* The last steps hardly moved time. */
static int refuse_standstill(Instance *instance, RunContext *run)
{
    double t = *at(instance, instance->problem->t), taken = t - run->looked_at;
    char cause[MESSAGE];
    int updates = run->burst.updates;
    if (++run->counted < PACE_STEPS || (run->counted < PATIENCE * PACE_STEPS && slides_slowly(instance))) return 0;
    int counted = run->counted;
    run->counted = run->burst.updates = 0;
    run->looked_at = t;
    if (!(taken < SHORT * run->interval)) return 0;
    if (updates > PACE_STEPS / MOST_STEPS_BETWEEN) return refuse_accumulating_updates(instance, &run->burst, updates, taken);
    if (!instance->problem->x.size)
        return fail(instance, "%s cannot go on from t = %.9g s: the last %d times at which it is sampled lie within %.2g s; sample it less often",
                    instance->problem->name, t, counted, taken);
    if (say_stiffest(&MODEL_DERIVATIVE, instance, taken / counted, cause)) return -1;
    if (!cause[0] && say_steepest(&MODEL_DERIVATIVE, instance, cause)) return -1;
    return fail(instance,
                "the integration cannot go on from t = %.9g s: its last %d steps took %.2g s; %s; smooth what jumps there, loosen the "
                "tolerance, or set integrator=\"radau\"",
                t, counted, taken, cause);
}

static int pass_event_varying(Instance *instance, RunContext *run)
{
    return variation_meet(instance, run->variation) || pass_event(instance, run) || variation_pass(instance, run->variation) ? -1 : 0;
}

/* Behind a step: to an event in it, if there is one. */
static int look_for_event(Instance *instance, RunContext *run, int *event)
{
    run->looked = !(instance->switching_distances && switching_distances_are_safe(instance));
    int failed = run->looked && go_to_event(instance, run->integrator, event, run->burst.halfway);
    if (instance->switching_distances) switching_distances_go_on(instance);
    return failed ? -1 : 0;
}

/* Behind a step of fixed size: back onto the constraints, then modes change and settle, whenever in the step they were to, and last samples are taken. */
static int finish_fixed(Instance *instance, RunContext *run)
{
    int changed;
    if (model_accept(instance, &run->moved) || model_do_accepted(instance)) return -1;
    if (model_settle(instance, &changed) || refuse_infinite_rates(instance)) return -1;
    run->moved = 0;
    if (changed && instance->problem->state_events) run->integrator->restart(instance);
    run->integrator->evaluated(instance);
    if (changed && run->at_events) run->stopped |= AT_EVENT;
    return run->samples ? take_samples(instance, run->integrator, run->samples) : 0;
}

/* Steps of fixed size are equal parts of the way, none longer than the model's own. */
static double end_of_step(const Instance *instance, const RunContext *run)
{
    double t = *at(instance, instance->problem->t), way = run->t_end - t;
    if (!run->integrator->fixed) return fmin(run->t_end, t + run->longest);
    double roundoff = ROUNDED_OFF * way + ROUNDOFF_OF_TIME * fabs(run->t_end), size = fmin(run->longest, instance->problem->step_size);
    double parts = ceil((way - roundoff) / size);
    return parts > 1.0 ? t + way / parts : run->t_end;
}

static int step(Instance *instance, RunContext *run)
{
    int event = 0;
    double t_end = end_of_step(instance, run);
    if (one_step(run->integrator, &MODEL_DERIVATIVE, instance, t_end)) return -1;
    if (run->integrator->fixed) return finish_fixed(instance, run) || refuse_standstill(instance, run) ? -1 : notify_host(instance, run);
    if (run->hybrid && look_for_event(instance, run, &event)) return -1;
    if (run->samples && take_samples(instance, run->integrator, run->samples)) return -1;
    if (run->variation && variation_follow(instance, run->integrator, run->variation)) return -1;
    if (event) {
        if (run->variation ? pass_event_varying(instance, run) : pass_event(instance, run)) return -1;
        run->moved = 0;
    } else if (model_accept(instance, &run->moved)) {
        return -1;
    }
    if (model_do_accepted(instance)) return -1;
    if (run->moved) run->integrator->moved(instance);
    return refuse_standstill(instance, run) ? -1 : notify_host(instance, run);
}

static int refuse_endless(Instance *instance, RunContext *run)
{
    int most = instance->problem->max_steps, reached = run->samples ? samples_reached(run->samples, *at(instance, instance->problem->t)) : 0;
    if (reached > run->sampled) run->steps = 0;
    run->sampled = reached;
    if (run->steps < most) return 0;
    if (run->integrator->fixed)
        return fail(instance,
                    "after %d steps of at most %.3g s the integration is only at t = %.9g s; take shorter communication steps, lengthen step_size, or "
                    "allow more (max_steps)",
                    most, instance->problem->step_size, *at(instance, instance->problem->t));
    char cause[MESSAGE];
    if (say_stiffest(&MODEL_DERIVATIVE, instance, instance->memory[SIZE], cause)) return -1;
    return fail(instance, "after %d steps the integration is only at t = %.9g s; loosen the tolerance, set integrator=\"radau\", or allow more (max_steps)%s%s",
                most, *at(instance, instance->problem->t), cause[0] ? "; " : "", cause);
}

/* Steps to t_end; whether the derivative in the numbers is then the one there. */
static int integrate(Instance *instance, RunContext *run, int *evaluated)
{
    const double *t = at(instance, instance->problem->t);
    if (run->hybrid && settle(instance, run)) return -1;
    int stepped = 0;
    for (; *t < run->t_end && !run->stopped; ++run->steps, stepped = 1)
        if (refuse_endless(instance, run) || step(instance, run)) return -1;
    *evaluated = stepped && (run->hybrid || run->integrator->to_the_end) && !run->looked && !run->moved && !run->samples && !run->variation;
    return 0;
}

/* An event at the end is left to the next step, which brings the inputs of then, unless these are known. */
static int meets_event(const Instance *instance, const RunContext *run, double t_end)
{
    if (run->end == THROUGH) return event_is_due_at(instance, t_end);
    if (run->end == EXACT) return event_is_before(instance, t_end);
    return next_event(instance) < t_end - LEFT * (t_end - *at(instance, instance->problem->t));
}

/* When the next one happens; a sample that is there but for roundoff is one behind it. */
static double event_time(const Instance *instance, const RunContext *run)
{
    double t = *at(instance, instance->problem->t), time = fmax(t, next_event(instance));
    int reached = run->samples ? samples_reached(run->samples, time) : 0;
    if (reached && event_is_due_at(instance, run->samples->time[reached - 1])) return fmax(t, run->samples->time[reached - 1]);
    return time;
}

/* Integrates from one time event to the next. Who wants to handle events is stopped before those that are still ahead. */
static int integrate_and_meet_events(Instance *instance, RunContext *run, int *evaluated)
{
    double t_end = run->t_end;
    for (; meets_event(instance, run, t_end); ++run->steps) {
        double t = *at(instance, instance->problem->t), next = next_event(instance);
        run->t_end = fmin(t_end, event_time(instance, run));
        if (refuse_endless(instance, run) || integrate(instance, run, evaluated)) return -1;
        if (run->at_events && t < next) run->stopped |= AT_EVENT;
        if (run->stopped) return 0;
        if (model_do_events(instance)) return -1;
        run->integrator->restart(instance);
    }
    run->t_end = t_end;
    return integrate(instance, run, evaluated);
}

/* Whether what was computed at the end of a step would be found again. Newton's last digits depend on how often it ran; and where inputs
   feed constraints, these are at the start of a step what they were given to be. */
static int repeatable(const Problem *problem) { return !problem->z.size && !any_mechanism_input_driven(problem); }

static int run_to_end(Instance *instance, RunContext *run)
{
    const Problem *problem = instance->problem;
    State *state = instance->state;
    double start = *at(instance, problem->t);
    int skipping = repeatable(problem), evaluated = 0;
    if (!(skipping && !state->set_since_step && state->extrapolated == HELD) && take_in(instance, run->integrator)) return -1;
    if (integrate_and_meet_events(instance, run, &evaluated)) return -1;
    evaluated &= skipping;
    int apart = !evaluated && *at(instance, problem->t) > start && outputs_are_apart(problem);
    if (apart ? model_outputs_apart(instance) : model_outputs(instance, evaluated)) return -1;
    if (state->extrapolated == EXTRAPOLATED)
        memcpy(at(instance, problem->u), at(instance, problem->latched_inputs), (size_t)problem->u.size * sizeof(double));
    state->set_since_step = 0;
    state->dirty = apart ? DIRTY_PICTURES | DIRTY_RATES : DIRTY_PICTURES;
    return 0;
}

/* A step of the integrator, the events in it, the modes of a burst, and margins. */
size_t advance_scratch(const Problem *problem)
{
    return one_step_scratch(integrator_of(problem), problem) + events_scratch(problem) + event_burst_scratch(problem) + switching_distances_scratch(problem) +
           stiffest_scratch(problem);
}

/* In communication steps of `interval`. */
static int start_run(Instance *instance, RunContext *run, double interval)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used;
    if (refuse_request(instance, run->t_end)) return -1;
    run->integrator = integrator_of(problem);
    run->hybrid = problem->m.size > 0;
    event_burst_start(instance, &run->burst);
    run->looked_at = *at(instance, problem->t);
    run->interval = fmin(interval, problem->step_size);
    state_keep(instance);
    if (run->hybrid && run->integrator->throughout) instance->switching_distances = scratch_alloc(instance, switching_distances_scratch(problem));
    int failed = run_to_end(instance, run);
    instance->switching_distances = NULL;
    if (failed) state_give_back(instance);
    instance->scratch_used = used;
    return failed;
}

int advance(Instance *instance, double t_end, int at_events, int *stopped)
{
    RunContext run = {.t_end = t_end, .longest = INFINITY, .at_events = at_events};
    if (start_run(instance, &run, t_end - *at(instance, instance->problem->t))) return -1;
    if (stopped) *stopped = run.stopped;
    return 0;
}

int advance_to_stop(Instance *instance, double t_end)
{
    RunContext run = {.t_end = t_end, .longest = INFINITY, .end = EXACT};
    return start_run(instance, &run, t_end - *at(instance, instance->problem->t));
}

int advance_sampling(Instance *instance, Samples *samples, double longest)
{
    double t_end = samples->time[samples->count - 1], interval = (t_end - *at(instance, instance->problem->t)) / samples->count;
    RunContext run = {.t_end = t_end, .longest = fmin(longest, fmax(interval, LONGEST * instance->problem->step_size)), .samples = samples, .end = THROUGH};
    if (start_run(instance, &run, interval)) return -1;
    if (!run.stopped) keep_outputs(instance, samples);
    return 0;
}

int advance_to_each(Instance *instance, Samples *samples)
{
    int stopped = 0;
    while (samples->next < samples->count && !stopped) {
        RunContext run = {.t_end = samples->time[samples->next], .longest = INFINITY, .end = THROUGH};
        if (start_run(instance, &run, run.t_end - *at(instance, instance->problem->t))) return -1;
        stopped = run.stopped;
        keep_outputs(instance, samples);
    }
    return 0;
}

/* Variations know nothing of how discrete states change. */
static int refuse_events(Instance *instance, double t_end)
{
    if (!event_is_due_at(instance, t_end)) return 0;
    return fail(instance, "variations of %s end before the next event of what is sampled, at t = %.9g s: there is no derivative through it",
                instance->problem->name, next_event(instance));
}

int advance_varying(Instance *instance, Samples *samples, double longest, Variation *variation, double *tangents)
{
    if (integrator_of(instance->problem)->fixed)
        return fail(instance, "variations of %s need an integrator whose error is known, as \"dormand_prince\" and \"radau\": steps of fixed size have none",
                    instance->problem->name);
    size_t derivatives = (size_t)variation->directions * (size_t)instance->problem->y.size;
    if (refuse_events(instance, samples->time[samples->count - 1]) || model_validate(instance) || variation_derive(instance, variation)) return -1;
    while (samples->next < samples->count) {
        RunContext run = {.t_end = samples->time[samples->next], .longest = longest, .variation = variation};
        if (start_run(instance, &run, run.t_end - *at(instance, instance->problem->t))) return -1;
        if (variation_outputs(instance, variation, tangents + (size_t)samples->next * derivatives)) return -1;
        keep_outputs(instance, samples);
        if (run.stopped) return 0;
    }
    return 0;
}
