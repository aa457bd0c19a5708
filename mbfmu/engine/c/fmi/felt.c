/* felt.c: the inputs that ports feel of each other, by which they say of their acceleration what it is without their own force.

   Outputs shall not follow from these inputs at once, or environments would see algebraic loops. So they are those of the last step, of an
   integrator of the environment in Model Exchange. Before the first one they are those of the start: in Initialization Mode outputs follow
   inputs, as the description says of initial unknowns. */

#include "component.h"

void feel(Instance *instance, double size)
{
    Ref felt = instance->problem->felt, u = instance->problem->u;
    if (!felt.size) return;
    *at(instance, felt) = size;
    copy_numbers(at(instance, felt) + 1, at(instance, u), (size_t)u.size);
}

void feel_without_step(Component *component)
{
    Instance *instance = component->instance;
    if (!instance->problem->felt.size || *at(instance, instance->problem->felt) > 0.0) return;
    feel(instance, 0.0);
    instance->state->stale |= STALE_OUTPUTS;
}

void feel_tangents(Instance *instance)
{
    Ref felt = instance->problem->felt, u = instance->problem->u;
    if (felt.size) copy_numbers(instance->tangent + felt.start + 1, instance->tangent + u.start, (size_t)u.size);
}
