/* variation_events.c: see variation_events.h. */

#include "variation_events.h"

#include <string.h>

#include "derivative.h"
#include "schedule.h"
#include "switching_distances.h"

#define PART 1e-4       /* of the last step: what lies between times at which the inputs are looked at */
#define SAME_DELAY 1e-6 /* relative: modes that a direction makes switch at times further apart than this are no single event */

/* The rates of inputs that follow functions of time, into the tangents: backward differences of order 2 within the last step. */
static int seed_rates_of_inputs(Instance *instance)
{
    const Problem *problem = instance->problem;
    const double *u = at(instance, problem->u);
    double t = *at(instance, problem->t), h = PART * instance->memory[SIZE], *rate = instance->tangent + problem->u.start;
    int failed = 0;
    if (!instance->input_callback) return 0;
    for (int back = 2; back >= 0 && !failed; --back) {
        static const double WEIGHTS[] = {1.5, -2.0, 0.5};
        failed = instance->input_callback(instance->host, t - back * h);
        for (int i = 0; i < problem->u.size; ++i) rate[i] += WEIGHTS[back] * u[i] / h;
    }
    if (problem->input_time.size) instance->tangent[problem->input_time.start] = 1.0;
    return failed ? fail(instance, "the inputs near t = %.9g s could not be had", t) : 0;
}

/* The rates of all indicators as time goes on, into the tangents. */
static int rates_of_indicators(Instance *instance)
{
    model_seed_motion(instance);
    return seed_rates_of_inputs(instance) || model_rates_tangent(instance) ? -1 : 0;
}

/* How much later each direction makes mode i switch, whose indicator has this rate; by how much these differ from those known, relative. */
static int delays_of(Instance *instance, const Variation *variation, int mode, double rate, int first, double *apart)
{
    const Problem *problem = instance->problem;
    size_t n = (size_t)problem->x.size;
    double most = 0.0, differs = 0.0;
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
    for (int j = 0; j < variation->directions; ++j) {
        variation_seed(instance, variation, j, variation->X + (size_t)j * n);
        if (model_rates_tangent(instance)) return -1;
        double delay = -instance->tangent[problem->g.start + mode] / rate;
        if (!isfinite(delay))
            return fail(instance, "at t = %.9g s %s switches where its indicator stands still: behind that the run has no derivatives",
                        *at(instance, problem->t), problem->mode_name[mode]);
        if (first) variation->delay[j] = delay;
        most = fmax(most, fabs(delay));
        differs = fmax(differs, fabs(delay - variation->delay[j]));
    }
    *apart = most > 0.0 ? differs / most : differs;
    return 0;
}

/* Each direction goes on by the time at which it meets the event, or, with `sign` -1, back. */
static void go_on_by_delays(const Instance *instance, Variation *variation, double sign)
{
    const double *x_dot = at(instance, instance->problem->x_dot);
    size_t n = (size_t)instance->problem->x.size;
    for (int j = 0; j < variation->directions; ++j)
        for (size_t i = 0; i < n; ++i) variation->X[(size_t)j * n + i] += sign * x_dot[i] * variation->delay[j];
}

int variation_meet(Instance *instance, Variation *variation)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used;
    int first = -1, failed = model_evaluate_within_step(instance) || rates_of_indicators(instance);
    double *rates = scratch_alloc(instance, (size_t)problem->g.size), apart = 0.0;
    copy_numbers(rates, instance->tangent + problem->g.start, (size_t)problem->g.size);
    copy_numbers(variation->input_rates, instance->tangent + problem->u.start, (size_t)problem->u.size);
    for (int i = 0; i < problem->m.size && !failed; ++i) {
        if (!(switching_distance(instance, i) < -NOISE)) continue;
        failed = delays_of(instance, variation, i, rates[i], first < 0, &apart);
        if (!failed && first >= 0 && !(apart <= SAME_DELAY))
            failed = fail(instance, "at t = %.9g s %s and %s switch at once, but not in runs beside this one: behind that it has no derivatives",
                          *at(instance, problem->t), problem->mode_name[first], problem->mode_name[i]);
        if (first < 0) first = i;
    }
    instance->scratch_used = used;
    if (failed) return -1;
    go_on_by_delays(instance, variation, 1.0);
    return 0;
}

void variation_seed_event(Instance *instance, const Variation *variation, int direction)
{
    const Problem *problem = instance->problem;
    double delay = variation->delay[direction];
    memset(instance->tangent, 0, (size_t)problem->numbers * sizeof(double));
    variation_seed(instance, variation, direction, variation->X + (size_t)direction * (size_t)problem->x.size);
    instance->tangent[problem->t.start] = delay;
    for (int i = 0; i < problem->u.size; ++i) instance->tangent[problem->u.start + i] += variation->input_rates[i] * delay;
}

static int seed_update(Instance *instance, const Variation *variation, int direction)
{
    variation_seed_event(instance, variation, direction);
    return model_rates_tangent(instance);
}

/* Discrete states have no directions. */
static int refuse_moving_discrete_states(Instance *instance, const StateEvent *event)
{
    const Problem *problem = instance->problem;
    for (int i = 0; i < problem->r.size; ++i)
        if (instance->tangent[problem->r.start + i] != 0.0)
            return fail(instance, "at t = %.9g s %s sets %s to what the states decide: behind that the run has no derivatives",
                        *at(instance, problem->t), event->name, problem->held_name[i]);
    return 0;
}

int variation_update(Instance *instance, Variation *variation, const StateEvent *event, const double *before)
{
    const Problem *problem = instance->problem;
    size_t used = instance->scratch_used, n = (size_t)problem->x.size;
    double *x = at(instance, problem->x);
    const double *behind = scratch_copy(instance, x, n);
    int failed = 0;
    copy_numbers(x, before, n);
    for (int j = 0; j < variation->directions && !failed; ++j) {
        failed = seed_update(instance, variation, j) || run_tangent(instance, event->update) || refuse_moving_discrete_states(instance, event);
        copy_numbers(variation->X + (size_t)j * n, instance->tangent + problem->x.start, n);
    }
    copy_numbers(x, behind, n);
    instance->scratch_used = used;
    return failed ? -1 : 0;
}

int variation_pass(Instance *instance, Variation *variation)
{
    if (model_evaluate_within_step(instance)) return -1;
    go_on_by_delays(instance, variation, -1.0);
    memset(variation->delay, 0, (size_t)variation->directions * sizeof(double));
    variation->known = 0;
    return 0;
}

