/* instance.c: what is allocated for one instance, all of it at once. */

#include "instance.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A piece of scratch: the numbers from `start` to `end` of the stack. */
typedef struct Block Block;
struct Block {
    Block *next;
    size_t start, end;
    double numbers[];
};

typedef struct Kept Kept;
struct Kept {
    Kept *next;
    const void *of;
    size_t count;
    double *numbers;
};

/* FNV-1a: any change of one byte changes it. */
uint64_t digest(const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size; ++i) hash = (hash ^ byte[i]) * 1099511628211u;
    return hash;
}

size_t state_size(const Instance *instance)
{
    return sizeof(State) + ((size_t)instance->problem->numbers + instance->memory_size) * sizeof(double);
}

/* The start values of inputs and parameters; everything else is zero. */
static void set_start_values(Instance *instance)
{
    const Problem *problem = instance->problem;
    for (int i = 0; i < problem->variables; ++i) {
        const Variable *variable = &problem->variable[i];
        if (variable->causality == INPUT || variable->causality == PARAMETER)
            memcpy(at(instance, variable->ref), variable->start, (size_t)variable->ref.size * sizeof(double));
    }
}

void instance_reset(Instance *instance)
{
    const Problem *problem = instance->problem;
    State *state = instance->state;
    memset(state, 0, state_size(instance));
    state->identity = digest(problem->token, strlen(problem->token));
    state->size = state_size(instance);
    state->stop_time = HUGE_TIME;
    state->tolerance = problem->tolerance;
    state->dirty = ALL_DIRTY;
    state->set_since_step = state->parameters_dirty = 1;
    instance->scratch_used = 0;
    instance->message[0] = '\0';
    set_start_values(instance);
}

static void *zeros(size_t count, size_t size)
{
    return calloc(count ? count : 1, size);
}

/* Whether being finite is not all that its numbers must be. */
static int is_bounded(const Variable *v) { return v->type != REAL || v->min > -INFINITY || v->max < INFINITY; }

/* NULL where memory is missing. */
static const Variable **list_looked_at(const Problem *problem)
{
    const Variable **list = zeros((size_t)problem->variables + 1, sizeof *list), **end = list;
    for (const Variable *v = problem->variable; list && v < problem->variable + problem->variables; ++v)
        if ((v->causality == INPUT && is_bounded(v)) || (v->causality == OUTPUT && v->type != REAL)) *end++ = v;
    return list;
}

static Block *new_block(size_t start, size_t count)
{
    Block *block = count > (SIZE_MAX - sizeof *block) / sizeof(double) ? NULL : malloc(sizeof *block + count * sizeof(double));
    if (!block) return NULL;
    block->next = NULL;
    block->start = start;
    block->end = start + count;
    return block;
}

Instance *instance_new(const Problem *problem, Room room, void *host)
{
    Instance *instance = zeros(1, sizeof *instance);
    if (!instance) return NULL;
    instance->problem = problem;
    instance->host = host;
    instance->memory_size = room.memory;
    instance->beside = room.beside;
    instance->state = zeros(1, state_size(instance));
    instance->before = zeros(1, state_size(instance));
    instance->tangent = zeros((size_t)problem->numbers, sizeof(double));
    instance->adjoint = zeros((size_t)problem->numbers, sizeof(double));
    instance->looked_at = list_looked_at(problem);
    instance->arg = zeros(problem->arg, sizeof *instance->arg);
    instance->res = zeros(problem->res, sizeof *instance->res);
    instance->iw = zeros(problem->iw, sizeof *instance->iw);
    instance->w = zeros(problem->w, sizeof *instance->w);
    instance->scratch = new_block(0, room.scratch);
    if (!(instance->state && instance->before && instance->tangent && instance->adjoint && instance->looked_at && instance->arg && instance->res
          && instance->iw && instance->w && instance->scratch)) {
        instance_free(instance);
        return NULL;
    }
    instance->numbers = instance->state->numbers;
    instance->memory = instance->numbers + problem->numbers;
    instance_reset(instance);
    return instance;
}

