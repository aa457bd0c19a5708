/* The calls that both versions have, passed on to FMI 2.0. */

#include "fmi2Functions.h"
#include "fuzz.h"
#include "version.h"

static void *instantiate_twin(int interface)
{
    static const fmi2CallbackFunctions nobody;
    return fmi2Instantiate("twin", (fmi2Type)interface, surface.token, NULL, &nobody, fmi2False, fmi2False);
}

static int initialize(void *fmu, double tolerance)
{
    int status = fmi2SetupExperiment(fmu, fmi2True, tolerance, 0.0, fmi2False, 0.0);
    return status ? status : (int)fmi2EnterInitializationMode(fmu);
}

static int leave_initialization(void *fmu) { return fmi2ExitInitializationMode(fmu); }
static int terminate(void *fmu) { return fmi2Terminate(fmu); }
static int reset(void *fmu) { return fmi2Reset(fmu); }
static int set_logging(void *fmu, int on, size_t count, const char *const *names) { return fmi2SetDebugLogging(fmu, on, count, names); }

static int get(void *fmu, const unsigned *reference, size_t count, double *value, size_t numbers)
{
    (void)numbers;
    return fmi2GetReal(fmu, reference, count, value);
}

static int set(void *fmu, const unsigned *reference, size_t count, const double *value, size_t numbers)
{
    (void)numbers;
    return fmi2SetReal(fmu, reference, count, value);
}

static int keep(void *fmu, void **state) { return fmi2GetFMUstate(fmu, state); }
static int go_back(void *fmu, void *state) { return fmi2SetFMUstate(fmu, state); }
static int drop(void *fmu, void **state) { return fmi2FreeFMUstate(fmu, state); }
static int size(void *fmu, void *state, size_t *found) { return fmi2SerializedFMUstateSize(fmu, state, found); }

static int serialize(void *fmu, void *state, unsigned char *bytes, size_t count)
{
    return fmi2SerializeFMUstate(fmu, state, (fmi2Byte *)bytes, count);
}

static int deserialize(void *fmu, const unsigned char *bytes, size_t count, void **state)
{
    return fmi2DeSerializeFMUstate(fmu, (const fmi2Byte *)bytes, count, state);
}

static int to_events(void *fmu) { return fmi2EnterEventMode(fmu); }
static int to_continuous(void *fmu) { return fmi2EnterContinuousTimeMode(fmu); }

static int update(void *fmu, int *again, int *stop, int *changed)
{
    fmi2EventInfo info = {*again, *stop, 0, *changed, 0, 0.0};
    int status = fmi2NewDiscreteStates(fmu, &info);
    *again = info.newDiscreteStatesNeeded;
    *stop = info.terminateSimulation;
    *changed = info.valuesOfContinuousStatesChanged;
    return status;
}

static int completed(void *fmu, int *event, int *stop) { return fmi2CompletedIntegratorStep(fmu, fmi2True, event, stop); }
static int at_time(void *fmu, double t) { return fmi2SetTime(fmu, t); }
static int at_states(void *fmu, const double *x, size_t count) { return fmi2SetContinuousStates(fmu, x, count); }
static int rates(void *fmu, double *value, size_t count) { return fmi2GetDerivatives(fmu, value, count); }
static int switches(void *fmu, double *value, size_t count) { return fmi2GetEventIndicators(fmu, value, count); }
static int present(void *fmu, double *value, size_t count) { return fmi2GetContinuousStates(fmu, value, count); }
static int nominal(void *fmu, double *value, size_t count) { return fmi2GetNominalsOfContinuousStates(fmu, value, count); }

static int output_rates(void *fmu, const unsigned *reference, size_t count, const int *order, double *value, size_t numbers)
{
    (void)numbers;
    return fmi2GetRealOutputDerivatives(fmu, reference, count, order, value);
}

static int step(void *fmu, double t, double h, double *reached)
{
    int status = fmi2DoStep(fmu, t, h, fmi2True);
    if (status == fmi2OK) *reached = t + h;
    return status;
}

const Version VERSION = {
    .instantiate = instantiate_twin,
    .initialize = initialize, .exit_initialization_mode = leave_initialization, .terminate = terminate, .reset = reset,
    .free_instance = fmi2FreeInstance, .set_debug_logging = set_logging, .get = get, .set = set,
    .get_state = keep, .set_state = go_back, .free_state = drop, .state_size = size, .serialize = serialize, .deserialize = deserialize,
    .enter_event_mode = to_events, .enter_continuous_time_mode = to_continuous, .update_discrete_states = update,
    .completed_integrator_step = completed, .set_time = at_time, .set_continuous_states = at_states,
    .get_derivatives = rates, .get_indicators = switches, .get_continuous_states = present, .get_nominals = nominal,
    .output_derivatives = output_rates, .do_step = step,
};
