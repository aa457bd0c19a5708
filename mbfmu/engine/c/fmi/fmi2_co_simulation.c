/* fmi2_co_simulation.c: the functions of FMI 2.0.4, section 4.2. A step is done when its call returns, so none can be pending or cancelled. */

#include "fmi2_interface.h"

#include "component.h"

EXPORTED fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[],
                                       const fmi2Real value[])
{
    BEGIN_CALL(c, SET_INPUT_DERIVATIVES, fmi2Status);
    return component ? (fmi2Status)input_derivatives(component, (Selection){vr, nvr}, order, value, __func__) : fmi2Error;
}

EXPORTED fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[], fmi2Real value[])
{
    BEGIN_CALL(c, GET_OUTPUT_DERIVATIVES, fmi2Status);
    return component ? (fmi2Status)output_derivatives(component, (Selection){vr, nvr}, order, value, nvr, __func__) : fmi2Error;
}

EXPORTED fmi2Status fmi2DoStep(fmi2Component c, fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize,
                      fmi2Boolean noSetFMUStatePriorToCurrentPoint)
{
    BEGIN_CALL(c, DO_STEP, fmi2Status);
    Stop stop;
    (void)noSetFMUStatePriorToCurrentPoint; /* states that were given away are copies */
    if (!component) return fmi2Error;
    component->last_step = do_step(component, currentCommunicationPoint, communicationStepSize, &stop);
    if (component->last_step == DISCARD) enter_mode(component, STEP_FAILED);
    return (fmi2Status)component->last_step;
}

EXPORTED fmi2Status fmi2CancelStep(fmi2Component c)
{
    may(c, CANCEL_STEP, __func__);
    return fmi2Error;
}

static fmi2Status unknown(Component *component, const char *function)
{
    notify(component, DISCARD, function);
    return fmi2Discard;
}

static int no_place(Component *component, const void *value, const char *function)
{
    return !value && refuse(component, "%s: there is no place for the answer", function) != OK;
}

EXPORTED fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind s, fmi2Status *value)
{
    BEGIN_CALL(c, GET_STATUS, fmi2Status);
    if (!component || no_place(component, value, __func__)) return fmi2Error;
    if (s != fmi2DoStepStatus) return unknown(component, "fmi2GetStatus knows fmi2DoStepStatus only");
    *value = (fmi2Status)component->last_step;
    return fmi2OK;
}

EXPORTED fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind s, fmi2Real *value)
{
    BEGIN_CALL(c, GET_STATUS, fmi2Status);
    if (!component || no_place(component, value, __func__)) return fmi2Error;
    if (s != fmi2LastSuccessfulTime) return unknown(component, "fmi2GetRealStatus knows fmi2LastSuccessfulTime only");
    *value = *at(component->instance, component->problem->t);
    return fmi2OK;
}

EXPORTED fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind s, fmi2Integer *value)
{
    BEGIN_CALL(c, GET_STATUS, fmi2Status);
    (void)s, (void)value;
    return component ? unknown(component, "fmi2GetIntegerStatus knows nothing") : fmi2Error;
}

EXPORTED fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind s, fmi2Boolean *value)
{
    BEGIN_CALL(c, GET_STATUS, fmi2Status);
    if (!component || no_place(component, value, __func__)) return fmi2Error;
    if (s != fmi2Terminated) return unknown(component, "fmi2GetBooleanStatus knows fmi2Terminated only");
    *value = fmi2False; /* the FMU never asks for the end */
    return fmi2OK;
}

EXPORTED fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind s, fmi2String *value)
{
    BEGIN_CALL(c, GET_STATUS, fmi2Status);
    if (!component || no_place(component, value, __func__)) return fmi2Error;
    if (s != fmi2PendingStatus) return unknown(component, "fmi2GetStringStatus knows fmi2PendingStatus only");
    *value = "";
    return fmi2OK;
}
