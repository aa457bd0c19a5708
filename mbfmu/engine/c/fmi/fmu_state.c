/* fmu_state.c: all that the future depends on, as a copy of State; as bytes, that copy and a digest of it, so that bytes that were lost or
   changed on the way are refused. */

#include <stdlib.h>
#include <string.h>

#include "component.h"

static int is_ours(Component *component, const State *state)
{
    const State *own = component->instance->state;
    return state->identity == own->identity && state->size == own->size && state->interface == own->interface && state->mode >= 0
           && state->mode < MODES && state->mode != INTERMEDIATE_UPDATE_MODE;
}

static size_t bytes_of_state(const Component *component) { return state_size(component->instance) + sizeof(uint64_t); }

static Status not_ours(Component *component)
{
    return refuse(component, "this is no state of a %s of this build and interface; nothing was changed", component->problem->name);
}

Status get_fmu_state(Component *component, void **state)
{
    if (!state) return refuse(component, "there is no place for the FMU state");
    if (*state && ((State *)*state)->size != component->instance->state->size) return not_ours(component);
    if (!*state) *state = malloc(state_size(component->instance));
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
    *size = bytes_of_state(component);
    return OK;
}

Status serialize(Component *component, const void *state, void *bytes, size_t size)
{
    uint64_t hash;
    if (!state || !bytes || !is_ours(component, state)) return not_ours(component);
    if (size < bytes_of_state(component))
        return refuse(component, "an FMU state has %zu bytes, but there is room for %zu", bytes_of_state(component), size);
    hash = digest(state, state_size(component->instance));
    memcpy(bytes, state, state_size(component->instance));
    memcpy((unsigned char *)bytes + state_size(component->instance), &hash, sizeof hash);
    return OK;
}

Status deserialize(Component *component, const void *bytes, size_t size, void **state)
{
    uint64_t hash;
    if (!bytes || !state || size != bytes_of_state(component)) return not_ours(component);
    memcpy(&hash, (const unsigned char *)bytes + state_size(component->instance), sizeof hash);
    if (hash != digest(bytes, state_size(component->instance)))
        return refuse(component, "these bytes are not those of the FMU state that was saved; nothing was restored");
    State *copy = malloc(state_size(component->instance));
    if (!copy) return refuse(component, "memory for an FMU state is missing");
    memcpy(copy, bytes, state_size(component->instance));
    if (!is_ours(component, copy)) {
        free(copy);
        return not_ours(component);
    }
    *state = copy;
    return OK;
}
