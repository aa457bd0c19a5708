/* load_fuzz.c: damaged files. Each is refused in words, or is a model that can be run: evaluated, differentiated, advanced by a step or two.

     load_fuzz MODEL SEED FILES

   Some have a wrong check sum; the others are made to fit theirs, as whoever means harm would. Tells how many were refused. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_sum.h"
#include "load.h"
#include "model.h"
#include "value_codecs.h"
#include "variable.h"

#define HEAD 12 /* bytes of what it is and of the check sum */
#define STEPS 2

static uint64_t state;

/* Knuth's MMIX generator; its high bits are good. */
static size_t below(size_t count)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return count ? (size_t)((state >> 20) % count) : 0;
}

static void mend_check_sum(unsigned char *bytes, size_t size)
{
    uint32_t sum;
    if (size < HEAD) return;
    sum = check_sum(bytes + HEAD, size - HEAD);
    memcpy(bytes + HEAD - sizeof sum, &sum, sizeof sum);
}

/* One to three changes: a bit, an int that is peculiar or near to what it was, a piece from elsewhere; the end cut off. */
static size_t damage(unsigned char *bytes, size_t size)
{
    static const int32_t PECULIAR[] = {0, 1, 2, 3, 5, -1, 255, 65536, 1 << 25, 1 << 26, (1 << 26) + 1, INT32_MAX, INT32_MIN};
    for (size_t changes = 1 + below(3); changes; --changes) {
        size_t place = below(size - 4), kind = below(8), from = below(size - 64), length = 1 + below(60);
        int32_t number;
        memcpy(&number, bytes + place, 4);
        if (kind < 2) bytes[place] ^= (unsigned char)(1u << below(8));
        else if (kind < 4) number = PECULIAR[below(sizeof PECULIAR / sizeof *PECULIAR)];
        else if (kind < 6) number = (int32_t)((uint32_t)number + (uint32_t)below(9) - 4u);
        else if (kind < 7 && place + length <= size) memmove(bytes + place, bytes + from, length);
        else if (!below(4)) size = 64 + below(size - 64);
        if (kind >= 2 && kind < 6) memcpy(bytes + place, &number, 4);
    }
    return size;
}

static int count_steps(void *host, double t)
{
    (void)t;
    return ++*(int *)host == STEPS;
}

static int answer(void *host, const char *function, int given, const double *argument, int found, double *result, char *why)
{
    double sum = 0.0;
    (void)host, (void)function;
    for (int i = 0; i < given; ++i) sum += argument[i];
    for (int i = 0; i < found; ++i) result[i] = sum;
    strcpy(why, "the sum is negative");
    return sum < 0.0;
}

/* Every value of every variable that is no real number, as FMI hands it out: a sanitizer sees a conversion that cannot be, or a text without end. */
static size_t hand_out(const Instance *instance)
{
    static const ValueCodec *const FORM[] = {[INTEGER] = &INT32S, [BOOLEAN] = &BOOLEANS, [ENUMERATION] = &INT64S, [STRING] = &TEXTS};
    size_t sum = 0;
    for (int v = 0; v < instance->problem->variables; ++v) {
        const Variable *variable = &instance->problem->variable[v];
        for (int i = 0; variable->type != REAL && i < values_of(variable); ++i) {
            union {
                int64_t number;
                const char *text;
            } value = {0};
            FORM[variable->type]->give(at(instance, variable->ref) + i, &value);
            sum += variable->type == STRING ? strlen(value.text) : (size_t)value.number;
        }
    }
    return sum;
}

static void run_model(const Problem *problem)
{
    int steps = 0, stopped = 0;
    volatile size_t sum; /* read, so that no compiler leaves it out */
    Instance *instance = model_new(problem, &steps);
    if (!instance) return; /* memory is missing, which is said */
    sum = hand_out(instance);
    instance->step_callback = count_steps;
    instance->compute = answer;
    if (!model_initialize(instance, 0.0) && !model_evaluate(instance)) {
        if (!model_held_outputs(instance) && !model_held_pictures(instance)) {
            sum = hand_out(instance);
            for (int i = 0; i < problem->numbers; ++i) instance->tangent[i] = instance->adjoint[i] = 1.0;
            model_tangent(instance, 1);
            model_adjoint(instance, 1);
        }
        advance(instance, 1e-3, 0, &stopped);
    }
    (void)sum;
    instance_free(instance);
}

int main(int count, char **words)
{
    FILE *file = count == 4 ? fopen(words[1], "rb") : NULL;
    static unsigned char sound[1 << 20], bytes[1 << 20];
    size_t size = file ? fread(sound, 1, sizeof sound, file) : 0, refused = 0;
    long files = count == 4 ? atol(words[3]) : 0;
    state = count == 4 ? (uint64_t)atol(words[2]) : 0;
    for (long i = 0; i < files; ++i) {
        char why[WHY] = "";
        memcpy(bytes, sound, size);
        size_t left = i ? damage(bytes, size) : size;
        int mended = i % 10 != 9;
        if (mended) mend_check_sum(bytes, left);
        unsigned char *exact = malloc(left); /* so that whoever reads behind the end is noticed */
        memcpy(exact, bytes, left);
        const Problem *problem = problem_load(exact, left, why);
        free(exact);
        refused += !problem;
        if (getenv("TOLD")) fprintf(stderr, "%ld %s\n", i, why);
        if (!problem == !why[0] || (!mended && problem && memcmp(bytes, sound, size))) return 2;
        if (problem) run_model(problem);
        problem_unload(problem);
    }
    printf("%zu\n", refused);
    return file ? 0 : 1;
}
