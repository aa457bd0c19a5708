/* Random calls of FMI 3.0; what is allowed where follows sections 2.3, 3.2 and 4.2 of FMI 3.0.2. */

#include <math.h>
#include <stdlib.h>

#include "fmi3Functions.h"
#include "fuzz.h"

static void log_message(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message)
{
    (void)environment;
    if (status > fmi3Fatal || !category || !message || !*message) finding("a message to the logger is incomplete");
}

/* Between internal steps: variables are got and inputs set, and what is not allowed there is tried. */
static void intermediate_update(fmi3InstanceEnvironment environment, fmi3Float64 time, fmi3Boolean may_set, fmi3Boolean may_get,
                                fmi3Boolean finished, fmi3Boolean may_return, fmi3Boolean *wanted, fmi3Float64 *at)
{
    Slot *slot = environment;
    fmi3Instance fmu = slot->fmu;
    fmi3FMUState state = NULL;
    double reached;
    fmi3Boolean answer;
    int bad = slot->bad;
    if (!isfinite(time) || !finished || !wanted || !at) finding("an intermediate update is incomplete");
    if (slot->quiet) return;
    *wanted = may_return && one_in(4);
    *at = time;
    if (may_get) get_values(slot);
    if (may_set && one_in(3)) set_values(slot);
    slot->bad = bad;
    if (!one_in(10)) return;
    if (fmi3DoStep(fmu, time, 1e-3, fmi3True, &answer, &answer, &answer, &reached) <= fmi3Warning) finding("a step in a step");
    if (fmi3Reset(fmu) <= fmi3Warning || fmi3Terminate(fmu) <= fmi3Warning) finding("an end in a step");
    if (fmi3GetFMUState(fmu, &state) <= fmi3Warning) finding("a state was taken in a step");
    fmi3FreeInstance(fmu);
}

void instantiate(Slot *slot)
{
    int interface = one_in(2) ? MODEL_EXCHANGE : CO_SIMULATION, events = one_in(2), early = one_in(2), log = one_in(2);
    const char *token = one_in(50) ? NULL : one_in(50) ? "another" : surface.token, *name = one_in(50) ? NULL : one_in(50) ? "" : "100%s %n";
    fmi3LogMessageCallback logger = one_in(20) ? NULL : log_message;
    fmi3IntermediateUpdateCallback update = one_in(2) ? NULL : intermediate_update;
    int bad = !token || token != surface.token || !name || !*name;
    void *fmu = interface == MODEL_EXCHANGE
                    ? fmi3InstantiateModelExchange(name, token, one_in(3) ? NULL : "/nowhere", 0, log, slot, logger)
                    : fmi3InstantiateCoSimulation(name, token, one_in(3) ? NULL : "/nowhere", 0, log, events, early, NULL, 0, slot, logger, update);
    if (fmu && token != surface.token) finding("an FMU took a wrong token");
    if (!fmu && !bad) finding("an FMU was not instantiated");
    if (fmu) *slot = (Slot){.fmu = fmu, .interface = interface, .event_mode = events, .phase = INSTANTIATED, .tame = 1};
    if (fmi3InstantiateScheduledExecution("name", surface.token, NULL, 0, 0, slot, logger, NULL, NULL, NULL)) finding("a schedule");
}

static int enter_initialization(Slot *slot)
{
    Values judged = {0};
    int wild = one_in(20), bounded = one_in(4);
    double tolerance = wild ? any_number(1e-5, &judged) : 1e-5, start = wild ? any_number(0.0, &judged) : 0.0;
    double stop = wild ? any_number(2.0, &judged) : 2.0;
    int status = fmi3EnterInitializationMode(target(slot), 1, tolerance, start, bounded, stop);
    if (!isfinite(start) || (bounded && !(stop >= start)) || !(tolerance > 0) || isinf(tolerance)) slot->bad = 1;
    if (status == fmi3OK) slot->time = start;
    if (status == fmi3OK && wild) slot->tame = 0;
    return moved(slot, status, INITIALIZATION);
}

static int enter_step(Slot *slot) { return moved(slot, fmi3EnterStepMode(target(slot)), STEP); }

static int wrong_counts(Slot *slot)
{
    Values some = some_values("io", "", 0);
    size_t wrong = some.numbers + 1 + below(3), count;
    double *value = room(wrong, sizeof *value);
    fmi3Instance fmu = target(slot);
    slot->bad = 1;
    int status = one_in(2) ? fmi3GetFloat64(fmu, some.reference, some.count, value, wrong)
                           : fmi3SetFloat64(fmu, some.reference, some.count, value, wrong);
    if (fmi3GetNumberOfContinuousStates(fmu, NULL) <= fmi3Warning || fmi3GetNumberOfContinuousStates(NULL, &count) <= fmi3Warning)
        finding("a count without a place for it");
    free(value);
    release(&some);
    return status;
}

