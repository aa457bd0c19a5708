/* fmi3.c: the functions of FMI 3.0 that the pendulum has; where FMI 2.0 has the same, that one is called. */

#include <string.h>

#include "fmi3Functions.h"

#include "stub.h"

enum { BOTH = VARIABLES, PIECES = 50 };  /* BOTH is the vector (x, v), PIECES those of a step between which inputs may be set */

static const double NO_TIME = 0.0;

const char *fmi3GetVersion(void) { return "3.0"; }
fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t n, const fmi3String names[])
{
    (void)c, (void)on, (void)n, (void)names;
    return fmi3OK;
}
fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,
                                          fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    (void)environment, (void)log;
    return fmi2Instantiate(name, fmi2ModelExchange, token, resources, NULL, visible, logging);
}
fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,
                                         fmi3Boolean events, fmi3Boolean may_return, const fmi3ValueReference intermediate[], size_t n,
                                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update)
{
    (void)intermediate, (void)n, (void)log;
    Instance *instance = fmi2Instantiate(name, fmi2CoSimulation, token, resources, NULL, visible, logging);
    if (!instance) return NULL;
    instance->update = update;
    instance->environment = environment;
    instance->events = events;
    instance->may_return = may_return;
    return instance;
}
void fmi3FreeInstance(fmi3Instance c) { fmi2FreeInstance(c); }

fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean b, fmi3Float64 tolerance, fmi3Float64 start, fmi3Boolean d, fmi3Float64 stop)
{
    fmi2Status status = fmi2SetupExperiment(c, b, tolerance, start, d, stop);
    return (fmi3Status)(status ? status : fmi2EnterInitializationMode(c));
}
fmi3Status fmi3ExitInitializationMode(fmi3Instance c)
{
    Instance *instance = c;
    return (fmi3Status)go(c, INITIALIZATION, instance->type == fmi2ModelExchange || instance->events ? EVENT : STEP);
}
fmi3Status fmi3EnterEventMode(fmi3Instance c)
{
    Instance *instance = c;
    if (instance->lies & EVENT_MODE) model_of(c)->v = 0.0;
    return (fmi3Status)go(c, instance->events ? STEP : CONTINUOUS, EVENT);
}
fmi3Status fmi3EnterStepMode(fmi3Instance c) { return (fmi3Status)go(c, EVENT, STEP); }
fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c) { return (fmi3Status)fmi2EnterContinuousTimeMode(c); }
fmi3Status fmi3Terminate(fmi3Instance c) { return (fmi3Status)fmi2Terminate(c); }
fmi3Status fmi3Reset(fmi3Instance c) { return (fmi3Status)fmi2Reset(c); }

fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float64 values[], size_t count)
{
    (void)count;
    const fmi2ValueReference vector[] = {Y, DER_X};
    fmi2Status status = fmi2OK;
    for (size_t i = 0; i < n && !status; ++i) {
        size_t size = vr[i] == BOTH ? 2 : 1;
        status = fmi2GetReal(c, size == 2 ? vector : vr + i, size, values);
        values += size;
    }
    return (fmi3Status)status;
}
fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Float64 values[], size_t count)
{
    (void)count;
    return (fmi3Status)fmi2SetReal(c, vr, n, values);
}

/* The same variables, for descriptions in which they have single precision. */
fmi3Status fmi3GetFloat32(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float32 values[], size_t count)
{
    (void)count;
    fmi2Status status = fmi2OK;
    for (size_t i = 0; i < n && !status; ++i) {
        double exact = 0.0;
        status = fmi2GetReal(c, vr + i, 1, &exact);
        values[i] = (float)exact;
    }
    return (fmi3Status)status;
}
fmi3Status fmi3SetFloat32(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Float32 values[], size_t count)
{
    (void)count;
    fmi2Status status = fmi2OK;
    for (size_t i = 0; i < n && !status; ++i) {
        double exact = values[i];
        status = fmi2SetReal(c, vr + i, 1, &exact);
    }
    return (fmi3Status)status;
}
fmi3Status fmi3GetString(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3String values[], size_t count)
{
    (void)count;
    return (fmi3Status)fmi2GetString(c, vr, n, values);
}

fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state) { return (fmi3Status)fmi2GetFMUstate(c, state); }
fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state) { return (fmi3Status)fmi2SetFMUstate(c, state); }
fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state) { return (fmi3Status)fmi2FreeFMUstate(c, state); }
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size)
{
    return (fmi3Status)fmi2SerializedFMUstateSize(c, state, size);
}
fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
    return (fmi3Status)fmi2SerializeFMUstate(c, state, (fmi2Byte *)bytes, size);
}
fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size, fmi3FMUState *state)
{
    return (fmi3Status)fmi2DeSerializeFMUstate(c, (const fmi2Byte *)bytes, size, state);
}

