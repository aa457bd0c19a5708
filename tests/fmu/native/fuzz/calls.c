/* Calls that FMI 2 and FMI 3 both have. */

#include <math.h>
#include <stdlib.h>

#include "fuzz.h"
#include "version.h"

int free_instance(Slot *slot)
{
    if (one_in(20)) VERSION.free_instance(NULL);
    VERSION.free_instance(slot->fmu);
    *slot = (Slot){0};
    return OK;
}

int set_debug_logging(Slot *slot)
{
    static const char *const known[] = {"logStatusWarning", "logStatusError"}, *const unknown[] = {"no such category", NULL};
    int wrong = one_in(4);
    size_t count = below(3);
    int status = VERSION.set_debug_logging(target(slot), (int)below(2), count, wrong ? unknown : known);
    slot->bad |= wrong && count;
    return status;
}

int exit_initialization(Slot *slot)
{
    Phase next = slot->interface == MODEL_EXCHANGE ? EVENT : slot->event_mode ? STEP_EVENT : STEP;
    return moved(slot, VERSION.exit_initialization_mode(target(slot)), next);
}

int terminate_run(Slot *slot) { return moved(slot, VERSION.terminate(target(slot)), TERMINATED); }

int reset_instance(Slot *slot)
{
    int status = moved(slot, VERSION.reset(target(slot)), INSTANTIATED);
    if (status > WARNING || slot->bad) return status;
    slot->tame = 1;
    slot->poisoned = 0;
    slot->time = 0.0;
    return status;
}

int get_values(Slot *slot)
{
    Values some = some_values("iotsdfczx", "", 0);
    int status = VERSION.get(target(slot), some.reference, some.count, some.value, some.numbers);
    slot->bad |= some.bad;
    if (status <= WARNING) check_finite(slot, some.value, some.numbers, "a getter");
    release(&some);
    return status;
}

int set_values(Slot *slot)
{
    Values some = some_values(one_in(3) || slot->phase & (INSTANTIATED | INITIALIZATION) ? "ift" : "i", "odczx", 1);
    int status = VERSION.set(target(slot), some.reference, some.count, some.value, some.numbers);
    slot->bad |= some.bad;
    slot->tame = 0;
    if (status <= WARNING) slot->poisoned |= some.infinite;
    release(&some);
    return status;
}

int null_pointers(Slot *slot)
{
    unsigned reference[2] = {0, 1};
    double value[2] = {0};
    slot->bad = 1;
    switch (below(9)) {
    case 0: return VERSION.get(slot->fmu, NULL, 2, value, 2);
    case 1: return VERSION.get(slot->fmu, reference, 2, NULL, 2);
    case 2: return VERSION.set(slot->fmu, NULL, 2, value, 2);
    case 3: return VERSION.set(slot->fmu, reference, 2, NULL, 2);
    case 4: return VERSION.get_state(slot->fmu, NULL);
    case 5: return VERSION.set_state(slot->fmu, NULL);
    case 6: return VERSION.state_size(slot->fmu, NULL, NULL);
    case 7: return VERSION.set_debug_logging(slot->fmu, 1, 3, NULL);
    default: return VERSION.deserialize(slot->fmu, NULL, 16, &(void *){NULL});
    }
}

int enter_event_mode(Slot *slot)
{
    return moved(slot, VERSION.enter_event_mode(target(slot)), slot->interface == CO_SIMULATION ? STEP_EVENT : EVENT);
}

int update_discrete_states(Slot *slot)
{
    int again = 7, stop = 7, changed = 7;
    int status = VERSION.update_discrete_states(target(slot), &again, &stop, &changed);
    if (status <= WARNING && (again > 1 || stop > 1 || changed > 1)) finding("an update of discrete states left its answer open");
    return status;
}

int enter_continuous(Slot *slot) { return moved(slot, VERSION.enter_continuous_time_mode(target(slot)), CONTINUOUS); }

int completed_step(Slot *slot)
{
    int event = 7, stop = 7;
    int status = VERSION.completed_integrator_step(target(slot), &event, &stop);
    if (status <= WARNING && (event > 1 || stop > 1)) finding("a completed integrator step left its answer open");
    return status;
}

int set_time(Slot *slot)
{
    Values judged = {0};
    double t = slot->time + 1e-4;
    if (one_in(20)) t = any_number(t, &judged);
    int status = VERSION.set_time(target(slot), t);
    slot->bad |= judged.infinite;
    if (status <= WARNING) slot->time = t;
    if (judged.wild) slot->tame = 0;
    return status;
}

int set_states(Slot *slot)
{
    Values judged = {0};
    size_t count = one_in(30) ? below(surface.states + 3) : surface.states;
    int wild = one_in(10);
    double *x = room(count, sizeof *x);
    if (count == surface.states && slot->phase == CONTINUOUS) VERSION.get_continuous_states(slot->fmu, x, count);
    for (size_t i = 0; i < count; ++i)
        if (one_in(4)) x[i] = wild ? any_number(x[i], &judged) : tame_number(x[i]);
    int status = VERSION.set_continuous_states(target(slot), x, count);
    slot->bad |= count != surface.states;
    slot->tame = 0;
    if (status <= WARNING) slot->poisoned |= judged.infinite;
    free(x);
    return status;
}

static int get_vector(Slot *slot, int (*get)(void *fmu, double *value, size_t count), size_t right, const char *name)
{
    size_t count = one_in(30) ? below(right + 3) : right;
    double *value = room(count, sizeof *value);
    int status = get(target(slot), value, count);
    slot->bad |= count != right;
    if (status <= WARNING) check_finite(slot, value, count, name);
    free(value);
    return status;
}

int derivatives(Slot *slot) { return get_vector(slot, VERSION.get_derivatives, surface.states, "a getter of derivatives"); }

int indicators(Slot *slot) { return get_vector(slot, VERSION.get_indicators, surface.indicators, "a getter of event indicators"); }

int states(Slot *slot) { return get_vector(slot, VERSION.get_continuous_states, surface.states, "a getter of continuous states"); }

int nominals(Slot *slot) { return get_vector(slot, VERSION.get_nominals, surface.states, "a getter of nominal values"); }

int output_derivatives(Slot *slot)
{
    Values some = some_values("o", "iftcsdzx", 0);
    int *order = room(some.count, sizeof *order);
    for (size_t i = 0; i < some.count; ++i) order[i] = one_in(40) ? (int)random_bits() : 1;
    for (size_t i = 0; i < some.count; ++i) some.bad |= order[i] < 1;
    int status = VERSION.output_derivatives(target(slot), some.reference, some.count, order, some.value, some.numbers);
    slot->bad |= some.bad;
    if (status <= WARNING) check_finite(slot, some.value, some.numbers, "a getter of output derivatives");
    free(order);
    release(&some);
    return status;
}

/* Mostly the next millisecond; now and then from another time, or as far as no integrator comes. */
int do_step(Slot *slot)
{
    Values judged = {0};
    double t = one_in(30) ? any_number(slot->time, &judged) : slot->time, h = (double)below(3) * 1e-3, reached = t + h;
    if (one_in(1000)) reached = t + (h = any_number(1.0, &judged));
    int status = VERSION.do_step(target(slot), t, h, &reached);
    slot->bad |= judged.infinite || h < 0 || fabs(t - slot->time) > 1e-3 * fabs(slot->time) + 1e-3 + fabs(h);
    if (status <= WARNING) slot->time = reached;
    return status;
}
