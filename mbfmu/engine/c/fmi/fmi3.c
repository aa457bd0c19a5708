/* fmi3.c: the functions of FMI 3.0.2 that both interfaces share, section 2, translated. */

#include "fmi3_interface.h"

#include "component.h"
#include "fmi3_version.h"

static void log_message(const Component *component, Status status, const char *category, const char *message)
{
    ((fmi3LogMessageCallback)component->logger)(component->environment, (fmi3Status)status, category, message);
}

/* In a message #1# is a variable. */
const Version FMI3 = {FMI3_PERMISSIONS, "#", {"Float64", "Int32", "Boolean", "Int64", "String"}, log_message};

static Selection of(const fmi3ValueReference *references, size_t count) { return (Selection){references, count}; }

EXPORTED const char *fmi3GetVersion(void) { return fmi3Version; }

EXPORTED fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean loggingOn, size_t nCategories, const fmi3String categories[])
{
    BEGIN_CALL(instance, SET_DEBUG_LOGGING, fmi3Status);
    if (!component || no_such_category(component, nCategories, categories)) return fmi3Error;
    set_logging(component, loggingOn, nCategories, categories);
    return fmi3OK;
}

EXPORTED void fmi3FreeInstance(fmi3Instance instance)
{
    Component *component = may(instance, FREE_INSTANCE, __func__);
    if (component) component_free(component);
}

EXPORTED fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean toleranceDefined, fmi3Float64 tolerance, fmi3Float64 startTime,
                                       fmi3Boolean stopTimeDefined, fmi3Float64 stopTime)
{
    BEGIN_CALL(instance, ENTER_INITIALIZATION_MODE, fmi3Status);
    if (!component) return fmi3Error;
    Status status = setup_experiment(component, toleranceDefined ? &tolerance : NULL, startTime, stopTimeDefined ? &stopTime : NULL);
    return (fmi3Status)(status == OK ? enter_initialization_mode(component) : status);
}

EXPORTED fmi3Status fmi3ExitInitializationMode(fmi3Instance instance)
{
    BEGIN_CALL(instance, EXIT_INITIALIZATION_MODE, fmi3Status);
    if (!component) return fmi3Error;
    int steps = component->instance->state->interface == CO_SIMULATION && !component->event_mode_used;
    return (fmi3Status)exit_initialization_mode(component, steps ? STEP_MODE : EVENT_MODE);
}

EXPORTED fmi3Status fmi3EnterEventMode(fmi3Instance instance)
{
    BEGIN_CALL(instance, ENTER_EVENT_MODE, fmi3Status);
    if (!component) return fmi3Error;
    if (component->instance->state->interface == CO_SIMULATION && !component->event_mode_used)
        return (fmi3Status)refuse(component, "%s: the instance was told that Event Mode is not used", __func__);
    return (fmi3Status)enter_mode(component, EVENT_MODE);
}

EXPORTED fmi3Status fmi3Terminate(fmi3Instance instance)
{
    BEGIN_CALL(instance, TERMINATE, fmi3Status);
    return component ? (fmi3Status)terminate(component) : fmi3Error;
}

EXPORTED fmi3Status fmi3Reset(fmi3Instance instance)
{
    BEGIN_CALL(instance, RESET, fmi3Status);
    return component ? (fmi3Status)reset(component) : fmi3Error;
}

#define VALUES_OF(Type, form)                                                                                                    \
    EXPORTED fmi3Status fmi3Get##Type(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
                                      fmi3##Type values[], size_t nValues)                                                       \
    {                                                                                                                            \
        BEGIN_CALL(instance, GET_VALUES, fmi3Status);                                                              \
        Selection selection = of(valueReferences, nValueReferences);                                                             \
        return component ? (fmi3Status)get_values(component, selection, &form, values, nValues, __func__) : fmi3Error;           \
    }                                                                                                                            \
    EXPORTED fmi3Status fmi3Set##Type(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, \
                                      const fmi3##Type values[], size_t nValues)                                                 \
    {                                                                                                                            \
        BEGIN_CALL(instance, SET_VALUES, fmi3Status);                                                              \
        Selection selection = of(valueReferences, nValueReferences);                                                             \
        return component ? (fmi3Status)set_values(component, selection, &form, values, nValues, __func__) : fmi3Error;           \
    }

