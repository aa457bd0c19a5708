/* fmi2.c: the unit as an FMU of FMI 2.0. */

#include "fmi2Functions.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"

typedef struct {
    State state;
    char name[TEXT];
    fmi2CallbackLogger log;
    fmi2ComponentEnvironment environment;
} Instance;

#define STATE State *state = &((Instance *)c)->state

const char *fmi2GetTypesPlatform(void) { return "default"; }
const char *fmi2GetVersion(void) { return "2.0"; }
fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String names[])
{
    (void)c, (void)on, (void)n, (void)names;
    return fmi2OK;
}
fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources, const fmi2CallbackFunctions *callbacks,
                              fmi2Boolean visible, fmi2Boolean logging)
{
    (void)type, (void)resources, (void)visible, (void)logging;
    while (!strcmp(guid, "hangs")) sleep(1);
    Instance *instance = calloc(1, sizeof *instance);
    if (!instance) return NULL;
    unit_begin(&instance->state);
    strncpy(instance->name, name, TEXT - 1);
    instance->log = callbacks->logger;
    instance->environment = callbacks->componentEnvironment;
    return instance;
}
void fmi2FreeInstance(fmi2Component c) { free(c); }
fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerant, fmi2Real tolerance, fmi2Real start, fmi2Boolean stops, fmi2Real stop)
{
    (void)tolerant, (void)tolerance, (void)stops, (void)stop;
    STATE;
    state->time = start;
    return fmi2OK;
}
fmi2Status fmi2EnterInitializationMode(fmi2Component c) { return c ? fmi2OK : fmi2Error; }
fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    STATE;
    unit_start(state);
    return fmi2OK;
}
fmi2Status fmi2Terminate(fmi2Component c) { return c ? fmi2OK : fmi2Error; }
fmi2Status fmi2Reset(fmi2Component c)
{
    STATE;
    return unit_reset(state) ? fmi2OK : fmi2Error;
}

#define ACCESS(Name, Type, numbers, GET, SET) \
    fmi2Status fmi2Get##Name(fmi2Component c, const fmi2ValueReference references[], size_t n, Type values[]) \
    { \
        STATE; \
        unit_follow(state); \
        unit_count(state, GET); \
        for (size_t i = 0; i < n; ++i) values[i] = state->numbers[references[i]]; \
        return fmi2OK; \
    } \
    fmi2Status fmi2Set##Name(fmi2Component c, const fmi2ValueReference references[], size_t n, const Type values[]) \
    { \
        STATE; \
        unit_count(state, SET); \
        for (size_t i = 0; i < n; ++i) state->numbers[references[i]] = values[i]; \
        return fmi2OK; \
    }

ACCESS(Real, fmi2Real, reals, GET_REAL, SET_REAL)
ACCESS(Integer, fmi2Integer, integers, GET_INTEGER, SET_INTEGER)
ACCESS(Boolean, fmi2Boolean, booleans, GET_BOOLEAN, SET_BOOLEAN)

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference references[], size_t n, fmi2String values[])
{
    STATE;
    unit_follow(state);
    unit_count(state, GET_TEXT);
    for (size_t i = 0; i < n; ++i) values[i] = state->texts[references[i]];
    return fmi2OK;
}
fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference references[], size_t n, const fmi2String values[])
{
    STATE;
    unit_count(state, SET_TEXT);
    for (size_t i = 0; i < n; ++i) strncpy(state->texts[references[i]], values[i], TEXT - 1);
    return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real size, fmi2Boolean no_way_back)
{
    (void)no_way_back;
    Instance *instance = c;
    unit_count(&instance->state, STEPS);
    int outcome = unit_step(&instance->state, time + size, 1);
    if (outcome == GOES_ON) return fmi2OK;
    fmi2Status status = outcome == FAILED ? fmi2Error : fmi2Discard;
    instance->log(instance->environment, instance->name, status, "logStatus", unit_why(outcome));
    return status;
}

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *saved)
{
    STATE;
    if (!*saved) *saved = malloc(sizeof *state);
    if (!*saved) return fmi2Error;
    memcpy(*saved, state, sizeof *state);
    return fmi2OK;
}
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate saved)
{
    STATE;
    memcpy(state, saved, sizeof *state);
    return fmi2OK;
}
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *saved)
{
    (void)c;
    free(*saved);
    *saved = NULL;
    return fmi2OK;
}
