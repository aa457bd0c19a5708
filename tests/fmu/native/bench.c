/* bench.c: a test bench's program with one FMU of FMI 3.0 compiled in, and memory from an array as where no operating system gives any.

     bench TOKEN STEPS STEP_SIZE NUMBERS REFERENCE...

   A line of outputs, so many numbers, after every step; at the end how often memory was asked for in steps, and before them. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi3Functions.h"

#define MEMORY (1u << 24) /* bytes */
#define MOST 64

typedef union {
    double number;
    void *place;
    unsigned char bytes[16];
} Unit;

static Unit memory[MEMORY / sizeof(Unit)];
static size_t used;
static int allocations;

/* Everything in the program that asks for memory comes here, the C library too. */
void *malloc(size_t size)
{
    size_t units = (size + sizeof(Unit) - 1) / sizeof(Unit) + 1; /* the first says how many bytes there are */
    if (size > MEMORY || units > MEMORY / sizeof(Unit) - used) return NULL;
    Unit *start = memory + used;
    used += units;
    ++allocations;
    memcpy(start, &size, sizeof size);
    return start + 1;
}

void free(void *place) { (void)place; }

void *calloc(size_t count, size_t size) { return size && count > MEMORY / size ? NULL : malloc(count * size); } /* the array begins with zeros */

void *realloc(void *place, size_t size)
{
    size_t before = 0;
    void *moved = malloc(size);
    if (place) memcpy(&before, (Unit *)place - 1, sizeof before);
    if (place && moved) memcpy(moved, place, before < size ? before : size);
    return moved;
}

int main(int count, char **given)
{
    fmi3ValueReference reference[MOST];
    if (count < 6 || count - 5 > MOST || atoi(given[4]) > MOST) return 2;
    size_t outputs = (size_t)count - 5, width = (size_t)atoi(given[4]);
    for (size_t i = 0; i < outputs; ++i) reference[i] = (fmi3ValueReference)atoi(given[5 + i]);
    double h = atof(given[3]);
    fmi3Instance instance = fmi3InstantiateCoSimulation("bench", given[1], "", false, false, false, false, NULL, 0, NULL, NULL, NULL);
    if (!instance || fmi3EnterInitializationMode(instance, false, 0.0, 0.0, false, 0.0) || fmi3ExitInitializationMode(instance)) return 3;
    int before = allocations, in_steps = 0;
    for (int i = 0; i < atoi(given[2]); ++i) {
        double last, numbers[MOST];
        bool event, end, early;
        int so_far = allocations;
        if (fmi3DoStep(instance, i * h, h, true, &event, &end, &early, &last)) return 4;
        if (fmi3GetFloat64(instance, reference, outputs, numbers, width)) return 5;
        in_steps += allocations - so_far;
        for (size_t j = 0; j < width; ++j) printf("%a%c", numbers[j], j + 1 < width ? ' ' : '\n');
    }
    printf("%d %d\n", in_steps, before);
    fmi3FreeInstance(instance);
    return 0;
}
