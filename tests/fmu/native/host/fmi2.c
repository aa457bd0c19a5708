/* FMI 2.0 for co-simulation, section 4.2, called by name. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "fmi2FunctionTypes.h"
#include "host.h"

static fmi2Component instance;
static fmi2FMUstate state;

static void log_message(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category, fmi2String message, ...)
{
    va_list values;
    (void)environment;
    fprintf(stderr, "%s, status %d, %s: ", name, status, category);
    va_start(values, message);
    vfprintf(stderr, message, values);
    va_end(values);
    fputc('\n', stderr);
}

static int instantiate(const char *token)
{
    static const fmi2CallbackFunctions functions = {log_message, calloc, free, NULL, NULL};
    fmi2InstantiateTYPE *call = (fmi2InstantiateTYPE *)library_symbol("fmi2Instantiate");
    instance = call("host", fmi2CoSimulation, token, "", &functions, fmi2False, fmi2False);
    return !instance;
}

static int initialize(double tolerance)
{
    fmi2SetupExperimentTYPE *setup = (fmi2SetupExperimentTYPE *)library_symbol("fmi2SetupExperiment");
    fmi2EnterInitializationModeTYPE *enter = (fmi2EnterInitializationModeTYPE *)library_symbol("fmi2EnterInitializationMode");
    fmi2ExitInitializationModeTYPE *leave = (fmi2ExitInitializationModeTYPE *)library_symbol("fmi2ExitInitializationMode");
    return setup(instance, fmi2True, tolerance, 0.0, fmi2False, 0.0) || enter(instance) || leave(instance);
}

static fmi2SetRealTYPE *set_real;
static fmi2GetRealTYPE *get_real;
static fmi2DoStepTYPE *do_step;

static int set(const Variables *variables, const double *numbers)
{
    if (!set_real) set_real = (fmi2SetRealTYPE *)library_symbol("fmi2SetReal");
    return set_real(instance, variables->reference, variables->count, numbers) != fmi2OK;
}

static int get(const Variables *variables, double *numbers)
{
    if (!get_real) get_real = (fmi2GetRealTYPE *)library_symbol("fmi2GetReal");
    return get_real(instance, variables->reference, variables->count, numbers) != fmi2OK;
}

static int step(double t, double h)
{
    if (!do_step) do_step = (fmi2DoStepTYPE *)library_symbol("fmi2DoStep");
    return do_step(instance, t, h, fmi2True) != fmi2OK;
}

static size_t state_size(void)
{
    fmi2GetFMUstateTYPE *take = (fmi2GetFMUstateTYPE *)library_symbol("fmi2GetFMUstate");
    fmi2SerializedFMUstateSizeTYPE *measure = (fmi2SerializedFMUstateSizeTYPE *)library_symbol("fmi2SerializedFMUstateSize");
    size_t size = 0;
    return take(instance, &state) || measure(instance, state, &size) ? 0 : size;
}

static int state_save(unsigned char *bytes, size_t size)
{
    fmi2SerializeFMUstateTYPE *write = (fmi2SerializeFMUstateTYPE *)library_symbol("fmi2SerializeFMUstate");
    return write(instance, state, (fmi2Byte *)bytes, size) != fmi2OK;
}

static int state_restore(const unsigned char *bytes, size_t size)
{
    fmi2DeSerializeFMUstateTYPE *read = (fmi2DeSerializeFMUstateTYPE *)library_symbol("fmi2DeSerializeFMUstate");
    fmi2SetFMUstateTYPE *back = (fmi2SetFMUstateTYPE *)library_symbol("fmi2SetFMUstate");
    fmi2FreeFMUstateTYPE *drop = (fmi2FreeFMUstateTYPE *)library_symbol("fmi2FreeFMUstate");
    return read(instance, (const fmi2Byte *)bytes, size, &state) || back(instance, state) || drop(instance, &state);
}

static void end(void)
{
    ((fmi2FreeInstanceTYPE *)library_symbol("fmi2FreeInstance"))(instance);
}

const Host FMI2 = {instantiate, initialize, set, step, get, state_size, state_save, state_restore, end};
