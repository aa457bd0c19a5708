/* Random calls of FMI 2.0: from start to end, and what is allowed where after sections 3.2.3 and 4.2.4 of FMI 2.0.4. */

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "fmi2Functions.h"
#include "fmi2.h"

/* The message is a format; one with a stray percent sign would read what is not there. */
static void log_message(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category, fmi2String message, ...)
{
    static char text[16384];
    va_list values;
    (void)environment;
    va_start(values, message);
    vsnprintf(text, sizeof text, message, values);
    va_end(values);
    if (!name || !category || !*text || status < fmi2OK || status > fmi2Pending) finding("a message to the logger is incomplete");
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
    fmi2Component fmu = fmi2Instantiate(name, type, token, one_in(3) ? NULL : "file:///nowhere", functions, fmi2False, (int)below(2));
    if (fmu && token != surface.token) finding("fmi2Instantiate took a wrong token");
    if (fmu && (int)type == 7) finding("fmi2Instantiate took an unknown type");
    if (!fmu && !bad) finding("fmi2Instantiate failed");
    if (fmu) *slot = (Slot){fmu, type == fmi2CoSimulation ? CO_SIMULATION : MODEL_EXCHANGE, INSTANTIATED, 0.0, 0, 1};
}

static int free_instance(Slot *slot)
{
    if (one_in(20)) fmi2FreeInstance(NULL);
    fmi2FreeInstance(slot->fmu);
    *slot = (Slot){0};
    return OK;
}

static int set_debug_logging(Slot *slot)
{
    static const fmi2String known[] = {"logStatusWarning", "logStatusError"}, unknown[] = {"no such category"};
    return fmi2SetDebugLogging(target(slot), (int)below(2), below(3), one_in(4) ? unknown : known); /* at most 1 of unknown is read */
}

static int setup_experiment(Slot *slot)
{
    Values number = {0};
    double tolerance = one_in(10) ? any_number(1e-5, &number) : 1e-5, start = one_in(10) ? any_number(0.0, &number) : 0.0;
    int bounded = one_in(4), status;
    double stop = one_in(10) ? any_number(2.0, &number) : 2.0;
    status = fmi2SetupExperiment(target(slot), 1, tolerance, start, bounded, stop);
    if (!isfinite(start) || (bounded && (isnan(stop) || stop < start)) || !(tolerance > 0) || isinf(tolerance)) slot->bad = 1;
    if (status <= WARNING) slot->time = start;
    if (status <= WARNING && (number.wild || start != 0.0)) slot->tame = 0;
    return status;
}

static int enter_initialization(Slot *slot) { return moved(slot, fmi2EnterInitializationMode(target(slot)), INITIALIZATION); }

static int exit_initialization(Slot *slot)
{
    return moved(slot, fmi2ExitInitializationMode(target(slot)), slot->interface == CO_SIMULATION ? STEP : EVENT);
}

static int terminate(Slot *slot) { return moved(slot, fmi2Terminate(target(slot)), TERMINATED); }

static int reset(Slot *slot)
{
    int status = moved(slot, fmi2Reset(target(slot)), INSTANTIATED);
    if (status == OK) slot->tame = 1;
    if (status == OK) slot->time = 0.0;
    return status;
}


/* Every call of a legal run must succeed, and its outcome must not depend on what was before. */
static void must(int status, const char *what)
{
    if (status > WARNING) finding("%s failed in an ordinary run", what);
}

static size_t outputs(Slot *slot, double *numbers)
{
    size_t count = 0;
    for (size_t i = 0; i < surface.entries; ++i)
        if (surface.entry[i].kind == 'o' && count < RUN / 8)
            must(fmi2GetReal(slot->fmu, &surface.entry[i].reference, 1, &numbers[count++]), "fmi2GetReal");
    return count;
}

static size_t steps(Slot *slot, double *numbers)
{
    size_t count = 0;
    for (int i = 0; i < 3; ++i) {
        must(fmi2DoStep(slot->fmu, i * 1e-3, 1e-3, fmi2True), "fmi2DoStep");
        count += outputs(slot, numbers + count);
    }
    slot->time = 3e-3;
    slot->phase = STEP;
    return count;
}

/* Three explicit Euler steps so short that no constraint notices. */
static size_t integration(Slot *slot, double *numbers)
{
    fmi2EventInfo info = {0};
    fmi2Boolean event, stop;
    size_t n = surface.states, count = 0;
    double *x = room(n, sizeof *x), *rate = room(n, sizeof *rate), h = 1e-7;
    do must(fmi2NewDiscreteStates(slot->fmu, &info), "fmi2NewDiscreteStates"); while (info.newDiscreteStatesNeeded);
    must(fmi2EnterContinuousTimeMode(slot->fmu), "fmi2EnterContinuousTimeMode");
    must(fmi2GetContinuousStates(slot->fmu, x, n), "fmi2GetContinuousStates");
    for (int i = 1; i <= 3; ++i) {
        must(fmi2GetDerivatives(slot->fmu, rate, n), "fmi2GetDerivatives");
        must(fmi2SetTime(slot->fmu, slot->time = i * h), "fmi2SetTime");
        for (size_t j = 0; j < n; ++j) x[j] += h * rate[j];
        must(fmi2SetContinuousStates(slot->fmu, x, n), "fmi2SetContinuousStates");
        must(fmi2CompletedIntegratorStep(slot->fmu, fmi2True, &event, &stop), "fmi2CompletedIntegratorStep");
        count += outputs(slot, numbers + count);
    }
    free(x);
    free(rate);
    slot->phase = CONTINUOUS;
    return count;
}