/* Any values, of which some stand for nothing. */
static int typed_values(Slot *slot)
{
    fmi3ValueReference reference = any_reference();
    fmi3Int32 number = one_in(3) ? (fmi3Int32)random_bits() : (fmi3Int32)below(5) - 1;
    fmi3Int64 item = one_in(3) ? (fmi3Int64)(random_bits() << 11) : number;
    fmi3Boolean flag = one_in(2);
    fmi3Instance fmu = target(slot);
    size_t which = below(6);
    if (which > 2) slot->tame = 0;
    switch (which) {
    case 0: return fmi3GetInt32(fmu, &reference, 1, &number, 1);
    case 1: return fmi3GetInt64(fmu, &reference, 1, &item, 1);
    case 2: return fmi3GetBoolean(fmu, &reference, 1, &flag, 1);
    case 3: return fmi3SetInt32(fmu, &reference, 1, &number, 1);
    case 4: return fmi3SetInt64(fmu, &reference, 1, &item, 1);
    default: return fmi3SetBoolean(fmu, &reference, 1, &flag, 1);
    }
}

/* By functions of other types than their own: the first is a real number. */
static int other_types(Slot *slot)
{
    fmi3ValueReference reference[3] = {real_reference(), any_reference(), (unsigned)random_bits()};
    double room_for[3] = {0};
    void *value = room_for;
    size_t n = 1 + below(3), size[3] = {0};
    fmi3Instance fmu = target(slot);
    slot->bad = 1;
    switch (below(16)) {
    case 0: return fmi3GetFloat32(fmu, reference, n, value, n);
    case 1: return fmi3GetInt8(fmu, reference, n, value, n);
    case 2: return fmi3GetUInt8(fmu, reference, n, value, n);
    case 3: return fmi3GetInt16(fmu, reference, n, value, n);
    case 4: return fmi3GetUInt32(fmu, reference, n, value, n);
    case 5: return fmi3GetInt64(fmu, reference, n, value, n);
    case 6: return fmi3GetBoolean(fmu, reference, n, value, n);
    case 7: return fmi3GetString(fmu, reference, n, value, n);
    case 8: return fmi3GetBinary(fmu, reference, n, size, value, n);
    case 9: return fmi3SetFloat32(fmu, reference, n, value, n);
    case 10: return fmi3SetInt32(fmu, reference, n, value, n);
    case 11: return fmi3SetUInt64(fmu, reference, n, value, n);
    case 12: return fmi3SetBoolean(fmu, reference, n, value, n);
    case 13: return fmi3SetString(fmu, reference, n, value, n);
    case 14: return fmi3SetBinary(fmu, reference, n, size, value, n);
    default: return fmi3GetInt32(fmu, NULL, n, NULL, n);
    }
}

/* What this kind of FMU has not. */
static int absent(Slot *slot)
{
    fmi3ValueReference reference[1] = {(unsigned)below(surface.entries)};
    fmi3Clock clock[1] = {0};
    double number[1] = {0.0};
    fmi3UInt64 counter[1] = {0};
    fmi3IntervalQualifier qualifier[1];
    fmi3Instance fmu = target(slot);
    slot->bad = 1;
    switch (below(8)) {
    case 0: return fmi3GetClock(fmu, reference, 1, clock);
    case 1: return fmi3SetClock(fmu, reference, 1, clock);
    case 2: return fmi3GetIntervalDecimal(fmu, reference, 1, number, qualifier);
    case 3: return fmi3GetIntervalFraction(fmu, reference, 1, counter, counter, qualifier);
    case 4: return fmi3GetShiftDecimal(fmu, reference, 1, number);
    case 5: return fmi3SetIntervalDecimal(fmu, reference, 1, number);
    case 6: return fmi3SetShiftFraction(fmu, reference, 1, counter, counter);
    default: return fmi3ActivateModelPartition(fmu, reference[0], 0.0);
    }
}

static int dependencies(Slot *slot)
{
    size_t count = 0, place[1];
    fmi3ValueReference of = (unsigned)below(surface.entries + 2), by[1];
    fmi3DependencyKind kind[1];
    int status = fmi3GetNumberOfVariableDependencies(target(slot), of, &count);
    if (slot->bad || status > WARNING) return status;
    if (count > 1 && fmi3GetVariableDependencies(slot->fmu, of, place, by, place, kind, 1) <= fmi3Warning) finding("too few dependencies");
    return status;
}

static int directional_derivative(Slot *slot)
{
    Values of = some_values("od", "iftx", 0), by = some_values("istx", "odcz", 1);
    int wrong = one_in(30);
    int status = fmi3GetDirectionalDerivative(target(slot), of.reference, of.count, by.reference, by.count, by.value, by.numbers + (wrong ? 1 : 0),
                                              of.value, of.numbers);
    if (status <= WARNING && !by.infinite) check_finite(slot, of.value, of.numbers, "fmi3GetDirectionalDerivative");
    slot->bad |= of.bad || by.bad || wrong;
    release(&of);
    release(&by);
    return status;
}

