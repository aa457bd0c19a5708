/* Calls about values, time and steps. */

#include <math.h>
#include <stdlib.h>

#include "fmi2Functions.h"
#include "fmi2.h"

int get_real(Slot *slot)
{
    Values some = some_values("iotsdf", 0);
    int status = fmi2GetReal(target(slot), some.reference, some.count, some.value);
    slot->bad |= some.bad;
    if (status <= WARNING) check_finite(slot, some.value, some.numbers, "fmi2GetReal");
    release(&some);
    return status;
}

int set_real(Slot *slot)
{
    Values some = some_values(one_in(3) ? "ift" : slot->phase & (INSTANTIATED | INITIALIZATION) ? "ift" : "i", 1);
    int status = fmi2SetReal(target(slot), some.reference, some.count, some.value);
    slot->bad |= some.bad;
    slot->tame = 0;
    release(&some);
    return status;
}

/* There are only numbers of type Real. */
int other_types(Slot *slot)
{
    fmi2ValueReference reference[3] = {0, (unsigned)below(surface.entries), (unsigned)random_bits()};
    fmi2Integer integer[3] = {1, 2, 3};
    fmi2String text[3] = {"", NULL, "text"};
    size_t count = below(4);
    void *fmu = target(slot);
    slot->bad |= count > 0;
    switch (below(6)) {
    case 0: return fmi2GetInteger(fmu, reference, count, integer);
    case 1: return fmi2GetBoolean(fmu, reference, count, integer);
    case 2: return fmi2GetString(fmu, reference, count, text);
    case 3: return fmi2SetInteger(fmu, reference, count, integer);
    case 4: return fmi2SetBoolean(fmu, reference, count, integer);
    default: return fmi2SetString(fmu, reference, count, text);
    }
}

int null_pointers(Slot *slot)
{
    fmi2ValueReference reference[2] = {0, 1};
    double value[2] = {0};
    slot->bad = 1;
    switch (below(8)) {
    case 0: return fmi2GetReal(slot->fmu, NULL, 2, value);
    case 1: return fmi2GetReal(slot->fmu, reference, 2, NULL);
    case 2: return fmi2SetReal(slot->fmu, NULL, 2, value);
    case 3: return fmi2SetReal(slot->fmu, reference, 2, NULL);
    case 4: return fmi2GetFMUstate(slot->fmu, NULL);
    case 5: return fmi2SetFMUstate(slot->fmu, NULL);
    case 6: return fmi2GetDirectionalDerivative(slot->fmu, NULL, 2, reference, 2, value, value);
    default: return fmi2DeSerializeFMUstate(slot->fmu, NULL, 16, &(fmi2FMUstate){NULL});
    }
}

int directional_derivative(Slot *slot)
{
    Values unknown = some_values("od", 0), known = some_values("istx", 1);
    int judged = !known.wild;
    int status = fmi2GetDirectionalDerivative(target(slot), unknown.reference, unknown.count, known.reference, known.count, known.value, unknown.value);
    if (status <= WARNING && judged) check_finite(slot, unknown.value, unknown.numbers, "fmi2GetDirectionalDerivative");
    release(&unknown);
    release(&known);
    return status;
}

int enter_event_mode(Slot *slot) { return moved(slot, fmi2EnterEventMode(target(slot)), EVENT); }

int new_discrete_states(Slot *slot)
{
    fmi2EventInfo info = {7, 7, 7, 7, 7, 0.0};
    int status = fmi2NewDiscreteStates(target(slot), &info);
    if (status <= WARNING && (info.newDiscreteStatesNeeded | info.terminateSimulation | info.valuesOfContinuousStatesChanged) > 1)
        finding("fmi2NewDiscreteStates left its answer open");
    return status;
}

int enter_continuous(Slot *slot) { return moved(slot, fmi2EnterContinuousTimeMode(target(slot)), CONTINUOUS); }

int completed_step(Slot *slot)
{
    fmi2Boolean event = 7, stop = 7;
    int status = fmi2CompletedIntegratorStep(target(slot), (int)below(2), &event, &stop);
    if (status <= WARNING && (event | stop) > 1) finding("fmi2CompletedIntegratorStep left its answer open");
    return status;
}

int set_time(Slot *slot)
{
    Values number = {0};
    double t = any_number(slot->time + 1e-4, &number);
    int status = fmi2SetTime(target(slot), t);
    slot->bad |= number.bad;
    if (status == OK) slot->time = t;
    if (number.wild) slot->tame = 0;
    return status;
}

