/* fmu_state.c: all that the future depends on, as a copy of State. */

#include <stdlib.h>
#include <string.h>

#include "component.h"

static int is_ours(Component *component, const State *state)
{
    const State *own = component->instance->state;
    return state->identity == own->identity && state->size == own->size && state->interface == own->interface && state->mode >= 0
           && state->mode < MODES && state->mode != INTERMEDIATE_UPDATE_MODE;
}

static Status not_ours(Component *component)
{
    return refuse(component, "this is no state of a %s of this build and interface; nothing was changed", PROBLEM.name);
}

Status get_fmu_state(Component *component, void **state)
{
    if (!state) return refuse(component, "there is no place for the FMU state");
    if (*state && ((State *)*state)->size != component->instance->state->size) return not_ours(component);
    if (!*state) *state = malloc(state_size(&PROBLEM));
    if (!*state) return refuse(component, "memory for an FMU state is missing");
    state_copy(component->instance, *state);
    return OK;
}

Status set_fmu_state(Component *component, const void *state)
{
    if (!state || !is_ours(component, state)) return not_ours(component);
    component->last_step = OK;
    return outcome(component, state_restore(component->instance, state), ERROR);
}

Status free_fmu_state(void **state)
{
    if (!state) return OK;
    free(*state);
    *state = NULL;
    return OK;
}

Status serialized_size(Component *component, const void *state, size_t *size)
{
    if (!state || !size || !is_ours(component, state)) return not_ours(component);
    *size = state_size(&PROBLEM);
    return OK;
}

Status serialize(Component *component, const void *state, void *bytes, size_t size)
{
    if (!state || !bytes || !is_ours(component, state)) return not_ours(component);
    if (size < state_size(&PROBLEM)) return refuse(component, "an FMU state has %zu bytes, but there is room for %zu", state_size(&PROBLEM), size);
    memcpy(bytes, state, state_size(&PROBLEM));
    return OK;
}

Status deserialize(Component *component, const void *bytes, size_t size, void **state)
{
    if (!bytes || !state || size != state_size(&PROBLEM)) return not_ours(component);
    State *copy = malloc(size);
    if (!copy) return refuse(component, "memory for an FMU state is missing");
    memcpy(copy, bytes, size);
    if (!is_ours(component, copy)) {
        free(copy);
        return not_ours(component);
    }
    *state = copy;
    return OK;
}
