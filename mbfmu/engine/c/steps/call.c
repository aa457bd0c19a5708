/* call.c: the step that evaluates a generated function. */

#include <string.h>

#include "instance.h"
#include "seeds.h"

static int evaluated(Instance *instance, Evaluate *function)
{
    return function(instance->arg, instance->res, instance->iw, instance->w, 0) ? fail(instance, "a generated function has failed") : 0;
}

static int call_run(const void *step, Instance *instance)
{
    const Call *call = step;
    for (int i = 0; i < call->arguments; ++i) instance->arg[i] = at(instance, call->argument[i]);
    for (int i = 0; i < call->results; ++i) instance->res[i] = at(instance, call->result[i]);
    return evaluated(instance, call->value);
}

static int call_tangent(const void *step, Instance *instance)
{
    const Call *call = step;
    if (!any_seeded(instance, call->argument, call->arguments)) {
        set_no_tangents(instance, call->result, call->results);
        return 0;
    }
    for (int i = 0; i < call->arguments; ++i) {
        instance->arg[i] = at(instance, call->argument[i]);
        instance->arg[call->arguments + i] = instance->tangent + call->argument[i].start;
    }
    for (int i = 0; i < call->results; ++i) instance->res[i] = instance->tangent + call->result[i].start;
    return evaluated(instance, call->forward);
}

/* A function may read and write the same slot (own states in x): what its results say is taken away before it is handed on. */
static int call_adjoint(const void *step, Instance *instance)
{
    const Call *call = step;
    size_t before = instance->scratch_used;
    for (int i = 0; i < call->arguments; ++i) {
        instance->arg[i] = at(instance, call->argument[i]);
        instance->res[i] = scratch_alloc(instance, (size_t)call->argument[i].size);
    }
    for (int i = 0; i < call->results; ++i) {
        Ref result = call->result[i];
        double *seed = scratch_alloc(instance, (size_t)result.size);
        memcpy(seed, instance->adjoint + result.start, (size_t)result.size * sizeof(double));
        instance->arg[call->arguments + i] = seed;
    }
    int status = evaluated(instance, call->reverse);
    for (int i = 0; i < call->results; ++i)
        memset(instance->adjoint + call->result[i].start, 0, (size_t)call->result[i].size * sizeof(double));
    for (int i = 0; i < call->arguments; ++i) {
        double *sum = instance->adjoint + call->argument[i].start;
        for (int j = 0; j < call->argument[i].size; ++j) sum[j] += instance->res[i][j];
    }
    instance->scratch_used = before;
    return status;
}

static size_t call_scratch(const void *step)
{
    const Call *call = step;
    size_t total = 0;
    for (int i = 0; i < call->arguments; ++i) total += (size_t)call->argument[i].size;
    for (int i = 0; i < call->results; ++i) total += (size_t)call->result[i].size;
    return total;
}

const StepKind CALL = {call_run, call_tangent, call_adjoint, call_scratch};
