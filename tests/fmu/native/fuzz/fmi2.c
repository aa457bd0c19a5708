/* Random calls of FMI 2.0; what is allowed where follows sections 3.2.3 and 4.2.4 of FMI 2.0.4. */

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "fmi2Functions.h"
#include "fuzz.h"

/* The message is a format; one with a stray percent sign would read what is not there. */
static void log_message(fmi2ComponentEnvironment environment, const char *name, fmi2Status status, const char *category, const char *message, ...)
{
    static char text[16384];
    va_list values;
    (void)environment;
    va_start(values, message);
    vsnprintf(text, sizeof text, message, values);
    va_end(values);
    if (!name || !category || !*text || status > fmi2Pending) finding("a message to the logger is incomplete");
}

static const fmi2CallbackFunctions FUNCTIONS = {log_message, calloc, free, NULL, NULL}, SILENT = {NULL, NULL, NULL, NULL, NULL};

void instantiate(Slot *slot)
{
    fmi2Type type = one_in(2) ? fmi2ModelExchange : fmi2CoSimulation;
    const fmi2CallbackFunctions *functions = one_in(20) ? NULL : one_in(20) ? &SILENT : &FUNCTIONS;
    const char *token = one_in(50) ? NULL : one_in(50) ? "another" : surface.token, *name = one_in(50) ? NULL : one_in(50) ? "" : "100%s %n";
    int bad = !token || token != surface.token || !name || !*name || !functions;
    if (one_in(100)) {
        type = (fmi2Type)7;
        bad = 1;
    }
    void *fmu = fmi2Instantiate(name, type, token, one_in(3) ? NULL : "file:///nowhere", functions, fmi2False, (int)below(2));
    if (fmu && token != surface.token) finding("fmi2Instantiate took a wrong token");
    if (fmu && (int)type == 7) finding("fmi2Instantiate took an unknown type");
    if (!fmu && !bad) finding("fmi2Instantiate failed");
    if (fmu) *slot = (Slot){.fmu = fmu, .interface = (int)type, .phase = INSTANTIATED, .tame = 1};
}

static int setup_experiment(Slot *slot)
{
    Values judged = {0};
    double tolerance = one_in(10) ? any_number(1e-5, &judged) : 1e-5, start = one_in(10) ? any_number(0.0, &judged) : 0.0;
    int bounded = one_in(4), status;
    double stop = one_in(10) ? any_number(2.0, &judged) : 2.0;
    status = fmi2SetupExperiment(target(slot), 1, tolerance, start, bounded, stop);
    if (!isfinite(start) || (bounded && (isnan(stop) || stop < start)) || !(tolerance > 0) || isinf(tolerance)) slot->bad = 1;
    if (status == fmi2OK) slot->time = start;
    if (status == fmi2OK && (judged.wild || start != 0.0)) slot->tame = 0;
    return status;
}

static int enter_initialization(Slot *slot)
{
    return moved(slot, fmi2EnterInitializationMode(target(slot)), INITIALIZATION);
}

