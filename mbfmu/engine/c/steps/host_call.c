/* host_call.c: the step that has the host compute, by a function that cannot be differentiated. */

#include <string.h>

#include "instance.h"

static int numbers_in(const Ref *pieces, int count)
{
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += pieces[i].size;
    return sum;
}

static int host_call_run(const void *step, Instance *instance)
{
    const HostCall *call = step;
    int given = numbers_in(call->argument, call->arguments), found = numbers_in(call->result, call->results);
    size_t before = instance->scratch_used;
    char why[MESSAGE] = "";
    if (!instance->compute)
        return fail(instance, "%s has a program of its own, whose %s nobody here can run: use it as the interpreted FMU that it was built as",
                    instance->problem->name, call->function);
    double *argument = scratch_alloc(instance, (size_t)given), *result = scratch_alloc(instance, (size_t)found);
    for (int i = 0; i < call->arguments; argument += call->argument[i++].size)
        copy_numbers(argument, at(instance, call->argument[i]), (size_t)call->argument[i].size);
    int failed = instance->compute(instance->host, call->function, given, argument - given, found, result, why);
    why[MESSAGE - 1] = '\0';
    for (int i = 0; i < call->results && !failed; result += call->result[i++].size)
        copy_numbers(at(instance, call->result[i]), result, (size_t)call->result[i].size);
    instance->scratch_used = before;
    return failed ? fail(instance, "%s", why) : 0;
}

static int refuse_derivative(const void *step, Instance *instance)
{
    const HostCall *call = step;
    return fail(instance, "%s has no directional derivatives: its %s is a program of its own", instance->problem->name, call->function);
}

static size_t host_call_scratch(const void *step)
{
    const HostCall *call = step;
    return (size_t)numbers_in(call->argument, call->arguments) + (size_t)numbers_in(call->result, call->results);
}

const StepKind HOST_CALL = {host_call_run, refuse_derivative, refuse_derivative, host_call_scratch};
