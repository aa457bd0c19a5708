/* fmi2_model_exchange.c: the functions of FMI 2.0.4, section 3.2. */

#include "fmi2_interface.h"

#include "component.h"

EXPORTED fmi2Status fmi2EnterEventMode(fmi2Component c)
{
    BEGIN_CALL(c, ENTER_EVENT_MODE, fmi2Status);
    return component ? (fmi2Status)enter_mode(component, EVENT_MODE) : fmi2Error;
}

EXPORTED fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *eventInfo)
{
    BEGIN_CALL(c, UPDATE_DISCRETE_STATES, fmi2Status);
    double next;
    int changed;
    if (!component) return fmi2Error;
    if (!eventInfo) return (fmi2Status)refuse(component, "%s: there is no place for the event info", __func__);
    Status status = update_discrete_states(component, &changed, &next);
    if (status != OK) return (fmi2Status)status;
    *eventInfo = (fmi2EventInfo){.valuesOfContinuousStatesChanged = changed, .nextEventTimeDefined = next < HUGE_TIME, .nextEventTime = next};
    return fmi2OK;
}

EXPORTED fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
    BEGIN_CALL(c, ENTER_CONTINUOUS_TIME_MODE, fmi2Status);
    return component ? (fmi2Status)leave_event_mode(component, CONTINUOUS_TIME_MODE) : fmi2Error;
}

EXPORTED fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean noSetFMUStatePriorToCurrentPoint, fmi2Boolean *enterEventMode,
                                       fmi2Boolean *terminateSimulation)
{
    BEGIN_CALL(c, COMPLETED_INTEGRATOR_STEP, fmi2Status);
    (void)noSetFMUStatePriorToCurrentPoint;
    if (!component) return fmi2Error;
    if (!enterEventMode || !terminateSimulation) return (fmi2Status)refuse(component, "%s: there is no place for the answer", __func__);
    *terminateSimulation = fmi2False;
    return (fmi2Status)completed_integrator_step(component, enterEventMode);
}

EXPORTED fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
    BEGIN_CALL(c, SET_TIME, fmi2Status);
    return component ? (fmi2Status)set_time(component, time) : fmi2Error;
}

EXPORTED fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t nx)
{
    BEGIN_CALL(c, SET_CONTINUOUS_STATES, fmi2Status);
    return component ? (fmi2Status)set_continuous_states(component, x, nx) : fmi2Error;
}

EXPORTED fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t nx)
{
    BEGIN_CALL(c, EVALUATE, fmi2Status);
    return component ? (fmi2Status)get_derivatives(component, derivatives, nx) : fmi2Error;
}

EXPORTED fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real eventIndicators[], size_t ni)
{
    BEGIN_CALL(c, EVALUATE, fmi2Status);
    return component ? (fmi2Status)get_event_indicators(component, eventIndicators, ni) : fmi2Error;
}

EXPORTED fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t nx)
{
    BEGIN_CALL(c, EVALUATE, fmi2Status);
    return component ? (fmi2Status)get_continuous_states(component, x, nx) : fmi2Error;
}

EXPORTED fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real x_nominal[], size_t nx)
{
    BEGIN_CALL(c, GET_NOMINALS, fmi2Status);
    return component ? (fmi2Status)get_nominals(component, x_nominal, nx) : fmi2Error;
}
