/* fmi3_co_simulation.c: the functions of FMI 3.0.2, section 4.2, with Event Mode, early return and intermediate update. */

#include "fmi3_interface.h"

#include <string.h>

#include "component.h"
#include "fmi3_version.h"

/* Calls the environment back in a mode of the two that such calls have; whether an early return is requested. */
static int call_back(Component *component, Mode mode, double t)
{
    fmi3Boolean requested = fmi3False, finished = mode == INTERMEDIATE_UPDATE_MODE;
    fmi3Float64 time = t; /* an early return at a later time than this is ours to ignore */
    Instance *instance = component->instance;
    State *state = instance->state;
    int (*input_callback)(void *, double) = instance->input_callback;
    int before = state->mode;
    jmp_buf way_out;
    memcpy(way_out, component->way_out, sizeof way_out); /* calls within the callback have their own */
    state->mode = mode;
    instance->input_callback = NULL; /* who is called back and looks at outputs is not called back for inputs meanwhile */
    ((fmi3IntermediateUpdateCallback)component->intermediate_update)(component->environment, t, fmi3True, finished, finished,
                                                                     finished && component->early_return_allowed, &requested, &time);
    memcpy(component->way_out, way_out, sizeof way_out);
    state->mode = before;
    instance->input_callback = input_callback;
    return component->early_return_allowed && requested;
}

/* After every accepted internal step; nonzero ends the communication step there. */
static int intermediate_update(void *host, double t)
{
    return call_back(host, INTERMEDIATE_UPDATE_MODE, t);
}

static int ask_for_inputs(void *host, double t)
{
    call_back(host, INTERMEDIATE_INPUT_MODE, t);
    return 0;
}

static int is_continuous_input(const Variable *variable) { return variable->causality == INPUT && variable->type == REAL; }

static int any_continuous_input(const Problem *problem, const fmi3ValueReference *references, size_t count)
{
    for (size_t i = 0; references && i < count; ++i)
        if (references[i] < (unsigned)problem->variables && is_continuous_input(&problem->variable[references[i]])) return 1;
    return 0;
}

EXPORTED fmi3Instance fmi3InstantiateCoSimulation(fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible,
                                         fmi3Boolean loggingOn, fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed,
                                         const fmi3ValueReference requiredIntermediateVariables[], size_t nRequiredIntermediateVariables,
                                         fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage,
                                         fmi3IntermediateUpdateCallback intermediateUpdate)
{
    (void)visible;
    Identity identity = {.name = instanceName, .token = instantiationToken, .resources = resourcePath, .interface = CO_SIMULATION,
                         .logging_on = loggingOn, .environment = instanceEnvironment, .logger = (void (*)(void))logMessage};
    Component *component = component_new(&FMI3, &identity);
    if (!component) return NULL;
    component->event_mode_used = eventModeUsed;
    component->early_return_allowed = earlyReturnAllowed;
    component->intermediate_update = (void (*)(void))intermediateUpdate;
    if (intermediateUpdate) {
        component->instance->step_callback = intermediate_update;
        if (any_continuous_input(component->problem, requiredIntermediateVariables, nRequiredIntermediateVariables)) component->ask_for_inputs = ask_for_inputs;
    }
    return component;
}

EXPORTED fmi3Status fmi3EnterStepMode(fmi3Instance instance)
{
    BEGIN_CALL(instance, ENTER_STEP_MODE, fmi3Status);
    return component ? (fmi3Status)leave_event_mode(component, STEP_MODE) : fmi3Error;
}

EXPORTED fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,
                                    const fmi3Int32 orders[], fmi3Float64 values[], size_t nValues)
{
    BEGIN_CALL(instance, GET_OUTPUT_DERIVATIVES, fmi3Status);
    Selection selection = {valueReferences, nValueReferences};
    return component ? (fmi3Status)output_derivatives(component, selection, orders, values, nValues, __func__) : fmi3Error;
}

EXPORTED fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 currentCommunicationPoint, fmi3Float64 communicationStepSize,
                      fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean *eventHandlingNeeded, fmi3Boolean *terminateSimulation,
                      fmi3Boolean *earlyReturn, fmi3Float64 *lastSuccessfulTime)
{
    BEGIN_CALL(instance, DO_STEP, fmi3Status);
    Stop stop;
    (void)noSetFMUStatePriorToCurrentPoint; /* states that were given away are copies */
    if (!component) return fmi3Error;
    if (!eventHandlingNeeded || !terminateSimulation || !earlyReturn || !lastSuccessfulTime)
        return (fmi3Status)refuse(component, "%s: there is no place for an answer", __func__);
    Status status = do_step(component, currentCommunicationPoint, communicationStepSize, &stop);
    if (status != OK) return (fmi3Status)status;
    *eventHandlingNeeded = stop.event != 0;
    *terminateSimulation = fmi3False;
    *earlyReturn = stop.early != 0;
    *lastSuccessfulTime = stop.time;
    return fmi3OK;
}
