/* handle.c: what Python asks of the engine (mbfmu/engine/handle.py): a Problem made of bytes, and instances of it.

   Numbers are handed out as they lie, so that Python sees and sets them in place. What can fail returns 0, or -1 with the cause in the message. */

#include <math.h>
#include <string.h>

#include "load.h"
#include "mechanism.h"
#include "model.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

/* Told by Python; the latter two return nonzero to end a run. */
typedef void Report(void *host, const char *message);
typedef int Between(void *host, double t);
typedef int InputsAt(void *host, double t);

EXPORT const Problem *handle_load(const unsigned char *bytes, size_t size, char why[WHY]) { return problem_load(bytes, size, why); }

EXPORT void handle_unload(const Problem *problem) { problem_unload(problem); }

EXPORT Instance *handle_new(const Problem *problem, Report *report, Between *between)
{
    Instance *instance = model_new(problem, NULL);
    if (!instance) return NULL;
    instance->report = report;
    instance->between = between;
    return instance;
}

EXPORT void handle_free(Instance *instance) { instance_free(instance); }

EXPORT void handle_inputs(Instance *instance, InputsAt *inputs_at) { instance->inputs_at = inputs_at; }

EXPORT double *handle_numbers(Instance *instance) { return instance->numbers; }

EXPORT double *handle_tangent(Instance *instance) { return instance->tangent; }

EXPORT double *handle_adjoint(Instance *instance) { return instance->adjoint; }

EXPORT const char *handle_message(const Instance *instance) { return instance->message; }

EXPORT int handle_invalid(const Instance *instance) { return instance->invalid; }

EXPORT int handle_initialize(Instance *instance, double t) { return model_initialize(instance, t); }

EXPORT int handle_tell_moved_starts(Instance *instance) { return model_tell_moved_starts(instance); }

EXPORT int handle_validate(Instance *instance) { return model_validate(instance); }

/* Something was set: an input, or something else. */
EXPORT void handle_touched(Instance *instance, int input)
{
    instance->state->touched = 1;
    if (input) model_given(instance);
}

EXPORT int handle_evaluate(Instance *instance) { return model_evaluate(instance); }

EXPORT int handle_settle(Instance *instance, int *changed) { return model_settle(instance, changed); }

EXPORT int handle_outputs(Instance *instance) { return model_outputs(instance, 0); }

EXPORT int handle_accept(Instance *instance, int *moved) { return model_accept(instance, moved); }

EXPORT int handle_project(Instance *instance)
{
    int moved;
    return model_reproject(instance, &moved);
}

EXPORT int handle_constraints(Instance *instance)
{
    for (int i = 0; i < instance->problem->mechanisms; ++i)
        if (mechanism_evaluate(instance, &instance->problem->mechanism[i])) return -1;
    return 0;
}

EXPORT int handle_advance(Instance *instance, double t_end, double tolerance, int *stopped)
{
    double before = instance->state->tolerance;
    instance->state->tolerance = tolerance;
    int failed = advance(instance, t_end, 0, stopped);
    if (failed) instance->state->tolerance = before;
    return failed;
}

EXPORT int handle_tangents(Instance *instance) { return model_tangent(instance); }

EXPORT int handle_adjoints(Instance *instance) { return model_adjoint(instance); }

EXPORT size_t handle_state_size(const Instance *instance) { return state_size(instance); }

EXPORT void handle_save(const Instance *instance, void *state) { state_copy(instance, state); }

EXPORT int handle_restore(Instance *instance, const void *state) { return state_restore(instance, state); }
