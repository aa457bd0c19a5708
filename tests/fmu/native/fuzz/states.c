/* States kept, copied between instances, written as bytes and read back, whole or harmed. */

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "version.h"

#define SAVED 6

typedef struct {
    void *state;
    int interface, tame, poisoned;
    unsigned phase;
    double time;
} Saved;

static Saved saved[SAVED];

static Saved *some_saved(const Slot *slot)
{
    Saved *some = &saved[below(SAVED)];
    for (int tries = 0; tries < 8 && !(some->state && some->interface == slot->interface); ++tries) some = &saved[below(SAVED)];
    return one_in(20) ? &saved[below(SAVED)] : some;
}

int get_state(Slot *slot)
{
    Saved *to = &saved[below(SAVED)]; /* where one is already, its memory may be used again */
    int status = VERSION.get_state(target(slot), &to->state);
    if (status == OK) *to = (Saved){to->state, slot->interface, slot->tame, slot->poisoned, slot->phase, slot->time};
    return status;
}

/* That of another instance, too, but not of the other interface. */
int set_state(Slot *slot)
{
    const Saved *from = some_saved(slot);
    int status, other = from->state && from->interface != slot->interface;
    if (!from->state) slot->bad = 1;
    status = VERSION.set_state(target(slot), from->state);
    if (status == OK && other) finding("a state of the other interface was taken");
    slot->bad |= other;
    if (status == OK && !slot->bad) {
        slot->phase = from->phase;
        slot->time = from->time;
        slot->tame = from->tame;
        slot->poisoned = from->poisoned;
    }
    return status;
}

int free_state(Slot *slot)
{
    Saved *dropped = &saved[below(SAVED)];
    int status = VERSION.free_state(target(slot), &dropped->state);
    if (status == OK && dropped->state) finding("freeing left a pointer");
    return status;
}

/* Through bytes and back; whatever was lost or changed on the way must be noticed. */
int through_bytes(Slot *slot)
{
    Saved *at = some_saved(slot);
    size_t size = 0, harm = below(6);
    int status = VERSION.state_size(target(slot), at->state, &size);
    if (!at->state || at->interface != slot->interface) slot->bad = 1;
    if (status > WARNING || slot->bad) return status;
    unsigned char *bytes = room(size, 1);
    if (harm == 1 && VERSION.serialize(slot->fmu, at->state, bytes, below(size)) == OK) finding("too few bytes were enough");
    if (VERSION.serialize(slot->fmu, at->state, bytes, size) != OK) finding("serialization failed");
    slot->bad = harm < 3;
    if (harm == 0) bytes[below(size)] ^= (unsigned char)(1 << below(8));
    if (harm == 1) size = below(size);
    for (size_t i = 0; harm == 2 && i < size; ++i) bytes[i] = (unsigned char)random_bits();
    unsigned char *exact = room(size, 1);
    memcpy(exact, bytes, size);
    void *back = NULL;
    status = VERSION.deserialize(slot->fmu, exact, size, &back);
    free(bytes);
    free(exact);
    if (status == OK) VERSION.free_state(slot->fmu, &at->state);
    if (status == OK) at->state = back;
    if (status != OK && back) finding("a refused deserialization has written a state");
    return status;
}

size_t saved_bits(Slot *slot, unsigned char **bytes)
{
    void *now = NULL;
    size_t size = 0;
    if (VERSION.get_state(slot->fmu, &now) != OK) return 0;
    if (VERSION.state_size(slot->fmu, now, &size) != OK) finding("there is no size of a state");
    *bytes = room(size, 1);
    if (VERSION.serialize(slot->fmu, now, *bytes, size) != OK) finding("serialization failed");
    if (VERSION.free_state(slot->fmu, &now) != OK) finding("a state was not freed");
    return size;
}

void free_states(Slot *slot)
{
    for (int i = 0; i < SAVED; ++i) VERSION.free_state(slot->fmu, &saved[i].state);
}
