/* FMI 3.0 for co-simulation, section 4.3, called by name. */

#include <stdio.h>
#include <stdlib.h>

#include "fmi3FunctionTypes.h"
#include "host.h"

static fmi3Instance instance;
static fmi3FMUState state;

static void log_message(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message)
{
    (void)environment;
    fprintf(stderr, "status %d, %s: %s\n", status, category, message);
}

static int instantiate(const char *token)
{
    fmi3InstantiateCoSimulationTYPE *call = (fmi3InstantiateCoSimulationTYPE *)library_symbol("fmi3InstantiateCoSimulation");
    instance = call("host", token, "", fmi3False, fmi3False, fmi3False, fmi3False, NULL, 0, NULL, log_message, NULL);
    return !instance;
}

static int initialize(double tolerance)
{
    fmi3EnterInitializationModeTYPE *enter = (fmi3EnterInitializationModeTYPE *)library_symbol("fmi3EnterInitializationMode");
    fmi3ExitInitializationModeTYPE *leave = (fmi3ExitInitializationModeTYPE *)library_symbol("fmi3ExitInitializationMode");
    return enter(instance, fmi3True, tolerance, 0.0, fmi3False, 0.0) || leave(instance);
}

static fmi3SetFloat64TYPE *set_float;
static fmi3GetFloat64TYPE *get_float;
static fmi3DoStepTYPE *do_step;

static int set(const Variables *variables, const double *numbers)
{
    if (!set_float) set_float = (fmi3SetFloat64TYPE *)library_symbol("fmi3SetFloat64");
    return set_float(instance, variables->reference, variables->count, numbers, variables->numbers) != fmi3OK;
}

static int get(const Variables *variables, double *numbers)
{
    if (!get_float) get_float = (fmi3GetFloat64TYPE *)library_symbol("fmi3GetFloat64");
    return get_float(instance, variables->reference, variables->count, numbers, variables->numbers) != fmi3OK;
}

static int step(double t, double h)
{
    fmi3Boolean event, terminate, early;
    fmi3Float64 last;
    if (!do_step) do_step = (fmi3DoStepTYPE *)library_symbol("fmi3DoStep");
    return do_step(instance, t, h, fmi3True, &event, &terminate, &early, &last) != fmi3OK || terminate || early;
}

static size_t state_size(void)
{
    fmi3GetFMUStateTYPE *take = (fmi3GetFMUStateTYPE *)library_symbol("fmi3GetFMUState");
    fmi3SerializedFMUStateSizeTYPE *measure = (fmi3SerializedFMUStateSizeTYPE *)library_symbol("fmi3SerializedFMUStateSize");
    size_t size = 0;
    return take(instance, &state) || measure(instance, state, &size) ? 0 : size;
}

static int state_save(unsigned char *bytes, size_t size)
{
    fmi3SerializeFMUStateTYPE *write = (fmi3SerializeFMUStateTYPE *)library_symbol("fmi3SerializeFMUState");
    return write(instance, state, bytes, size) != fmi3OK;
}

static int state_restore(const unsigned char *bytes, size_t size)
{
    fmi3DeserializeFMUStateTYPE *read = (fmi3DeserializeFMUStateTYPE *)library_symbol("fmi3DeserializeFMUState");
    fmi3SetFMUStateTYPE *back = (fmi3SetFMUStateTYPE *)library_symbol("fmi3SetFMUState");
    fmi3FreeFMUStateTYPE *drop = (fmi3FreeFMUStateTYPE *)library_symbol("fmi3FreeFMUState");
    return read(instance, bytes, size, &state) || back(instance, state) || drop(instance, &state);
}

static void end(void)
{
    ((fmi3FreeInstanceTYPE *)library_symbol("fmi3FreeInstance"))(instance);
}

const Host FMI3 = {instantiate, initialize, set, step, get, state_size, state_save, state_restore, end};
