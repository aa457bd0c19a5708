/* The random walk: mostly what the standard allows, with what it does not allow in between.

     fuzz SURFACE SEED CALLS

   SURFACE is a text: token, numbers of variables, states and indicators, and for each variable its value reference, kind, size and start. */

#include "fuzz.h"
#include "version.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 4
#define HISTORY 40

Surface surface;
static uint64_t state;
static long call_number;
static Slot slots[SLOTS];
static char history[HISTORY][128];

/* Knuth's MMIX generator; its high bits are good. */
uint64_t random_bits(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 11;
}

size_t below(size_t count) { return count ? (size_t)(random_bits() % count) : 0; }

int one_in(size_t count) { return below(count) == 0; }

void finding(const char *format, ...)
{
    va_list values;
    fprintf(stderr, "call %ld: ", call_number);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputs("\nlast calls (instance, phase, call, status):\n", stderr);
    for (long i = call_number - HISTORY + 1; i <= call_number; ++i)
        if (i >= 0) fprintf(stderr, "%s\n", history[i % HISTORY]);
    exit(3);
}

void *room(size_t count, size_t size)
{
    void *found = malloc(count ? count * size : 1);
    if (!found) finding("no memory");
    memset(found, 0, count * size);
    return found;
}

void *target(Slot *slot)
{
    if (!one_in(300)) return slot->fmu;
    slot->bad = 1;
    return NULL;
}

int all_finite(const double *value, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (!isfinite(value[i])) return 0;
    return 1;
}

void check_finite(Slot *slot, const double *value, size_t count, const char *what)
{
    if (!slot->poisoned && !all_finite(value, count)) finding("%s handed out numbers that are not finite (instance %d)", what, (int)(slot - slots));
}

double tame_number(double near)
{
    double part = (double)(random_bits() % 2000001) / 1e6 - 1.0;
    return near == 0.0 ? part : near * (1.0 - 0.01 * fabs(part)); /* never larger: what is near the largest number stays finite */
}

double any_number(double near, Values *judged)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, DBL_MAX, -DBL_MAX, 1e300, -1e200, 1e30, -1e9, 5e-324, -1e-310, DBL_MIN, -0.0};
    double value;
    uint64_t bits;
    if (!one_in(4)) return tame_number(near);
    judged->wild = 1;
    value = odd[below(sizeof odd / sizeof odd[0])];
    if (one_in(4)) {
        bits = random_bits() << 11 ^ random_bits();
        memcpy(&value, &bits, sizeof value);
    }
    if (!isfinite(value)) judged->infinite = 1;
    return value;
}

int moved(Slot *slot, int status, Phase phase)
{
    if (status <= WARNING && !slot->bad) slot->phase = phase;
    return status;
}

static const Entry *some_entry(const char *kinds)
{
    const Entry *entry = &surface.entry[below(surface.entries)];
    for (int tries = 0; tries < 20 && !strchr(kinds, entry->kind); ++tries) entry = &surface.entry[below(surface.entries)];
    return entry;
}

unsigned any_reference(void) { return surface.entry[below(surface.entries)].reference; }

unsigned real_reference(void)
{
    const Entry *entry = surface.entry;
    while (entry->kind == 'n') ++entry; /* time is one */
    return entry->reference;
}

Values some_values(const char *kinds, const char *forbidden, int filled)
{
    Values some = {one_in(30) ? below(surface.entries + 1) : below(5), 0, NULL, NULL, 0, 0, 0};
    int wild = one_in(15);
    const Entry **entry = room(some.count, sizeof *entry);
    some.reference = room(some.count, sizeof *some.reference);
    for (size_t i = 0; i < some.count; ++i) {
        entry[i] = some_entry(one_in(40) ? "ioftcsdzxn" : kinds);
        some.reference[i] = entry[i]->reference;
        some.numbers += entry[i]->size;
        if (entry[i]->kind == 'n' || strchr(forbidden, entry[i]->kind)) some.bad = 1;
        if (one_in(150)) {
            some.reference[i] = one_in(2) ? (unsigned)(surface.entries + below(3)) : (unsigned)random_bits() | 0x80000000u;
            some.bad = 1;
        }
    }
    some.value = room(some.numbers, sizeof *some.value);
    for (size_t i = 0, n = 0; i < some.count; ++i)
        for (size_t j = 0; j < entry[i]->size; ++j) some.value[n++] = !filled ? 0.0 : wild ? any_number(entry[i]->start[j], &some) : tame_number(entry[i]->start[j]);
    free(entry);
    return some;
}

