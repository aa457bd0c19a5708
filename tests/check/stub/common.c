/* common.c: the functions of FMI 2.0 that both interfaces have. */

#include <stdlib.h>
#include <string.h>

#include "stub.h"

const char *fmi2GetTypesPlatform(void) { return fmi2TypesPlatform; }
const char *fmi2GetVersion(void) { return fmi2Version; }

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging)
{
    (void)name, (void)resources, (void)functions, (void)visible, (void)logging;
    const char *stub = strstr(guid, "stub-");
    const char *number = stub ? stub + 5 : "";
    char *end;
    int lies = (int)strtol(number, &end, 10), is_own = stub == guid && end > number && !*end;
    if (!is_own && !(lies & TOKEN)) return NULL;
    Instance *instance = calloc(1, sizeof *instance);
    instance->lies = lies;
    instance->type = type;
    begin(instance);
    return instance;
}

void fmi2FreeInstance(fmi2Component c) { free(c); }
fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String names[])
{
    (void)c, (void)on, (void)n, (void)names;
    return fmi2OK;
}
fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean b, fmi2Real tolerance, fmi2Real start, fmi2Boolean d, fmi2Real stop)
{
    (void)d, (void)stop;
    if (!allowed(c, INSTANTIATED)) return fmi2Error;
    model_of(c)->time = start;
    ((Instance *)c)->tolerance = b ? tolerance : 0.0;
    return fmi2OK;
}
fmi2Status fmi2EnterInitializationMode(fmi2Component c) { return go(c, INSTANTIATED, INITIALIZATION); }
fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    return go(c, INITIALIZATION, ((Instance *)c)->type == fmi2CoSimulation ? STEP : EVENT);
}
fmi2Status fmi2Terminate(fmi2Component c) { return go(c, STEP | EVENT | CONTINUOUS, TERMINATED); }
fmi2Status fmi2Reset(fmi2Component c)
{
    if (((Instance *)c)->lies & NO_RESET && model_of(c)->mode == TERMINATED) return fmi2Error;
    begin(c);
    return fmi2OK;
}

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2Real values[])
{
    if (!allowed(c, READABLE)) return fmi2Error;
    dawdle(c, SLOW_OUTPUTS);
    for (size_t i = 0; i < n; ++i) {
        if (vr[i] >= VARIABLES) return fmi2Error;
        values[i] = value(c, vr[i]);
    }
    return fmi2OK;
}
fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Real values[])
{
    Instance *instance = c;
    for (size_t i = 0; i < n; ++i) {
        double *place = settable(instance, vr[i]);
        if (!place && !(instance->lies & ANY_STATE)) return fmi2Error;
        if (place && !(instance->lies & START && model_of(c)->mode == INSTANTIATED)) *place = values[i];
    }
    return fmi2OK;
}

/* Every String is the same. */
fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2String values[])
{
    (void)vr;
    for (size_t i = 0; i < n; ++i) values[i] = ((Instance *)c)->lies & NULL_STRING ? NULL : "pendulum";
    return fmi2OK;
}

/* There is nothing else but Reals. */
#define NONE(name, type) \
    fmi2Status name(fmi2Component c, const fmi2ValueReference vr[], size_t n, type values[]) \
    { \
        (void)c, (void)vr, (void)values; \
        return n ? fmi2Error : fmi2OK; \
    }
NONE(fmi2GetInteger, fmi2Integer)
NONE(fmi2GetBoolean, fmi2Boolean)
NONE(fmi2SetInteger, const fmi2Integer)
NONE(fmi2SetBoolean, const fmi2Boolean)
NONE(fmi2SetString, const fmi2String)

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    if (!*state) *state = malloc(sizeof(Model));
    memcpy(*state, model_of(c), sizeof(Model));
    return fmi2OK;
}
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
    if (!(((Instance *)c)->lies & STATE)) memcpy(model_of(c), state, sizeof(Model));
    return fmi2OK;
}
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    (void)c;
    free(*state);
    *state = NULL;
    return fmi2OK;
}
fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    (void)c, (void)state;
    *size = sizeof(Model);
    return fmi2OK;
}
fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    if (size < sizeof(Model)) return fmi2Error;
    Model copy = *(Model *)state;
    if (((Instance *)c)->lies & SERIALIZE) copy.v = 0.0;
    memcpy(bytes, &copy, sizeof(Model));
    return fmi2OK;
}
fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state)
{
    if (size != sizeof(Model)) return fmi2Error;
    fmi2GetFMUstate(c, state);
    memcpy(*state, bytes, sizeof(Model));
    return fmi2OK;
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[], size_t unknowns,
                                        const fmi2ValueReference known[], size_t knowns, const fmi2Real seed[], fmi2Real result[])
{
    if (!allowed(c, READABLE)) return fmi2Error;
    for (size_t i = 0; i < unknowns; ++i) {
        result[i] = 0.0;
        for (size_t j = 0; j < knowns; ++j) {
            if (known[j] > V || unknown[i] >= VARIABLES) return fmi2Error;
            if (!(((Instance *)c)->lies & DIRECTIONAL)) result[i] += partial(c, unknown[i], known[j]) * seed[j];
        }
        if (((Instance *)c)->lies & (NUMERICAL | CRUDE)) result[i] = difference(c, unknown[i], known, knowns, seed);
    }
    return fmi2OK;
}