/* By functions of other types than their own: the first is a real number. */
static int other_types(Slot *slot)
{
    unsigned reference[3] = {real_reference(), any_reference(), (unsigned)random_bits()};
    int integer[3] = {1, 2, 3};
    const char *text[3] = {"", NULL, "text"};
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

/* Any values, of which some stand for nothing. */
static int typed_values(Slot *slot)
{
    unsigned reference = any_reference();
    int value = one_in(3) ? (int)random_bits() : (int)below(5) - 1, status;
    void *fmu = target(slot);
    switch (below(4)) {
    case 0: return fmi2GetInteger(fmu, &reference, 1, &value);
    case 1:
        status = fmi2GetBoolean(fmu, &reference, 1, &value);
        if (status <= WARNING && value != 0 && value != 1) finding("a Boolean is %d", value);
        return status;
    case 2: slot->tame = 0; return fmi2SetInteger(fmu, &reference, 1, &value);
    default: slot->tame = 0; return fmi2SetBoolean(fmu, &reference, 1, &value);
    }
}

static int directional_derivative(Slot *slot)
{
    Values unknown = some_values("od", "iftx", 0), known = some_values("istx", "odcz", 1);
    unsigned *of = unknown.reference, *by = known.reference;
    int status = fmi2GetDirectionalDerivative(target(slot), of, unknown.count, by, known.count, known.value, unknown.value);
    if (status <= WARNING && !known.infinite) check_finite(slot, unknown.value, unknown.numbers, "fmi2GetDirectionalDerivative");
    slot->bad |= unknown.bad || known.bad;
    release(&unknown);
    release(&known);
    return status;
}

static int input_derivatives(Slot *slot)
{
    Values some = some_values("i", "oftcsdzx", 1);
    int *order = room(some.count, sizeof *order);
    for (size_t i = 0; i < some.count; ++i) order[i] = one_in(40) ? (int)random_bits() : 1 + (int)below(3);
    for (size_t i = 0; i < some.count; ++i) some.bad |= order[i] < 1;
    int status = fmi2SetRealInputDerivatives(target(slot), some.reference, some.count, order, some.value);
    slot->bad |= some.bad;
    slot->tame = 0;
    if (status == fmi2OK) slot->poisoned |= some.infinite;
    free(order);
    release(&some);
    return status;
}

static int cancel_step(Slot *slot) { return fmi2CancelStep(target(slot)); }

static int get_status(Slot *slot)
{
    fmi2StatusKind kind = (fmi2StatusKind)below(one_in(20) ? 100 : 4);
    fmi2Status status = fmi2OK;
    double real = 0.0;
    int integer = 0;
    const char *text = NULL;
    void *fmu = target(slot);
    switch (below(5)) {
    case 0: return fmi2GetStatus(fmu, kind, &status);
    case 1: return fmi2GetRealStatus(fmu, kind, one_in(20) ? NULL : &real);
    case 2: return fmi2GetIntegerStatus(fmu, kind, &integer);
    case 3: return fmi2GetBooleanStatus(fmu, kind, &integer);
    default: return fmi2GetStringStatus(fmu, kind, &text);
    }
}

#define I INSTANTIATED
#define N INITIALIZATION
#define E EVENT
#define C CONTINUOUS
#define S STEP
#define T TERMINATED
#define BUT(phases) (ALIVE & ~LOST & ~(phases))

const Action ACTIONS[] = {
    /* name                               call                     allowed              refused              weight, sure */
    {"fmi2SetDebugLogging",               set_debug_logging,       ALIVE,               0,                    1, 0},
    {"fmi2FreeInstance",                  free_instance,           ALIVE,               0,                    1, 1},
    {"fmi2Reset",                         reset_instance,          ALIVE,               0,                    2, 1},
    {"fmi2SetupExperiment",               setup_experiment,        I,                   BUT(I),               8, 0},
    {"fmi2EnterInitializationMode",       enter_initialization,    I,                   BUT(I),               8, 1},
    {"fmi2ExitInitializationMode",        exit_initialization,     N,                   BUT(N),              16, 1},
    {"fmi2Terminate",                     terminate_run,           E | C | S,           BUT(E | C | S),       1, 1},
    {"fmi2GetReal",                       get_values,              N | E | C | S | T,   0,                   16, 1},
    {"fmi2SetReal",                       set_values,              I | N | E | C | S,   T,                   12, 0},
    {"fmi2Get/Set other types",           other_types,             ALIVE,               0,                    1, 0},
    {"fmi2Get/Set typed values",          typed_values,            ALIVE,               0,                    4, 0},
    {"null pointers",                     null_pointers,           ALIVE,               0,                    1, 0},
    {"fmi2GetFMUstate",                   get_state,               ALIVE,               0,                    4, 1},
    {"fmi2SetFMUstate",                   set_state,               ALIVE,               0,                    4, 1},
    {"fmi2FreeFMUstate",                  free_state,              ALIVE,               0,                    1, 1},
    {"fmi2(De)SerializeFMUstate",         through_bytes,           ALIVE,               0,                    4, 1},
    {"fmi2GetDirectionalDerivative",      directional_derivative,  N | E | C | S | T,   0,                    6, 0},
    {"fmi2EnterEventMode",                enter_event_mode,        C,                   BUT(E | C),           4, 1},
    {"fmi2NewDiscreteStates",             update_discrete_states,  E,                   BUT(E),              12, 1},
    {"fmi2EnterContinuousTimeMode",       enter_continuous,        E,                   BUT(E),              12, 0},
    {"fmi2CompletedIntegratorStep",       completed_step,          C,                   BUT(C),              12, 0},
    {"fmi2SetTime",                       set_time,                E | C,               BUT(E | C),           8, 0},
    {"fmi2SetContinuousStates",           set_states,              C,                   BUT(E | C),           8, 0},
    {"fmi2GetDerivatives",                derivatives,             E | C,               I | S,               10, 1},
    {"fmi2GetEventIndicators",            indicators,              E | C,               I | S,                6, 1},
    {"fmi2GetContinuousStates",           states,                  E | C,               I | S,                6, 1},
    {"fmi2GetNominalsOfContinuousStates", nominals,                I | E | C,           S,                    2, 0},
    {"fmi2SetRealInputDerivatives",       input_derivatives,       S,                   E | C | T,            6, 0},
    {"fmi2GetRealOutputDerivatives",      output_derivatives,      S,                   I | N | E | C,        6, 0},
    {"fmi2DoStep",                        do_step,                 S,                   BUT(S),              20, 0},
    {"fmi2CancelStep",                    cancel_step,             0,                   ALIVE & ~LOST,        1, 0},
    {"fmi2Get...Status",                  get_status,              S,                   I | N | E | C,        2, 0},
};

const size_t ACTION_COUNT = sizeof ACTIONS / sizeof ACTIONS[0];