int set_states(Slot *slot)
{
    Values judged = {0};
    size_t count = one_in(30) ? below(surface.states + 3) : surface.states;
    double *x = room(count, sizeof *x);
    if (count == surface.states) fmi2GetContinuousStates(slot->fmu, x, count);
    for (size_t i = 0; i < count; ++i)
        if (one_in(4)) x[i] = any_number(x[i], &judged);
    int status = fmi2SetContinuousStates(target(slot), x, count);
    slot->bad |= judged.bad || count != surface.states;
    slot->tame = 0;
    free(x);
    return status;
}

typedef fmi2Status GetVector(fmi2Component fmu, fmi2Real value[], size_t count);

static int get_vector(Slot *slot, GetVector *get, size_t right, const char *name)
{
    size_t count = one_in(30) ? below(right + 3) : right;
    double *value = room(count, sizeof *value);
    int status = get(target(slot), value, count);
    slot->bad |= count != right;
    if (status <= WARNING) check_finite(slot, value, count, name);
    free(value);
    return status;
}

int derivatives(Slot *slot) { return get_vector(slot, fmi2GetDerivatives, surface.states, "fmi2GetDerivatives"); }
int indicators(Slot *slot) { return get_vector(slot, fmi2GetEventIndicators, surface.indicators, "fmi2GetEventIndicators"); }
int states(Slot *slot) { return get_vector(slot, fmi2GetContinuousStates, surface.states, "fmi2GetContinuousStates"); }
int nominals(Slot *slot) { return get_vector(slot, fmi2GetNominalsOfContinuousStates, surface.states, "nominals"); }

int input_derivatives(Slot *slot)
{
    Values some = some_values("i", 1);
    fmi2Integer *order = room(some.count, sizeof *order);
    for (size_t i = 0; i < some.count; ++i) order[i] = one_in(40) ? (int)random_bits() : 1 + (int)below(3);
    for (size_t i = 0; i < some.count; ++i) some.bad |= order[i] < 1;
    int status = fmi2SetRealInputDerivatives(target(slot), some.reference, some.count, order, some.value);
    slot->bad |= some.bad;
    slot->tame = 0;
    free(order);
    release(&some);
    return status;
}

int output_derivatives(Slot *slot)
{
    Values some = some_values("o", 0);
    fmi2Integer *order = room(some.count, sizeof *order);
    for (size_t i = 0; i < some.count; ++i) order[i] = one_in(40) ? (int)random_bits() : 1;
    for (size_t i = 0; i < some.count; ++i) some.bad |= order[i] < 1;
    int status = fmi2GetRealOutputDerivatives(target(slot), some.reference, some.count, order, some.value);
    slot->bad |= some.bad;
    if (status <= WARNING) check_finite(slot, some.value, some.numbers, "fmi2GetRealOutputDerivatives");
    free(order);
    release(&some);
    return status;
}

int do_step(Slot *slot)
{
    Values number = {0};
    double t = one_in(30) ? any_number(slot->time, &number) : slot->time, h = (double)below(3) * 1e-3;
    if (one_in(1000)) h = any_number(1.0, &number);
    int status = fmi2DoStep(target(slot), t, h, (int)below(2));
    slot->bad |= number.bad || h < 0 || fabs(t - slot->time) > 1e-3 * fabs(slot->time) + 1e-3;
    if (status <= WARNING) slot->time = t + h;
    return status;
}

int cancel_step(Slot *slot) { return fmi2CancelStep(target(slot)); }

/* LastSuccessfulTime and Terminated are the only answers of a slave that is never asynchronous. */
int get_status(Slot *slot)
{
    fmi2StatusKind kind = (fmi2StatusKind)below(one_in(20) ? 100 : 4);
    fmi2Status status = fmi2OK;
    fmi2Real real = 0.0;
    fmi2Integer integer = 0;
    fmi2String text = NULL;
    void *fmu = target(slot);
    switch (below(5)) {
    case 0: return fmi2GetStatus(fmu, kind, &status);
    case 1: return fmi2GetRealStatus(fmu, kind, one_in(20) ? NULL : &real);
    case 2: return fmi2GetIntegerStatus(fmu, kind, &integer);
    case 3: return fmi2GetBooleanStatus(fmu, kind, &integer);
    default: return fmi2GetStringStatus(fmu, kind, &text);
    }
}
