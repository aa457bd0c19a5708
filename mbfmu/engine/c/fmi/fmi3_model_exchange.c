/* fmi3_model_exchange.c: the functions of FMI 3.0.2, section 3.2. */

#include "fmi3_interface.h"

#include "component.h"
#include "fmi3_version.h"

EXPORTED fmi3Instance fmi3InstantiateModelExchange(fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible,
                                          fmi3Boolean loggingOn, fmi3InstanceEnvironment instanceEnvironment,
                                          fmi3LogMessageCallback logMessage)
{
    (void)visible;
    Identity identity = {.name = instanceName, .token = instantiationToken, .resources = resourcePath, .interface = MODEL_EXCHANGE,
                         .logging_on = loggingOn, .environment = instanceEnvironment, .logger = (void (*)(void))logMessage};
    return component_new(&FMI3, &identity);
}

EXPORTED fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance)
{
    BEGIN_CALL(instance, ENTER_CONTINUOUS_TIME_MODE, fmi3Status);
    return component ? (fmi3Status)leave_event_mode(component, CONTINUOUS_TIME_MODE) : fmi3Error;
}

EXPORTED fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean *enterEventMode,
                                       fmi3Boolean *terminateSimulation)
{
    BEGIN_CALL(instance, COMPLETED_INTEGRATOR_STEP, fmi3Status);
    int events = 0;
    (void)noSetFMUStatePriorToCurrentPoint;
    if (!component) return fmi3Error;
    if (!enterEventMode || !terminateSimulation) return (fmi3Status)refuse(component, "%s: there is no place for the answer", __func__);
    Status status = completed_integrator_step(component, &events);
    *enterEventMode = events != 0;
    *terminateSimulation = fmi3False;
    return (fmi3Status)status;
}

EXPORTED fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time)
{
    BEGIN_CALL(instance, SET_TIME, fmi3Status);
    return component ? (fmi3Status)set_time(component, time) : fmi3Error;
}

EXPORTED fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 continuousStates[], size_t nContinuousStates)
{
    BEGIN_CALL(instance, SET_CONTINUOUS_STATES, fmi3Status);
    return component ? (fmi3Status)set_continuous_states(component, continuousStates, nContinuousStates) : fmi3Error;
}

EXPORTED fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 derivatives[], size_t nContinuousStates)
{
    BEGIN_CALL(instance, EVALUATE, fmi3Status);
    return component ? (fmi3Status)get_derivatives(component, derivatives, nContinuousStates) : fmi3Error;
}

EXPORTED fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 eventIndicators[], size_t nEventIndicators)
{
    BEGIN_CALL(instance, EVALUATE, fmi3Status);
    return component ? (fmi3Status)get_event_indicators(component, eventIndicators, nEventIndicators) : fmi3Error;
}

EXPORTED fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 continuousStates[], size_t nContinuousStates)
{
    BEGIN_CALL(instance, EVALUATE, fmi3Status);
    return component ? (fmi3Status)get_continuous_states(component, continuousStates, nContinuousStates) : fmi3Error;
}

EXPORTED fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 nominals[], size_t nContinuousStates)
{
    BEGIN_CALL(instance, GET_NOMINALS, fmi3Status);
    return component ? (fmi3Status)get_nominals(component, nominals, nContinuousStates) : fmi3Error;
}

static fmi3Status count(Component *component, size_t *place, int size, const char *function)
{
    if (!place) return (fmi3Status)refuse(component, "%s: there is no place for the number", function);
    *place = (size_t)size;
    return fmi3OK;
}

EXPORTED fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t *nEventIndicators)
{
    BEGIN_CALL(instance, COUNT, fmi3Status);
    return component ? count(component, nEventIndicators, component->problem->g.size, __func__) : fmi3Error;
}

EXPORTED fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t *nContinuousStates)
{
    BEGIN_CALL(instance, COUNT, fmi3Status);
    return component ? count(component, nContinuousStates, component->problem->x.size, __func__) : fmi3Error;
}
