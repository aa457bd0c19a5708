/* moved_starts.c: speeds given for the start that assembly has moved onto the constraints, in words. */

#include "moved_starts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "mechanism.h"
#include "schedule.h"
#include "sentence.h"
#include "settled_start.h"
#include "words.h"

#define MOVED 1e-3 /* of the largest number of a speed that was given: what is written with four digits and meant to fit stays unsaid */
#define COMPUTED 1e-12 /* relative */

/* A number with four digits. */
static double shortened(double value)
{
    char text[NUMBER_TEXT];
    snprintf(text, sizeof text, "%.4g", value);
    return strtod(text, NULL);
}

/* What a speed that was computed may be off: of the fastest of a mechanism, and of 1 m/s or rad/s. */
static double roundoff_of(const Instance *instance, const Mechanism *mechanism)
{
    const double *v = speeds_of(instance, mechanism);
    double fastest = 1.0;
    for (int j = 0; j < mechanism->nv; ++j) fastest = fmax(fastest, fabs(v[j]));
    return COMPUTED * fastest;
}

/* Those that are not zero were given. */
static void say_moved(Sentence *sentence, const Instance *instance, const StartSpeed *speed, double roundoff)
{
    const double *given = at(instance, speed->given), *found = at(instance, speed->found);
    char before[QUANTITY_TEXT], after[QUANTITY_TEXT];
    double largest = 0.0;
    for (int i = 0; i < speed->given.size; ++i) largest = fmax(largest, fabs(given[i]));
    for (int i = 0; i < speed->given.size; ++i)
        if (largest > 0.0 && fabs(found[i] - given[i]) > fmax(MOVED * largest, roundoff))
            say(sentence, "%s%s = %s became %s", sentence->length ? ", " : "", speed->name[i], quantity_text(before, given[i], speed->unit),
                quantity_text(after, shortened(found[i]), speed->unit));
}

int model_report_moved_starts(Instance *instance)
{
    const Problem *problem = instance->problem;
    if (starts_in_equilibrium(instance)) return model_report_settled_start(instance);
    for (int i = 0; i < problem->mechanisms; ++i) {
        const Mechanism *mechanism = &problem->mechanism[i];
        Sentence moved = {"", 0};
        if (run(instance, mechanism->find_start_speeds)) return -1;
        for (int j = 0; j < mechanism->start_speeds; ++j) say_moved(&moved, instance, &mechanism->start_speed[j], roundoff_of(instance, mechanism));
        if (moved.length)
            report(instance, "start speeds have been moved onto the constraints: %s; keep some with v_fixed=True, or start the others so that they fit",
                   moved.text);
    }
    return 0;
}
