/* fmi2.c: the functions of FMI 2.0.4, translated. Capabilities: Model Exchange and Co-Simulation, all but asynchronous steps. */

#include "fmi2_interface.h"

#include "component.h"

static void log_message(const Component *component, Status status, const char *category, const char *message)
{
    ((fmi2CallbackLogger)component->logger)(component->environment, component->name, (fmi2Status)status, category, message);
}

/* A message is a printf format, where #r1# is a variable. */
static const Version FMI2 = {FMI2_PERMISSIONS, "%#", {"Real", "Integer", "Boolean", "Integer", "String"}, log_message};

static Selection of(const fmi2ValueReference *references, size_t count) { return (Selection){references, count}; }

EXPORTED const char *fmi2GetTypesPlatform(void) { return fmi2TypesPlatform; }

EXPORTED const char *fmi2GetVersion(void) { return fmi2Version; }

EXPORTED fmi2Component fmi2Instantiate(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID, fmi2String fmuResourceLocation,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean loggingOn)
{
    (void)visible;
    if (!functions) return NULL;
    Identity identity = {.name = instanceName, .token = fmuGUID, .resources = fmuResourceLocation, .interface = (int)fmuType,
                         .logging_on = loggingOn != fmi2False, .environment = functions->componentEnvironment,
                         .logger = (void (*)(void))functions->logger};
    return component_new(&FMI2, &identity);
}

EXPORTED void fmi2FreeInstance(fmi2Component c)
{
    Component *component = may(c, FREE_INSTANCE, __func__);
    if (component) component_free(component);
}

EXPORTED fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean loggingOn, size_t nCategories, const fmi2String categories[])
{
    BEGIN_CALL(c, SET_DEBUG_LOGGING, fmi2Status);
    if (!component || no_such_category(component, nCategories, categories)) return fmi2Error;
    set_logging(component, 0, 0, NULL); /* only what is named is logged from here on */
    if (loggingOn) set_logging(component, 1, nCategories, categories);
    return fmi2OK;
}

EXPORTED fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean toleranceDefined, fmi2Real tolerance, fmi2Real startTime,
                               fmi2Boolean stopTimeDefined, fmi2Real stopTime)
{
    BEGIN_CALL(c, SETUP_EXPERIMENT, fmi2Status);
    if (!component) return fmi2Error;
    return (fmi2Status)setup_experiment(component, toleranceDefined ? &tolerance : NULL, startTime, stopTimeDefined ? &stopTime : NULL);
}

EXPORTED fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    BEGIN_CALL(c, ENTER_INITIALIZATION_MODE, fmi2Status);
    return component ? (fmi2Status)enter_initialization_mode(component) : fmi2Error;
}

EXPORTED fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    BEGIN_CALL(c, EXIT_INITIALIZATION_MODE, fmi2Status);
    if (!component) return fmi2Error;
    return (fmi2Status)exit_initialization_mode(component, component->instance->state->interface == MODEL_EXCHANGE ? EVENT_MODE : STEP_MODE);
}

EXPORTED fmi2Status fmi2Terminate(fmi2Component c)
{
    BEGIN_CALL(c, TERMINATE, fmi2Status);
    return component ? (fmi2Status)terminate(component) : fmi2Error;
}

EXPORTED fmi2Status fmi2Reset(fmi2Component c)
{
    BEGIN_CALL(c, RESET, fmi2Status);
    return component ? (fmi2Status)reset(component) : fmi2Error;
}

#define VALUES_OF(Type, form)                                                                                          \
    EXPORTED fmi2Status fmi2Get##Type(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2##Type value[])  \
    {                                                                                                                  \
        BEGIN_CALL(c, GET_VALUES, fmi2Status);                                                           \
        return component ? (fmi2Status)get_values(component, of(vr, nvr), &form, value, nvr, __func__) : fmi2Error;    \
    }                                                                                                                  \
    EXPORTED fmi2Status fmi2Set##Type(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2##Type value[]) \
    {                                                                                                                  \
        BEGIN_CALL(c, SET_VALUES, fmi2Status);                                                           \
        return component ? (fmi2Status)set_values(component, of(vr, nvr), &form, value, nvr, __func__) : fmi2Error;    \
    }

VALUES_OF(Real, DOUBLES)
VALUES_OF(Integer, INTEGERS_AND_ITEMS)
VALUES_OF(Boolean, INT_BOOLEANS)
VALUES_OF(String, TEXTS)

EXPORTED fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *FMUstate)
{
    BEGIN_CALL(c, KEEP_FMU_STATE, fmi2Status);
    return component ? (fmi2Status)get_fmu_state(component, FMUstate) : fmi2Error;
}

EXPORTED fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate)
{
    BEGIN_CALL(c, KEEP_FMU_STATE, fmi2Status);
    return component ? (fmi2Status)set_fmu_state(component, FMUstate) : fmi2Error;
}

EXPORTED fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *FMUstate)
{
    BEGIN_CALL(c, KEEP_FMU_STATE, fmi2Status);
    return component ? (fmi2Status)free_fmu_state(FMUstate) : fmi2Error;
}

EXPORTED fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate FMUstate, size_t *size)
{
    BEGIN_CALL(c, KEEP_FMU_STATE, fmi2Status);
    return component ? (fmi2Status)serialized_size(component, FMUstate, size) : fmi2Error;
}

EXPORTED fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate FMUstate, fmi2Byte serializedState[], size_t size)
{
    BEGIN_CALL(c, KEEP_FMU_STATE, fmi2Status);
    return component ? (fmi2Status)serialize(component, FMUstate, serializedState, size) : fmi2Error;
}

EXPORTED fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte serializedState[], size_t size, fmi2FMUstate *FMUstate)
{
    BEGIN_CALL(c, KEEP_FMU_STATE, fmi2Status);
    return component ? (fmi2Status)deserialize(component, serializedState, size, FMUstate) : fmi2Error;
}

EXPORTED fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference vUnknown_ref[], size_t nUnknown,
                                        const fmi2ValueReference vKnown_ref[], size_t nKnown, const fmi2Real dvKnown[], fmi2Real dvUnknown[])
{
    BEGIN_CALL(c, DIFFERENTIATE, fmi2Status);
    Partial partial = {.unknowns = of(vUnknown_ref, nUnknown), .knowns = of(vKnown_ref, nKnown), .seed = dvKnown, .seeds = nKnown,
                       .sensitivity = dvUnknown, .sensitivities = nUnknown};
    return component ? (fmi2Status)directional_derivative(component, &partial, __func__) : fmi2Error;
}