VALUES_OF(Float64, DOUBLES)
VALUES_OF(Int32, INT32S)
VALUES_OF(Int64, INT64S)
VALUES_OF(Boolean, BOOLEANS)
VALUES_OF(String, TEXTS)

EXPORTED fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *FMUState)
{
    BEGIN_CALL(instance, KEEP_FMU_STATE, fmi3Status);
    return component ? (fmi3Status)get_fmu_state(component, FMUState) : fmi3Error;
}

EXPORTED fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState FMUState)
{
    BEGIN_CALL(instance, KEEP_FMU_STATE, fmi3Status);
    return component ? (fmi3Status)set_fmu_state(component, FMUState) : fmi3Error;
}

EXPORTED fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *FMUState)
{
    BEGIN_CALL(instance, KEEP_FMU_STATE, fmi3Status);
    return component ? (fmi3Status)free_fmu_state(FMUState) : fmi3Error;
}

EXPORTED fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState FMUState, size_t *size)
{
    BEGIN_CALL(instance, KEEP_FMU_STATE, fmi3Status);
    return component ? (fmi3Status)serialized_size(component, FMUState, size) : fmi3Error;
}

EXPORTED fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState FMUState, fmi3Byte serializedState[], size_t size)
{
    BEGIN_CALL(instance, KEEP_FMU_STATE, fmi3Status);
    return component ? (fmi3Status)serialize(component, FMUState, serializedState, size) : fmi3Error;
}

EXPORTED fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte serializedState[], size_t size, fmi3FMUState *FMUState)
{
    BEGIN_CALL(instance, KEEP_FMU_STATE, fmi3Status);
    return component ? (fmi3Status)deserialize(component, serializedState, size, FMUState) : fmi3Error;
}

EXPORTED fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns,
                                        const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[], size_t nSeed,
                                        fmi3Float64 sensitivity[], size_t nSensitivity)
{
    BEGIN_CALL(instance, DIFFERENTIATE, fmi3Status);
    Partial partial = {.unknowns = of(unknowns, nUnknowns), .knowns = of(knowns, nKnowns), .seed = seed, .seeds = nSeed, .sensitivity = sensitivity,
                       .sensitivities = nSensitivity};
    return component ? (fmi3Status)directional_derivative(component, &partial, __func__) : fmi3Error;
}

EXPORTED fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns,
                                    const fmi3ValueReference knowns[], size_t nKnowns, const fmi3Float64 seed[], size_t nSeed,
                                    fmi3Float64 sensitivity[], size_t nSensitivity)
{
    BEGIN_CALL(instance, DIFFERENTIATE, fmi3Status);
    Partial partial = {.unknowns = of(unknowns, nUnknowns), .knowns = of(knowns, nKnowns), .seed = seed, .seeds = nSeed, .sensitivity = sensitivity,
                       .sensitivities = nSensitivity};
    return component ? (fmi3Status)adjoint_derivative(component, &partial, __func__) : fmi3Error;
}

EXPORTED fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean *discreteStatesNeedUpdate, fmi3Boolean *terminateSimulation,
                                    fmi3Boolean *nominalsOfContinuousStatesChanged, fmi3Boolean *valuesOfContinuousStatesChanged,
                                    fmi3Boolean *nextEventTimeDefined, fmi3Float64 *nextEventTime)
{
    BEGIN_CALL(instance, UPDATE_DISCRETE_STATES, fmi3Status);
    double next;
    int changed;
    if (!component) return fmi3Error;
    if (!discreteStatesNeedUpdate || !terminateSimulation || !nominalsOfContinuousStatesChanged || !valuesOfContinuousStatesChanged
        || !nextEventTimeDefined || !nextEventTime)
        return (fmi3Status)refuse(component, "%s: there is no place for an answer", __func__);
    Status status = update_discrete_states(component, &changed, &next);
    if (status != OK) return (fmi3Status)status;
    *discreteStatesNeedUpdate = *terminateSimulation = *nominalsOfContinuousStatesChanged = fmi3False;
    *valuesOfContinuousStatesChanged = changed != 0;
    *nextEventTimeDefined = next < HUGE_TIME;
    *nextEventTime = next;
    return fmi3OK;
}
