/* States kept, copied between instances, written as bytes and read back, whole or harmed. */

#include <stdlib.h>
#include <string.h>

#include "fmi2Functions.h"
#include "fmi2.h"

#define SAVED 6

typedef struct {
    fmi2FMUstate state;
    int interface, tame;
    unsigned phase;
    double time;
} Saved;

static Saved saved[SAVED];

int get_state(Slot *slot)
{
    Saved *to = &saved[below(SAVED)]; /* where one is already, its memory may be used again */
    int status = fmi2GetFMUstate(target(slot), &to->state);
    if (status == OK) *to = (Saved){to->state, slot->interface, slot->tame, slot->phase, slot->time};
    return status;
}

/* That of another instance, too; one of the other interface may be refused. */
int set_state(Slot *slot)
{
    const Saved *from = &saved[below(SAVED)];
    int status, other = from->state && from->interface != slot->interface;
    if (!from->state) slot->bad = 1;
    status = fmi2SetFMUstate(target(slot), from->state);
    if (status == OK && other) finding("a state of the other interface was taken");
    slot->bad |= other;
    if (status == OK && !slot->bad) {
        slot->phase = from->phase;
        slot->time = from->time;
        slot->tame = from->tame;
    }
    return status;
}

int free_state(Slot *slot)
{
    Saved *dropped = &saved[below(SAVED)];
    int status = fmi2FreeFMUstate(target(slot), &dropped->state);
    if (status == OK && dropped->state) finding("fmi2FreeFMUstate left a pointer");
    return status;
}

/* Through bytes and back; whatever was lost or changed on the way must be noticed. */
int through_bytes(Slot *slot)
{
    Saved *at = &saved[below(SAVED)];
    size_t size = 0, harm = below(6);
    int status = fmi2SerializedFMUstateSize(target(slot), at->state, &size);
    if (!at->state) slot->bad = 1;
    if (status > WARNING || slot->bad) return status;
    unsigned char *bytes = room(size, 1);
    if (harm == 1 && fmi2SerializeFMUstate(slot->fmu, at->state, (fmi2Byte *)bytes, below(size)) == fmi2OK) finding("too few bytes were enough");
    if (fmi2SerializeFMUstate(slot->fmu, at->state, (fmi2Byte *)bytes, size) != fmi2OK) finding("fmi2SerializeFMUstate failed");
    slot->bad = harm < 3;
    if (harm == 0) bytes[below(size)] ^= (unsigned char)(1 << below(8));
    if (harm == 1) size = below(size);
    if (harm == 2) for (size_t i = 0; i < size; ++i) bytes[i] = (unsigned char)random_bits();
    unsigned char *exact = room(size, 1);
    memcpy(exact, bytes, size);
    fmi2FMUstate back = NULL;
    status = fmi2DeSerializeFMUstate(slot->fmu, (const fmi2Byte *)exact, size, &back);
    free(bytes);
    free(exact);
    if (status == OK) fmi2FreeFMUstate(slot->fmu, &at->state);
    if (status == OK) at->state = back;
    if (status != OK && back) finding("a refused fmi2DeSerializeFMUstate has written a state");
    return status;
}


size_t saved_bits(Slot *slot, unsigned char **bytes)
{
    fmi2FMUstate now = NULL;
    size_t size = 0;
    if (fmi2GetFMUstate(slot->fmu, &now) != fmi2OK) return 0;
    if (fmi2SerializedFMUstateSize(slot->fmu, now, &size) != fmi2OK) finding("fmi2SerializedFMUstateSize failed");
    *bytes = room(size, 1);
    if (fmi2SerializeFMUstate(slot->fmu, now, (fmi2Byte *)*bytes, size) != fmi2OK) finding("fmi2SerializeFMUstate failed");
    if (fmi2FreeFMUstate(slot->fmu, &now) != fmi2OK) finding("fmi2FreeFMUstate failed");
    return size;
}

void free_states(Slot *slot)
{
    for (int i = 0; i < SAVED; ++i) fmi2FreeFMUstate(slot->fmu, &saved[i].state);
}
