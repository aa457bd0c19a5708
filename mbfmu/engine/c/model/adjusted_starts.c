/* adjusted_starts.c: speeds and driven positions given for the start that assembly has moved, in words. */

#include "adjusted_starts.h"

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
#define SAME 1e-9 /* rad or m, and relative: a position that assembly has not moved */

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

/* Whether a drive has something elsewhere than start values put it which somebody gives. */
static int is_contradicted(const Instance *instance, const DrivenStart *start)
{
    const double *given = at(instance, start->given), *said = at(instance, start->said), *found = at(instance, start->found);
    double largest = 1.0, other = 0.0, off = 0.0;
    for (int i = 0; i < start->given.size; ++i) {
        largest = fmax(largest, fabs(given[i]));
        other = fmax(other, fabs(said[i]));
        off = fmax(off, fabs(found[i] - given[i]));
    }
    return other > COMPUTED * largest && off > SAME * largest;
}

/* A position in words: "3 m", or "(1, 0, 3) m". */
static void say_position(Sentence *sentence, const double *position, int size, const char *unit)
{
    for (int i = 0; i < size; ++i) {
        char text[NUMBER_TEXT];
        snprintf(text, sizeof text, "%.4g", fabs(position[i]) < SAME ? 0.0 : position[i]);
        say(sentence, "%s%s", i ? ", " : size > 1 ? "(" : "", text);
    }
    say(sentence, "%s %s", size > 1 ? ")" : "", unit);
}

static void report_contradicted(Instance *instance, const DrivenStart *start)
{
    Sentence given = {"", 0}, found = {"", 0};
    if (!is_contradicted(instance, start)) return;
    say_position(&given, at(instance, start->given), start->given.size, start->unit);
    say_position(&found, at(instance, start->found), start->found.size, start->unit);
    report(instance, "%s starts at %s, but %s has it at %s then, and wins: give one of them", start->what, given.text, start->drive, found.text);
}

int model_report_moved_starts(Instance *instance)
{
    const Problem *problem = instance->problem;
    if (starts_in_equilibrium(instance)) return model_report_settled_start(instance);
    for (int i = 0; i < problem->mechanisms; ++i) {
        const Mechanism *mechanism = &problem->mechanism[i];
        Sentence moved = {"", 0};
        if (run(instance, mechanism->find_moved_starts)) return -1;
        for (int j = 0; j < mechanism->start_speeds; ++j) say_moved(&moved, instance, &mechanism->start_speed[j], roundoff_of(instance, mechanism));
        for (int j = 0; j < mechanism->driven_starts; ++j) report_contradicted(instance, &mechanism->driven_start[j]);
        if (moved.length)
            report(instance, "start speeds have been moved onto the constraints: %s; keep some with v_fixed=True, or start the others so that they fit",
                   moved.text);
    }
    return 0;
}
