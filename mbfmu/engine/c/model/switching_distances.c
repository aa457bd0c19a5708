/* switching_distances.c: see switching_distances.h. */

#include "switching_distances.h"

/* A polynomial through the stages of Dormand and Prince falls below the least of them by at most 2.4 times their spread, one through those of Bogacki and
   Shampine by 1.1 times; the rest is for the errors of stages. */
#define SAFE 4.0

enum { LEAST, MOST, FIRST, LATEST, NOTED }; /* each is an array with a margin for each mode */

static double margin_of(double indicator, double mode) { return mode > 0 ? indicator : -indicator; }

double switching_distance(const Instance *instance, int i) { return margin_of(at(instance, instance->problem->g)[i], at(instance, instance->problem->m)[i]); }

static double *noted(const Instance *instance, int what) { return instance->switching_distances + what * instance->problem->m.size; }

void switching_distances_note(Instance *instance)
{
    double *least = noted(instance, LEAST), *most = noted(instance, MOST), *latest = noted(instance, LATEST);
    const double *g = at(instance, instance->problem->g), *m = at(instance, instance->problem->m);
    for (int i = 0, modes = instance->problem->m.size; i < modes; ++i) {
        double margin = margin_of(g[i], m[i]);
        latest[i] = margin;
        if (margin < least[i]) least[i] = margin;
        if (margin > most[i]) most[i] = margin;
    }
}

void switching_distances_go_on(Instance *instance)
{
    size_t modes = (size_t)instance->problem->m.size;
    copy_numbers(noted(instance, LEAST), noted(instance, LATEST), modes);
    copy_numbers(noted(instance, MOST), noted(instance, LATEST), modes);
    copy_numbers(noted(instance, FIRST), noted(instance, LATEST), modes);
}

void switching_distances_start(Instance *instance)
{
    for (int i = 0; i < instance->problem->m.size; ++i) noted(instance, LATEST)[i] = switching_distance(instance, i);
    switching_distances_go_on(instance);
}

const double *switching_distances_at_start(const Instance *instance) { return instance->switching_distances ? noted(instance, FIRST) : NULL; }

const double *switching_distances_at_end(const Instance *instance) { return instance->switching_distances ? noted(instance, LATEST) : NULL; }

int switching_distances_are_safe(const Instance *instance)
{
    const double *least = noted(instance, LEAST), *most = noted(instance, MOST);
    for (int i = 0; i < instance->problem->m.size; ++i)
        if (!(least[i] - NOISE > SAFE * (most[i] - least[i]))) return 0;
    return 1;
}

size_t switching_distances_scratch(const Problem *problem) { return NOTED * (size_t)problem->m.size; }