static int adjoint_derivative(Slot *slot)
{
    Values of = some_values("od", "iftx", 1), by = some_values("istx", "odcz", 0);
    int wrong = one_in(30);
    int status = fmi3GetAdjointDerivative(target(slot), of.reference, of.count, by.reference, by.count, of.value, of.numbers, by.value,
                                          by.numbers + (wrong ? 1 : 0));
    if (status <= WARNING && !of.infinite) check_finite(slot, by.value, by.numbers, "fmi3GetAdjointDerivative");
    slot->bad |= of.bad || by.bad || wrong;
    release(&of);
    release(&by);
    return status;
}

static int numbers(Slot *slot)
{
    size_t states = 0, indicators = 0;
    fmi3Instance fmu = target(slot);
    int status = fmi3GetNumberOfContinuousStates(fmu, &states);
    if (status > WARNING) return status;
    if (fmi3GetNumberOfEventIndicators(fmu, &indicators) > fmi3Warning) finding("the event indicators are not counted");
    if (states != surface.states || indicators != surface.indicators) finding("states or event indicators are counted wrongly");
    return status;
}

#define I INSTANTIATED
#define N INITIALIZATION
#define E EVENT
#define C CONTINUOUS
#define S STEP
#define V STEP_EVENT
#define T TERMINATED
#define BUT(phases) (ALIVE & ~LOST & ~(phases))

const Action ACTIONS[] = {
    /* name                               call                     allowed              refused              weight, sure */
    {"fmi3SetDebugLogging",                set_debug_logging,       ALIVE,                   0,                    1, 0},
    {"fmi3FreeInstance",                   free_instance,           ALIVE,                   0,                    1, 1},
    {"fmi3Reset",                          reset_instance,          ALIVE,                   0,                    2, 1},
    {"fmi3EnterInitializationMode",        enter_initialization,    I,                       BUT(I),              12, 0},
    {"fmi3ExitInitializationMode",         exit_initialization,     N,                       BUT(N),              16, 1},
    {"fmi3Terminate",                      terminate_run,           E | C | S | V,           BUT(E | C | S | V),   1, 1},
    {"fmi3GetFloat64",                     get_values,              N | E | C | S | V | T,   0,                   16, 1},
    {"fmi3SetFloat64",                     set_values,              I | N | E | C | S | V,   T,                   12, 0},
    {"wrong counts",                       wrong_counts,            ALIVE,                   0,                    2, 0},
    {"fmi3Get/Set other types",            other_types,             ALIVE,                   0,                    2, 0},
    {"fmi3Get/Set typed values",           typed_values,            ALIVE,                   0,                    4, 0},
    {"clocks and configuration",           absent,                  ALIVE,                   0,                    1, 0},
    {"null pointers",                      null_pointers,           ALIVE,                   0,                    1, 0},
    {"fmi3Get...Dependencies",             dependencies,            ALIVE,                   0,                    2, 0},
    {"fmi3GetFMUState",                    get_state,               ALIVE,                   0,                    4, 1},
    {"fmi3SetFMUState",                    set_state,               ALIVE,                   0,                    4, 1},
    {"fmi3FreeFMUState",                   free_state,              ALIVE,                   0,                    1, 1},
    {"fmi3(De)SerializeFMUState",          through_bytes,           ALIVE,                   0,                    4, 1},
    {"fmi3GetDirectionalDerivative",       directional_derivative,  N | E | C | S | V,       I,                    5, 0},
    {"fmi3GetAdjointDerivative",           adjoint_derivative,      N | E | C | S | V,       I,                    5, 0},
    {"fmi3EnterEventMode",                 enter_event_mode,        C | S,                   BUT(C | S | E),       4, 0},
    {"fmi3UpdateDiscreteStates",           update_discrete_states,  E | V,                   BUT(E | V),          12, 1},
    {"fmi3EnterContinuousTimeMode",        enter_continuous,        E,                       BUT(E),              12, 0},
    {"fmi3EnterStepMode",                  enter_step,              V,                       BUT(V),              12, 0},
    {"fmi3CompletedIntegratorStep",        completed_step,          C,                       BUT(C),              12, 0},
    {"fmi3SetTime",                        set_time,                C,                       BUT(C | E),           8, 0},
    {"fmi3SetContinuousStates",            set_states,              C,                       BUT(C | E),           8, 0},
    {"fmi3GetContinuousStateDerivatives",  derivatives,             E | C,                   I | S | V,           10, 1},
    {"fmi3GetEventIndicators",             indicators,              E | C,                   I | S | V,            6, 1},
    {"fmi3GetContinuousStates",            states,                  E | C,                   I | S | V,            6, 1},
    {"fmi3GetNominalsOfContinuousStates",  nominals,                E | C,                   S | V,                2, 0},
    {"fmi3GetNumberOf...",                 numbers,                 N | E | C,               S | V,                1, 0},
    {"fmi3GetOutputDerivatives",           output_derivatives,      S,                       I | N | E | C | V,    6, 0},
    {"fmi3DoStep",                         do_step,                 S,                       BUT(S),              20, 0},
};

const size_t ACTION_COUNT = sizeof ACTIONS / sizeof ACTIONS[0];
