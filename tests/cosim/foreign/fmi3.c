/* fmi3.c: the unit as an FMU of FMI 3.0, which refuses calls that its mode does not allow. */

#include "fmi3Functions.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"

enum { PIECES = 8 }; /* of a step, where inputs are followed */
enum { INSTANTIATED = 1, INITIALIZATION = 2, EVENT = 4, STEP = 8, TERMINATED = 16 };

typedef struct {
    State state;
    fmi3Boolean events, early;
    fmi3LogMessageCallback log;
    fmi3InstanceEnvironment environment;
    fmi3IntermediateUpdateCallback update;
    int follows;
} Instance;

static fmi3Status said(Instance *instance, fmi3Status status, const char *why)
{
    instance->log(instance->environment, status, "logStatus", why);
    return status;
}

static fmi3Status go(Instance *instance, int from, int to)
{
    if (!(instance->state.mode & from)) return said(instance, fmi3Error, "this mode cannot be entered here");
    instance->state.mode = to;
    return fmi3OK;
}

const char *fmi3GetVersion(void) { return "3.0"; }
fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t n, const fmi3String names[])
{
    (void)c, (void)on, (void)n, (void)names;
    return fmi3OK;
}
fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,
                                         fmi3Boolean events, fmi3Boolean early, const fmi3ValueReference intermediate[], size_t n,
                                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update)
{
    (void)name, (void)resources, (void)visible, (void)logging, (void)intermediate;
    while (!strcmp(token, "hangs")) sleep(1);
    Instance *instance = calloc(1, sizeof *instance);
    if (!instance) return NULL;
    unit_begin(&instance->state);
    instance->state.mode = INSTANTIATED;
    instance->events = events;
    instance->early = early;
    instance->log = log;
    instance->environment = environment;
    instance->update = update;
    instance->follows = n > 0;
    return instance;
}
void fmi3FreeInstance(fmi3Instance c) { free(c); }
fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean tolerant, fmi3Float64 tolerance, fmi3Float64 start, fmi3Boolean stops, fmi3Float64 stop)
{
    (void)tolerant, (void)tolerance, (void)stops, (void)stop;
    ((Instance *)c)->state.time = start;
    return go(c, INSTANTIATED, INITIALIZATION);
}
fmi3Status fmi3ExitInitializationMode(fmi3Instance c)
{
    Instance *instance = c;
    unit_start(&instance->state);
    return go(c, INITIALIZATION, instance->events ? EVENT : STEP);
}
fmi3Status fmi3EnterEventMode(fmi3Instance c)
{
    Instance *instance = c;
    return instance->events ? go(c, STEP, EVENT) : said(instance, fmi3Error, "there is no Event Mode");
}
fmi3Status fmi3EnterStepMode(fmi3Instance c)
{
    Instance *instance = c;
    return instance->state.pending ? said(instance, fmi3Error, "discrete states are not up to date") : go(c, EVENT, STEP);
}
fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *ends, fmi3Boolean *nominals, fmi3Boolean *values, fmi3Boolean *has_next,
                                    fmi3Float64 *next)
{
    Instance *instance = c;
    if (instance->state.mode != EVENT) return said(instance, fmi3Error, "discrete states are updated in Event Mode");
    (void)next;
    *ends = *nominals = *values = *has_next = 0;
    unit_count(&instance->state, EVENTS);
    unit_update(&instance->state);
    *again = instance->state.pending > 0;
    return fmi3OK;
}
fmi3Status fmi3Terminate(fmi3Instance c) { return go(c, EVENT | STEP, TERMINATED); }
fmi3Status fmi3Reset(fmi3Instance c)
{
    Instance *instance = c;
    if (!unit_reset(&instance->state)) return fmi3Error;
    instance->state.mode = INSTANTIATED;
    return fmi3OK;
}

