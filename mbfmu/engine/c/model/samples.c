/* samples.c: see samples.h. */

#include "samples.h"

#include "constraints.h"
#include "derivative.h"
#include "inputs.h"
#include "outputs.h"

int samples_reached(const Samples *samples, double t)
{
    int reached = samples->next;
    while (reached < samples->count && samples->time[reached] <= t) ++reached;
    return reached;
}

void keep_outputs(const Instance *instance, Samples *samples)
{
    Ref outputs = instance->problem->y;
    copy_numbers(samples->outputs + (size_t)samples->next++ * (size_t)outputs.size, at(instance, outputs), (size_t)outputs.size);
}

/* To a time within the last step, and there onto the constraints, which the dense output meets to the tolerance only. */
static int go_onto(Instance *instance, const Integrator *integrator, double t)
{
    integrator->at(instance, (t - instance->memory[START_T]) / instance->memory[SIZE]);
    *at(instance, instance->problem->t) = t;
    int moved;
    return model_extrapolate(instance) || model_reproject(instance, &moved) ? -1 : 0;
}

static const Derivative WITHIN_STEP = {model_evaluate_within_step, model_rates_tangent};

/* The dense output need not be better where no sample lies behind the start of the step. */
static int refine(Instance *instance, const Integrator *integrator, const Samples *samples, double t)
{
    int inside = samples_reached(samples, instance->memory[START_T]);
    return integrator->refine && samples->time[inside] < t ? integrator->refine(&WITHIN_STEP, instance) : 0;
}

int take_samples(Instance *instance, const Integrator *integrator, Samples *samples)
{
    double t = *at(instance, instance->problem->t);
    if (!(samples->time[samples->next] < t)) return 0;
    size_t used = instance->scratch_used;
    double *kept = model_remember(instance);
    int failed = refine(instance, integrator, samples, t);
    while (!failed && samples->time[samples->next] < t) {
        failed = go_onto(instance, integrator, samples->time[samples->next]) || (instance->problem->outputs_need_derivative && model_evaluate_within_step(instance))
              || model_held_outputs(instance);
        if (!failed) keep_outputs(instance, samples);
    }
    model_put_back(instance, kept);
    *at(instance, instance->problem->t) = t;
    instance->scratch_used = used;
    return failed ? -1 : 0;
}
