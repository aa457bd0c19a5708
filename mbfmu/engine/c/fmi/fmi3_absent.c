/* fmi3_absent.c: functions of FMI 3.0.2 for what no model here has: variables of further types, clocks, structural parameters, dependencies of
   single elements, Scheduled Execution. They exist so that every symbol can be bound, and they refuse. */

#include "fmi3_interface.h"

#include "component.h"
#include "fmi3_version.h"

static fmi3Status none(fmi3Instance instance, Function function, size_t count, const char *name)
{
    Component *component = may(instance, function, name);
    return component ? (fmi3Status)no_variables_of_type(component, name, count) : fmi3Error;
}

#define NO_VARIABLES_OF(Type)                                                                                                              \
    EXPORTED fmi3Status fmi3Get##Type(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,                   \
                             fmi3##Type values[], size_t nValues)                                                                          \
    {                                                                                                                                      \
        (void)valueReferences, (void)values;                                                                                               \
        return none(instance, GET_VALUES, nValueReferences | nValues, __func__);                                                           \
    }                                                                                                                                      \
    EXPORTED fmi3Status fmi3Set##Type(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,                   \
                             const fmi3##Type values[], size_t nValues)                                                                    \
    {                                                                                                                                      \
        (void)valueReferences, (void)values;                                                                                               \
        return none(instance, SET_VALUES, nValueReferences | nValues, __func__);                                                           \
    }

NO_VARIABLES_OF(Float32)
NO_VARIABLES_OF(Int8)
NO_VARIABLES_OF(UInt8)
NO_VARIABLES_OF(Int16)
NO_VARIABLES_OF(UInt16)
NO_VARIABLES_OF(UInt32)
NO_VARIABLES_OF(UInt64)

EXPORTED fmi3Status fmi3GetBinary(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, size_t valueSizes[],
                         fmi3Binary values[], size_t nValues)
{
    (void)valueReferences, (void)valueSizes, (void)values;
    return none(instance, GET_VALUES, nValueReferences | nValues, __func__);
}

EXPORTED fmi3Status fmi3SetBinary(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const size_t valueSizes[],
                         const fmi3Binary values[], size_t nValues)
{
    (void)valueReferences, (void)valueSizes, (void)values;
    return none(instance, SET_VALUES, nValueReferences | nValues, __func__);
}

EXPORTED fmi3Status fmi3GetClock(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Clock values[])
{
    (void)valueReferences, (void)values;
    return none(instance, GET_VALUES, nValueReferences, __func__);
}

EXPORTED fmi3Status fmi3SetClock(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Clock values[])
{
    (void)valueReferences, (void)values;
    return none(instance, SET_VALUES, nValueReferences, __func__);
}

EXPORTED fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,
                                  fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[])
{
    (void)valueReferences, (void)intervals, (void)qualifiers;
    return none(instance, GET_VALUES, nValueReferences, __func__);
}

EXPORTED fmi3Status fmi3GetIntervalFraction(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,
                                   fmi3UInt64 counters[], fmi3UInt64 resolutions[], fmi3IntervalQualifier qualifiers[])
{
    (void)valueReferences, (void)counters, (void)resolutions, (void)qualifiers;
    return none(instance, GET_VALUES, nValueReferences, __func__);
}

EXPORTED fmi3Status fmi3GetShiftDecimal(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Float64 shifts[])
{
    (void)valueReferences, (void)shifts;
    return none(instance, GET_VALUES, nValueReferences, __func__);
}

EXPORTED fmi3Status fmi3GetShiftFraction(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,
                                fmi3UInt64 counters[], fmi3UInt64 resolutions[])
{
    (void)valueReferences, (void)counters, (void)resolutions;
    return none(instance, GET_VALUES, nValueReferences, __func__);
}

EXPORTED fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,
                                  const fmi3Float64 intervals[])
{
    (void)valueReferences, (void)intervals;
    return none(instance, SET_VALUES, nValueReferences, __func__);
}

EXPORTED fmi3Status fmi3SetIntervalFraction(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,
                                   const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
{
    (void)valueReferences, (void)counters, (void)resolutions;
    return none(instance, SET_VALUES, nValueReferences, __func__);
}

EXPORTED fmi3Status fmi3SetShiftDecimal(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,
                               const fmi3Float64 shifts[])
{
    (void)valueReferences, (void)shifts;
    return none(instance, SET_VALUES, nValueReferences, __func__);
}

EXPORTED fmi3Status fmi3SetShiftFraction(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,
                                const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
{
    (void)valueReferences, (void)counters, (void)resolutions;
    return none(instance, SET_VALUES, nValueReferences, __func__);
}

static fmi3Status absent(fmi3Instance instance, const char *function, const char *what)
{
    return instance ? (fmi3Status)refuse(instance, "%s: %s has no %s", function, ((Component *)instance)->problem->name, what) : fmi3Error;
}

EXPORTED fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance) { return absent(instance, __func__, "structural parameters"); }

EXPORTED fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance) { return absent(instance, __func__, "structural parameters"); }

EXPORTED fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance) { return absent(instance, __func__, "discrete states to evaluate"); }

EXPORTED fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference valueReference, size_t *nDependencies)
{
    (void)valueReference, (void)nDependencies;
    return absent(instance, __func__, "dependencies of single elements but those in modelDescription.xml");
}

EXPORTED fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, fmi3ValueReference dependent, size_t elementIndicesOfDependent[],
                                       fmi3ValueReference independents[], size_t elementIndicesOfIndependents[],
                                       fmi3DependencyKind dependencyKinds[], size_t nDependencies)
{
    (void)dependent, (void)elementIndicesOfDependent, (void)independents, (void)elementIndicesOfIndependents;
    (void)dependencyKinds, (void)nDependencies;
    return absent(instance, __func__, "dependencies of single elements but those in modelDescription.xml");
}

EXPORTED fmi3Instance fmi3InstantiateScheduledExecution(fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath,
                                               fmi3Boolean visible, fmi3Boolean loggingOn, fmi3InstanceEnvironment instanceEnvironment,
                                               fmi3LogMessageCallback logMessage, fmi3ClockUpdateCallback clockUpdate,
                                               fmi3LockPreemptionCallback lockPreemption, fmi3UnlockPreemptionCallback unlockPreemption)
{
    (void)visible, (void)clockUpdate, (void)lockPreemption, (void)unlockPreemption;
    Identity identity = {.name = instanceName, .token = instantiationToken, .resources = resourcePath, .interface = SCHEDULED_EXECUTION,
                         .logging_on = loggingOn, .environment = instanceEnvironment, .logger = (void (*)(void))logMessage};
    return component_new(&FMI3, &identity); /* which refuses it */
}

EXPORTED fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference clockReference, fmi3Float64 activationTime)
{
    (void)clockReference, (void)activationTime;
    return absent(instance, __func__, "model partitions");
}