#define ACCESS(Name, Type, numbers, GET, SET) \
    fmi3Status fmi3Get##Name(fmi3Instance c, const fmi3ValueReference references[], size_t n, Type values[], size_t size) \
    { \
        (void)size; \
        State *state = &((Instance *)c)->state; \
        unit_follow(state); \
        unit_count(state, GET); \
        for (size_t i = 0; i < n; ++i) values[i] = (Type)state->numbers[references[i] % 100]; \
        return fmi3OK; \
    } \
    fmi3Status fmi3Set##Name(fmi3Instance c, const fmi3ValueReference references[], size_t n, const Type values[], size_t size) \
    { \
        (void)size; \
        Instance *instance = c; \
        for (size_t i = 0; i < n; ++i) { \
            int discrete = references[i] >= 100 || references[i] == D; \
            if (discrete && instance->events && instance->state.mode == STEP) \
                return said(instance, fmi3Error, "discrete inputs are set in Event Mode"); \
            instance->state.numbers[references[i] % 100] = values[i]; \
        } \
        unit_count(&instance->state, SET); \
        return fmi3OK; \
    }

ACCESS(Float64, fmi3Float64, reals, GET_REAL, SET_REAL)
ACCESS(Int32, fmi3Int32, integers, GET_INTEGER, SET_INTEGER)
ACCESS(Boolean, fmi3Boolean, booleans, GET_BOOLEAN, SET_BOOLEAN)

fmi3Status fmi3GetString(fmi3Instance c, const fmi3ValueReference references[], size_t n, fmi3String values[], size_t size)
{
    (void)size;
    State *state = &((Instance *)c)->state;
    unit_follow(state);
    unit_count(state, GET_TEXT);
    for (size_t i = 0; i < n; ++i) values[i] = state->texts[references[i] % 100];
    return fmi3OK;
}
fmi3Status fmi3SetString(fmi3Instance c, const fmi3ValueReference references[], size_t n, const fmi3String values[], size_t size)
{
    (void)size;
    Instance *instance = c;
    if (instance->events && instance->state.mode == STEP) return said(instance, fmi3Error, "discrete inputs are set in Event Mode");
    unit_count(&instance->state, SET_TEXT);
    for (size_t i = 0; i < n; ++i) strncpy(instance->state.texts[references[i] % 100], values[i], TEXT - 1);
    return fmi3OK;
}

/* Asks for inputs at the middle of each of PIECES, which is where a parabola has its mean but for 1 / (12 PIECES^2) of its curvature. */
static int step_in_pieces(Instance *instance, double end)
{
    State *state = &instance->state;
    double start = state->time, piece = (end - start) / PIECES;
    for (int i = 0; i < PIECES; ++i) {
        fmi3Boolean returns = fmi3False;
        fmi3Float64 return_time = 0.0;
        instance->update(instance->environment, start + (i + 0.5) * piece, fmi3True, fmi3False, fmi3False, fmi3False, &returns, &return_time);
        int outcome = unit_step(state, i + 1 == PIECES ? end : start + (i + 1) * piece, !(instance->events && instance->early));
        if (outcome != GOES_ON || state->pending) return outcome;
    }
    return GOES_ON;
}

fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 time, fmi3Float64 size, fmi3Boolean no_way_back, fmi3Boolean *event, fmi3Boolean *ends, fmi3Boolean *early,
                      fmi3Float64 *last)
{
    (void)no_way_back;
    Instance *instance = c;
    State *state = &instance->state;
    if (state->mode != STEP) return said(instance, fmi3Error, "steps are taken in Step Mode");
    unit_count(state, STEPS);
    *ends = 0;
    int alone = !(instance->events && instance->early);
    int outcome = instance->follows ? step_in_pieces(instance, time + size) : unit_step(state, time + size, alone);
    if (outcome == DISCARDED || outcome == FAILED) return said(instance, outcome == FAILED ? fmi3Error : fmi3Discard, unit_why(outcome));
    *ends = outcome == ENDED;
    *event = state->pending > 0;
    *early = state->time < time + size - 1e-9;
    *last = state->time;
    return fmi3OK;
}

fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *saved)
{
    Instance *instance = c;
    if (!*saved) *saved = malloc(sizeof instance->state);
    if (!*saved) return fmi3Error;
    memcpy(*saved, &instance->state, sizeof instance->state);
    return fmi3OK;
}
fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState saved)
{
    Instance *instance = c;
    memcpy(&instance->state, saved, sizeof instance->state);
    return fmi3OK;
}
fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *saved)
{
    (void)c;
    free(*saved);
    *saved = NULL;
    return fmi3OK;
}
