/* The calls that both versions have, passed on to FMI 3.0. */

#include "fmi3Functions.h"
#include "fuzz.h"
#include "version.h"

static void *instantiate_twin(int interface)
{
    if (interface == MODEL_EXCHANGE) return fmi3InstantiateModelExchange("twin", surface.token, NULL, 0, 0, NULL, NULL);
    return fmi3InstantiateCoSimulation("twin", surface.token, NULL, 0, 0, 0, 0, NULL, 0, NULL, NULL, NULL);
}

static int initialize(void *fmu, double tolerance) { return fmi3EnterInitializationMode(fmu, fmi3True, tolerance, 0.0, fmi3False, 0.0); }
static int leave_initialization(void *fmu) { return fmi3ExitInitializationMode(fmu); }
static int terminate(void *fmu) { return fmi3Terminate(fmu); }
static int reset(void *fmu) { return fmi3Reset(fmu); }
static int set_logging(void *fmu, int on, size_t count, const char *const *names) { return fmi3SetDebugLogging(fmu, on, count, names); }

static int get(void *fmu, const unsigned *reference, size_t count, double *value, size_t numbers)
{
    return fmi3GetFloat64(fmu, reference, count, value, numbers);
}

static int set(void *fmu, const unsigned *reference, size_t count, const double *value, size_t numbers)
{
    return fmi3SetFloat64(fmu, reference, count, value, numbers);
}

static int keep(void *fmu, void **state) { return fmi3GetFMUState(fmu, state); }
static int go_back(void *fmu, void *state) { return fmi3SetFMUState(fmu, state); }
static int drop(void *fmu, void **state) { return fmi3FreeFMUState(fmu, state); }
static int size(void *fmu, void *state, size_t *found) { return fmi3SerializedFMUStateSize(fmu, state, found); }
static int serialize(void *fmu, void *state, unsigned char *bytes, size_t count) { return fmi3SerializeFMUState(fmu, state, bytes, count); }

static int deserialize(void *fmu, const unsigned char *bytes, size_t count, void **state)
{
    return fmi3DeserializeFMUState(fmu, bytes, count, state);
}

static int to_events(void *fmu) { return fmi3EnterEventMode(fmu); }
static int to_continuous(void *fmu) { return fmi3EnterContinuousTimeMode(fmu); }
static int to_steps(void *fmu) { return fmi3EnterStepMode(fmu); }

static int update(void *fmu, int *again, int *stop, int *changed)
{
    fmi3Boolean needed = fmi3True, end = fmi3True, nominals, values = fmi3True, defined;
    fmi3Float64 next;
    int status = fmi3UpdateDiscreteStates(fmu, &needed, &end, &nominals, &values, &defined, &next);
    if (status <= fmi3Warning) *again = needed, *stop = end, *changed = values;
    return status;
}

static int completed(void *fmu, int *event, int *stop)
{
    fmi3Boolean enter = fmi3True, end = fmi3True;
    int status = fmi3CompletedIntegratorStep(fmu, fmi3True, &enter, &end);
    if (status <= fmi3Warning) *event = enter, *stop = end;
    return status;
}

static int at_time(void *fmu, double t) { return fmi3SetTime(fmu, t); }
static int at_states(void *fmu, const double *x, size_t count) { return fmi3SetContinuousStates(fmu, x, count); }
static int rates(void *fmu, double *value, size_t count) { return fmi3GetContinuousStateDerivatives(fmu, value, count); }
static int switches(void *fmu, double *value, size_t count) { return fmi3GetEventIndicators(fmu, value, count); }
static int present(void *fmu, double *value, size_t count) { return fmi3GetContinuousStates(fmu, value, count); }
static int nominal(void *fmu, double *value, size_t count) { return fmi3GetNominalsOfContinuousStates(fmu, value, count); }

static int output_rates(void *fmu, const unsigned *reference, size_t count, const int *order, double *value, size_t numbers)
{
    return fmi3GetOutputDerivatives(fmu, reference, count, order, value, numbers);
}

static int step(void *fmu, double t, double h, double *reached)
{
    fmi3Boolean event, stop, early;
    return fmi3DoStep(fmu, t, h, fmi3True, &event, &stop, &early, reached);
}

const Version VERSION = {
    .instantiate = instantiate_twin,
    .initialize = initialize, .exit_initialization_mode = leave_initialization, .terminate = terminate, .reset = reset,
    .free_instance = fmi3FreeInstance, .set_debug_logging = set_logging, .get = get, .set = set,
    .get_state = keep, .set_state = go_back, .free_state = drop, .state_size = size, .serialize = serialize, .deserialize = deserialize,
    .enter_event_mode = to_events, .enter_continuous_time_mode = to_continuous, .enter_step_mode = to_steps, .update_discrete_states = update,
    .completed_integrator_step = completed, .set_time = at_time, .set_continuous_states = at_states,
    .get_derivatives = rates, .get_indicators = switches, .get_continuous_states = present, .get_nominals = nominal,
    .output_derivatives = output_rates, .do_step = step,
};