void instance_free(Instance *instance)
{
    if (!instance) return;
    free(instance->state);
    free(instance->before);
    free(instance->tangent);
    free(instance->adjoint);
    free((void *)instance->looked_at);
    free((void *)instance->arg);
    free(instance->res);
    free(instance->iw);
    free(instance->w);
    for (Block *block = instance->scratch, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    for (Kept *kept = instance->kept, *next; kept; kept = next) {
        next = kept->next;
        free(kept->numbers);
        free(kept);
    }
    free(instance);
}

void state_copy(const Instance *instance, State *to)
{
    memcpy(to, instance->state, state_size(instance));
}

/* Between the State's own fields and what has to be kept lies what is found anew, and parameters, which change only where they were set before. */
static void copy_kept(const Instance *instance, State *to, const State *from)
{
    const Problem *problem = instance->problem;
    size_t first = (size_t)(problem->found_anew + (from->parameters_dirty ? 0 : problem->of_parameters));
    memcpy(to, from, sizeof *to);
    memcpy(to->numbers + first, from->numbers + first, ((size_t)problem->numbers + instance->memory_size - first) * sizeof(double));
}

void state_keep(const Instance *instance) { copy_kept(instance, instance->before, instance->state); }

/* Parameters that somebody has set within the step stay set: those that were refused are asked for again. */
void state_give_back(const Instance *instance)
{
    int parameters_dirty = instance->state->parameters_dirty;
    copy_kept(instance, instance->state, instance->before);
    instance->state->parameters_dirty |= parameters_dirty;
}

int state_restore(Instance *instance, const State *from)
{
    if (from->identity != instance->state->identity || from->size != instance->state->size)
        return fail(instance, "the state to go back to is not one of this %s; nothing was changed", instance->problem->name);
    memcpy(instance->state, from, state_size(instance));
    return 0;
}

/* Where `count` numbers from `used` on would begin in a block that has so many; SIZE_MAX in others. */
static size_t place_in(const Block *block, size_t used, size_t count)
{
    size_t first = used > block->start ? used : block->start;
    return first <= block->end && count <= block->end - first ? first : SIZE_MAX;
}

/* NULL where no block has room for so many. */
static double *find_room(Instance *instance, size_t count)
{
    for (Block *block = instance->scratch; block; block = block->next) {
        size_t first = place_in(block, instance->scratch_used, count);
        if (first == SIZE_MAX) continue;
        instance->scratch_used = first + count;
        return block->numbers + (first - block->start);
    }
    return NULL;
}

double *scratch_alloc(Instance *instance, size_t count)
{
    double *numbers = find_room(instance, count);
    if (numbers) return numbers;
    if (!reserve(instance, count)) return find_room(instance, count); /* a bound of ours is short */
    if (instance->way_out) TAKE_WAY_OUT(*instance->way_out);
    fprintf(stderr, "%s: %s\n", instance->problem->name, instance->message);
    abort();
}

int reserve(Instance *instance, size_t count)
{
    size_t wanted = count + instance->beside;
    Block *last = instance->scratch;
    for (Block *block = last; block; last = block, block = block->next)
        if (place_in(block, instance->scratch_used, wanted) != SIZE_MAX) return 0;
    last->next = new_block(last->end, wanted > last->end / 2 ? wanted : last->end / 2); /* so that few are made */
    return last->next ? 0 : fail(instance, "there is no memory for another %.0f numbers", (double)count);
}

double *scratch_alloc_reserved(Instance *instance, size_t count) { return reserve(instance, count) ? NULL : scratch_alloc(instance, count); }

State *scratch_alloc_state(Instance *instance) { return (State *)scratch_alloc_reserved(instance, (state_size(instance) + sizeof(double) - 1) / sizeof(double)); }

static Kept *kept_of(Instance *instance, const void *of)
{
    Kept *kept = instance->kept;
    while (kept && kept->of != of) kept = kept->next;
    if (kept || !(kept = zeros(1, sizeof *kept))) return kept;
    kept->of = of;
    kept->next = instance->kept;
    return instance->kept = kept;
}

double *kept_numbers(Instance *instance, const void *of, size_t count)
{
    Kept *kept = kept_of(instance, of);
    if (kept && count <= kept->count) return kept->numbers;
    double *numbers = kept && count <= SIZE_MAX / sizeof(double) ? realloc(kept->numbers, count * sizeof(double)) : NULL;
    if (!numbers) {
        fail(instance, "there is no memory for another %.0f numbers", (double)count);
        return NULL;
    }
    for (size_t i = kept->count; i < count; ++i) numbers[i] = 0.0;
    kept->count = count;
    return kept->numbers = numbers;
}

int fail(Instance *instance, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(instance->message, MESSAGE, format, values);
    va_end(values);
    instance->invalid = 0;
    return -1;
}

int fail_also(Instance *instance, const char *format, ...)
{
    size_t used = strlen(instance->message);
    va_list values;
    if (used && used + 1 < MESSAGE) {
        instance->message[used++] = '\n';
        instance->message[used] = '\0';
    }
    va_start(values, format);
    vsnprintf(instance->message + used, MESSAGE - used, format, values);
    va_end(values);
    return -1;
}

void report(Instance *instance, const char *format, ...)
{
    char sentence[MESSAGE];
    va_list values;
    if (!instance->report) return;
    va_start(values, format);
    vsnprintf(sentence, MESSAGE, format, values);
    va_end(values);
    instance->report(instance->host, sentence);
}