/* The partial derivative of row `row` of the unknowns, of which BOTH has two rows. */
static double partial_of_row(Instance *instance, const fmi3ValueReference unknowns[], size_t n, size_t row, fmi3ValueReference known)
{
    for (size_t i = 0; i < n; ++i) {
        size_t size = unknowns[i] == BOTH ? 2 : 1;
        if (row < size) return partial(instance, size == 1 ? unknowns[i] : row ? DER_X : Y, known);
        row -= size;
    }
    return 0.0;
}
fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknowns[], size_t n, const fmi3ValueReference knowns[],
                                        size_t m, const fmi3Float64 seed[], size_t seeds, fmi3Float64 result[], size_t results)
{
    (void)seeds;
    if (!allowed(c, READABLE)) return fmi3Error;
    memset(result, 0, results * sizeof *result);
    for (size_t i = 0; i < results && !(((Instance *)c)->lies & DIRECTIONAL); ++i)
        for (size_t j = 0; j < m; ++j) result[i] += partial_of_row(c, unknowns, n, i, knowns[j]) * seed[j];
    return fmi3OK;
}
fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknowns[], size_t n, const fmi3ValueReference knowns[], size_t m,
                                    const fmi3Float64 seed[], size_t seeds, fmi3Float64 result[], size_t results)
{
    if (!allowed(c, READABLE)) return fmi3Error;
    memset(result, 0, results * sizeof *result);
    for (size_t i = 0; i < seeds && !(((Instance *)c)->lies & ADJOINT); ++i)
        for (size_t j = 0; j < m; ++j) result[j] += partial_of_row(c, unknowns, n, i, knowns[j]) * seed[i];
    return fmi3OK;
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *more, fmi3Boolean *terminate, fmi3Boolean *nominals, fmi3Boolean *values,
                                    fmi3Boolean *defined, fmi3Float64 *next)
{
    *more = *terminate = *nominals = *values = *defined = fmi3False;
    *next = NO_TIME;
    return allowed(c, EVENT) ? fmi3OK : fmi3Error;
}
fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c) { return allowed(c, EVENT) ? fmi3OK : fmi3Error; }
fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean no_set, fmi3Boolean *event, fmi3Boolean *terminate)
{
    (void)no_set;
    *event = *terminate = fmi3False;
    return allowed(c, CONTINUOUS) ? fmi3OK : fmi3Error;
}
fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 time) { return (fmi3Status)fmi2SetTime(c, time); }
fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 x[], size_t n) { return (fmi3Status)fmi2SetContinuousStates(c, x, n); }
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 d[], size_t n) { return (fmi3Status)fmi2GetDerivatives(c, d, n); }
fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 z[], size_t n) { return (fmi3Status)fmi2GetEventIndicators(c, z, n); }
fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n) { return (fmi3Status)fmi2GetContinuousStates(c, x, n); }
fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n)
{
    return (fmi3Status)fmi2GetNominalsOfContinuousStates(c, x, n);
}

fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Int32 orders[], fmi3Float64 values[],
                                    size_t count)
{
    (void)count;
    return (fmi3Status)fmi2GetRealOutputDerivatives(c, vr, n, orders, values);
}
fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 time, fmi3Float64 size, fmi3Boolean no_set, fmi3Boolean *event, fmi3Boolean *terminate,
                      fmi3Boolean *early, fmi3Float64 *last)
{
    Instance *instance = c;
    Model *m = model_of(c);
    fmi3Boolean wished = fmi3False, may = instance->may_return;
    fmi3Float64 when = time;
    *event = *terminate = *early = fmi3False;
    int pieces = instance->update ? PIECES : 1;
    fmi2Status status = fmi2OK;
    for (int i = 0; i < pieces && !status && !wished; ++i) {
        double u = m->u;
        if (instance->update) instance->update(instance->environment, m->time, 1, 1, 1, may, &wished, &when);
        if (instance->lies & INTERMEDIATE) m->u = u;
        if (instance->lies & EARLY_RETURN) wished = fmi3False;
        double piece = wished && when < time + size ? when - m->time : size / pieces;
        if (piece > 0.0 || !instance->update) status = fmi2DoStep(c, time, piece, no_set);
    }
    *early = wished;
    *last = m->time;
    return (fmi3Status)status;
}
