/* last_inputs.c: the inputs that ports feel of each other, by which they say of their acceleration what it is without their own force.

   Outputs shall not follow from these inputs at once, or environments would see algebraic loops. So they are those of the last step, of an
   integrator of the environment in Model Exchange. Before the first one they are those of the start: in Initialization Mode outputs follow
   inputs, as the description says of initial unknowns. */

#include "component.h"

void feel(Instance *instance, double size)
{
    Ref last_inputs = instance->problem->last_inputs, u = instance->problem->u;
    if (!last_inputs.size) return;
    *at(instance, last_inputs) = size;
    copy_numbers(at(instance, last_inputs) + 1, at(instance, u), (size_t)u.size);
}

void feel_without_step(Component *component)
{
    Instance *instance = component->instance;
    if (!instance->problem->last_inputs.size || *at(instance, instance->problem->last_inputs) > 0.0) return;
    feel(instance, 0.0);
    instance->state->dirty |= DIRTY_OUTPUTS;
}

void feel_tangents(Instance *instance)
{
    Ref last_inputs = instance->problem->last_inputs, u = instance->problem->u;
    if (last_inputs.size) copy_numbers(instance->tangent + last_inputs.start + 1, instance->tangent + u.start, (size_t)u.size);
}