void release(Values *values)
{
    free(values->reference);
    free(values->value);
}

static const Action *choose(const Slot *slot)
{
    unsigned phase = slot->phase;
    int total = 0, illegal = one_in(8);
    if (phase == LOST && one_in(2)) phase = TERMINATED; /* where reset and going back are likely */
    for (size_t i = 0; i < ACTION_COUNT; ++i)
        if (illegal || ACTIONS[i].allowed & phase) total += ACTIONS[i].weight;
    size_t left = below((size_t)total);
    for (size_t i = 0; i < ACTION_COUNT; ++i) {
        if (!(illegal || ACTIONS[i].allowed & phase)) continue;
        if (left < (size_t)ACTIONS[i].weight) return &ACTIONS[i];
        left -= (size_t)ACTIONS[i].weight;
    }
    return &ACTIONS[0];
}

static void judge(Slot *slot, const Action *action, unsigned phase, int tame, int status)
{
    int refused = slot->bad || action->refused & phase;
    if (status < OK || status >= FATAL) finding("%s returned %d", action->name, status);
    if (status <= WARNING && refused) finding("%s should have been refused in phase %u (%s)", action->name, phase, slot->bad ? "arguments" : "phase");
    if (status >= DISCARD && !refused && tame && action->sure && action->allowed & phase)
        finding("%s should have succeeded in phase %u", action->name, phase);
    if (status == DISCARD) slot->phase = LOST;
}

static void one_call(Slot *slot)
{
    unsigned char *before = NULL, *after = NULL;
    const Action *action = choose(slot);
    unsigned phase = slot->phase;
    int tame = slot->tame;
    size_t size = one_in(4) ? saved_bits(slot, &before) : 0;
    char *line = history[call_number % HISTORY];
    snprintf(line, sizeof history[0], "%d %u %s", (int)(slot - slots), phase, action->name);
    slot->bad = 0;
    int status = action->call(slot);
    snprintf(line + strlen(line), sizeof history[0] - strlen(line), " -> %d%s", status, slot->bad ? " (bad arguments)" : "");
    judge(slot, action, phase, tame, status);
    int refused = slot->bad || action->refused & phase;
    if (size && refused && status == ERROR && (saved_bits(slot, &after) != size || memcmp(before, after, size)))
        finding("%s was refused and has changed the state", action->name);
    free(before);
    free(after);
}

/* After whatever came before, a reset instance runs as a new one does, to the last bit. */
static void check_ordinary(Slot *slot)
{
    static double first[2][RUN], now[RUN];
    static size_t size[2];
    size_t count = ordinary_run(slot, size[slot->interface] ? now : first[slot->interface]);
    snprintf(history[call_number % HISTORY], sizeof history[0], "%d ordinary run", (int)(slot - slots));
    if (!size[slot->interface])
        size[slot->interface] = count;
    else if (count != size[slot->interface] || memcmp(first[slot->interface], now, count * sizeof(double)))
        finding("a reset instance runs otherwise than a new one");
}

static void read_surface(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%255[^\n] %zu %zu %zu", surface.token, &surface.entries, &surface.states, &surface.indicators) != 4) exit(2);
    surface.entry = room(surface.entries, sizeof(Entry));
    for (size_t i = 0; i < surface.entries; ++i) {
        Entry *entry = &surface.entry[i];
        if (fscanf(file, "%u %c %zu", &entry->reference, &entry->kind, &entry->size) != 3) exit(2);
        entry->start = room(entry->size, sizeof(double));
        for (size_t j = 0; j < entry->size; ++j)
            if (fscanf(file, "%lf", &entry->start[j]) != 1) exit(2);
    }
    fclose(file);
}

int main(int count, char **argument)
{
    if (count < 4) return 2;
    read_surface(argument[1]);
    state = strtoull(argument[2], NULL, 10);
    for (long calls = strtol(argument[3], NULL, 10); call_number < calls; ++call_number) {
        Slot *slot = &slots[below(SLOTS)];
        if (!slot->phase)
            instantiate(slot);
        else if (one_in(500))
            check_ordinary(slot);
        else if (one_in(20) && slot->phase != INSTANTIATED)
            check_fresh(slot);
        else
            one_call(slot);
    }
    for (int i = 0; i < SLOTS; ++i) {
        while (!slots[i].phase) instantiate(&slots[i]);
        if (!i) free_states(&slots[i]);
        VERSION.free_instance(slots[i].fmu);
    }
    for (size_t i = 0; i < surface.entries; ++i) free(surface.entry[i].start);
    free(surface.entry);
    return 0;
}
