/* co_simulation.c: a communication step. */

#include <math.h>

#include "component.h"
#include "model.h"
#include "outputs.h"

#define SAME_TIME 1e-3 /* of the step, besides ULPS of the time: an environment that sums up steps may be off by roundoff, not by more */

static double near_to(double t, double size) { return SAME_TIME * size + ULPS * (fabs(t) - nextafter(fabs(t), 0.0)); }

static int is_next(Component *component, double point, double size)
{
    const State *state = component->instance->state;
    double t = *at(component->instance, component->problem->t);
    if (!(size >= 0 && size < HUGE_TIME && isfinite(point) && fabs(point - t) <= near_to(t, size)))
        return refuse(component, "a step of %g s from t = %.9g s was asked for, but the FMU is at t = %.9g s", size, point, t) == OK;
    if (point + size > state->stop_time + near_to(state->stop_time, size))
        return refuse(component, "a step to t = %.9g s was asked for, but the stop time is %.9g s", point + size, state->stop_time) == OK;
    return 1;
}

/* The pieces of the slot communication. */
typedef struct {
    double *step; /* the last one [s], -1 before the first, 0 where nobody makes any */
    double *held, *missed, *now; /* forces: read by the master before the step; what these lack of those fitted to it; of the outputs now */
    size_t count;
} Communication;

static Communication communication_of(const Instance *instance)
{
    const Problem *problem = instance->problem;
    size_t count = problem->communication.size ? ((size_t)problem->communication.size - 1) / 3 : 0;
    double *step = at(instance, problem->communication);
    return (Communication){.step = step, .held = step + 1, .missed = step + 1 + count, .now = step + 1 + 2 * count, .count = count};
}

/* Whoever reads outputs now holds these forces over the next step. */
static int note_forces(Instance *instance)
{
    Communication known = communication_of(instance);
    if (!known.count) return 0;
    if (model_outputs(instance, 0)) return -1;
    copy_numbers(known.held, known.now, known.count);
    return 0;
}

/* For those that look ahead of it. Where it is another than they expected, the next force gives the impulse that this one misses. */
static int note_step(Instance *instance, double size)
{
    Communication known = communication_of(instance);
    if (!known.count || size <= 0.0) return 0;
    if (*at(instance, instance->problem->t) == instance->state->start_time && note_forces(instance)) return -1;
    int expected = fabs(*known.step - size) <= SAME_TIME * size;
    for (size_t i = 0; i < known.count; ++i) known.missed[i] = 0.0;
    *known.step = size;
    if (!expected && model_outputs(instance, 0)) return -1;
    for (size_t i = 0; i < known.count && !expected; ++i) known.missed[i] = known.now[i] - known.held[i];
    return 0;
}

Status do_step(Component *component, double point, double size, Stop *stop)
{
    Instance *instance = component->instance;
    double *t = at(instance, instance->problem->t);
    int stopped = 0;
    if (!is_next(component, point, size)) return ERROR;
    if (take_in_parameters(component)) return outcome(component, -1, ERROR);
    double end = fmax(*t, point + size);
    int failed = note_step(instance, size);
    if (size > 0.0) feel(instance, size);
    instance->input_callback = component->ask_for_inputs;
    if (!failed) failed = advance(instance, end, component->event_mode_used && component->early_return_allowed, &stopped);
    instance->input_callback = NULL;
    if (!failed) failed = note_forces(instance);
    if (failed) return outcome(component, failed, DISCARD);
    stop->event = (stopped & AT_EVENT) != 0 || (component->event_mode_used && event_is_due_at(instance, *t));
    stop->early = stopped && *t < end;
    stop->time = *t;
    return OK;
}
