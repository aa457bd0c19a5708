/* Nothing that was computed earlier shows: an instance answers as one does that has the same state, had computed nothing, and is asked in the
   opposite order. */

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "instance.h"
#include "version.h"

typedef struct {
    int status;
    double *value;
    size_t count;
} Answer;

static Answer vector(const Slot *slot, int (*get)(void *fmu, double *value, size_t count), size_t count)
{
    Answer answer = {0, room(count, sizeof(double)), count};
    answer.status = get(slot->fmu, answer.value, count);
    return answer;
}

/* A variable; behind the last of them the vectors of Model Exchange. */
static Answer ask(const Slot *slot, size_t number)
{
    if (number == surface.entries) return vector(slot, VERSION.get_continuous_states, surface.states);
    if (number == surface.entries + 1) return vector(slot, VERSION.get_derivatives, surface.states);
    if (number == surface.entries + 2) return vector(slot, VERSION.get_indicators, surface.indicators);
    const Entry *entry = &surface.entry[number];
    Answer answer = {0, room(entry->size, sizeof(double)), entry->size};
    answer.status = VERSION.get(slot->fmu, &entry->reference, 1, answer.value, entry->size);
    return answer;
}

static const char *name_of(size_t number)
{
    static const char *const vectors[] = {"the continuous states", "the derivatives", "the event indicators"};
    return number < surface.entries ? "a variable" : vectors[number - surface.entries];
}

void check_fresh(Slot *slot)
{
    size_t count = surface.entries + (slot->interface == MODEL_EXCHANGE ? 3 : 0);
    Answer *answers = room(count, sizeof *answers);
    Slot twin = {.fmu = VERSION.instantiate(slot->interface)};
    State *state = NULL;
    if (!twin.fmu || VERSION.get_state(slot->fmu, (void **)&state) != OK) finding("there is no twin");
    state->dirty = ALL_DIRTY;
    if (VERSION.set_state(twin.fmu, state) != OK) finding("a twin does not take the state");
    for (size_t i = 0; i < count; ++i) { /* parameters that cannot be taken in cost whoever asks first this call, and are those before from then on */
        free(ask(slot, i).value);
        free(ask(&twin, i).value);
    }
    for (size_t i = 0; i < count; ++i) answers[i] = ask(slot, i);
    for (size_t i = count; i-- > 0;) {
        Answer own = answers[i], fresh = ask(&twin, i);
        if (own.status != fresh.status) finding("%s (%zu) is got with status %d, from a twin with %d", name_of(i), i, own.status, fresh.status);
        if (own.status == OK && memcmp(own.value, fresh.value, own.count * sizeof(double)))
            finding("%s (%zu) is %.17g, and of a twin %.17g", name_of(i), i, own.value[0], fresh.value[0]);
        free(own.value);
        free(fresh.value);
    }
    VERSION.free_state(twin.fmu, (void **)&state);
    VERSION.free_instance(twin.fmu);
    free(answers);
}