size_t ordinary_run(Slot *slot, double *numbers)
{
    must(fmi2Reset(slot->fmu), "fmi2Reset");
    must(fmi2SetupExperiment(slot->fmu, fmi2True, 1e-5, 0.0, fmi2False, 0.0), "fmi2SetupExperiment");
    must(fmi2EnterInitializationMode(slot->fmu), "fmi2EnterInitializationMode");
    must(fmi2ExitInitializationMode(slot->fmu), "fmi2ExitInitializationMode");
    slot->tame = 1;
    slot->time = 0.0;
    return slot->interface == CO_SIMULATION ? steps(slot, numbers) : integration(slot, numbers);
}

void finish(Slot *slot)
{
    free_states(slot);
    fmi2FreeInstance(slot->fmu);
}

#define I INSTANTIATED
#define N INITIALIZATION
#define E EVENT
#define C CONTINUOUS
#define S STEP
#define T TERMINATED
#define BUT(phases) (ALIVE & ~LOST & ~(phases))

const Action ACTIONS[] = {
    /* name                       call                 allowed             refused             weight sure */
    {"fmi2SetDebugLogging",        set_debug_logging,      ALIVE,              0,                  1, 0},
    {"fmi2FreeInstance",           free_instance,          ALIVE,              0,                  1, 1},
    {"fmi2Reset",                  reset,                  ALIVE,              0,                  2, 1},
    {"fmi2SetupExperiment",        setup_experiment,       I,                  BUT(I),             8, 0},
    {"fmi2EnterInitializationMode", enter_initialization,  I,                  BUT(I),             8, 1},
    {"fmi2ExitInitializationMode", exit_initialization,    N,                  BUT(N),            16, 1},
    {"fmi2Terminate",              terminate,              E | C | S,          BUT(E | C | S),     1, 1},
    {"fmi2GetReal",                get_real,               N | E | C | S | T,  0,                 16, 1},
    {"fmi2SetReal",                set_real,               I | N | E | C | S,  T,                 12, 0},
    {"fmi2Get/Set other types",    other_types,            ALIVE,              0,                  1, 0},
    {"null pointers",              null_pointers,          ALIVE,              0,                  1, 0},
    {"fmi2GetFMUstate",            get_state,              ALIVE,              0,                  4, 1},
    {"fmi2SetFMUstate",            set_state,              ALIVE,              0,                  4, 1},
    {"fmi2FreeFMUstate",           free_state,             ALIVE,              0,                  1, 1},
    {"fmi2(De)SerializeFMUstate",  through_bytes,          ALIVE,              0,                  4, 1},
    {"fmi2GetDirectionalDerivative", directional_derivative, N | E | C | S | T, 0,                 6, 0},
    {"fmi2EnterEventMode",         enter_event_mode,       C,                  BUT(E | C),         4, 1},
    {"fmi2NewDiscreteStates",      new_discrete_states,    E,                  BUT(E),            12, 1},
    {"fmi2EnterContinuousTimeMode", enter_continuous,      E,                  BUT(E),            12, 0},
    {"fmi2CompletedIntegratorStep", completed_step,        C,                  BUT(C),            12, 0},
    {"fmi2SetTime",                set_time,               E | C,              BUT(E | C),         8, 0},
    {"fmi2SetContinuousStates",    set_states,             C,                  BUT(E | C),         8, 0},
    {"fmi2GetDerivatives",         derivatives,            E | C | T,          I | S,             10, 1},
    {"fmi2GetEventIndicators",     indicators,             E | C | T,          I | S,              6, 1},
    {"fmi2GetContinuousStates",    states,                 E | C | T,          I | S,              6, 1},
    {"fmi2GetNominalsOfContinuousStates", nominals,        I | E | C | T,      S,                  2, 0},
    {"fmi2SetRealInputDerivatives", input_derivatives,     S,                  E | C | T,          6, 0},
    {"fmi2GetRealOutputDerivatives", output_derivatives,   S,                  I | N | E | C,      6, 0},
    {"fmi2DoStep",                 do_step,                S,                  BUT(S),            20, 0},
    {"fmi2CancelStep",             cancel_step,            0,                  ALIVE & ~LOST,      1, 0},
    {"fmi2Get...Status",           get_status,             S,                  I | N | E | C,      2, 0},
};

const size_t ACTION_COUNT = sizeof ACTIONS / sizeof ACTIONS[0];
