/* moved_starts.c: speeds given for the start that assembly has moved onto the constraints, in words. */

#include "moved_starts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "schedule.h"
#include "sentence.h"
#include "settled_start.h"
#include "words.h"

#define MOVED 1e-3 /* of the largest number of a speed that was given: what is written with four digits and meant to fit stays unsaid */

/* A number with four digits. */
static double shortened(double value)
{
    char text[NUMBER_TEXT];
    snprintf(text, sizeof text, "%.4g", value);
    return strtod(text, NULL);
}

/* Those that are not zero were given. */
static void say_moved(Sentence *sentence, const Instance *instance, const StartSpeed *speed)
{
    const double *given = at(instance, speed->given), *found = at(instance, speed->found);
    char before[QUANTITY_TEXT], after[QUANTITY_TEXT];
    double largest = 0.0;
    for (int i = 0; i < speed->given.size; ++i) largest = fmax(largest, fabs(given[i]));
    for (int i = 0; i < speed->given.size; ++i)
        if (largest > 0.0 && fabs(found[i] - given[i]) > MOVED * largest)
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
        for (int j = 0; j < mechanism->start_speeds; ++j) say_moved(&moved, instance, &mechanism->start_speed[j]);
        if (moved.length)
            report(instance, "start speeds have been moved onto the constraints: %s; keep some with v_fixed=True, or start the others so that they fit",
                   moved.text);
    }
    return 0;
}
