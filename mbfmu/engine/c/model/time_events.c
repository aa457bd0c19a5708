/* time_events.c: see time_events.h. */

#include "time_events.h"

#include "inputs.h"
#include "no_numbers.h"
#include "schedule.h"
#include "words.h"

double next_event(const Instance *instance)
{
    double first = HUGE_TIME;
    for (int i = 0; i < instance->problem->events; ++i) first = fmin(first, *at(instance, instance->problem->event[i].next));
    return first;
}

/* Times are sums that begin at the start time. */
static double behind(const Instance *instance, double t)
{
    double size = fmax(fabs(t), fabs(instance->state->start_time));
    return t + ULPS * (nextafter(size, HUGE_TIME) - size);
}

int event_is_due_at(const Instance *instance, double t) { return next_event(instance) <= behind(instance, t); }

int event_is_before(const Instance *instance, double t) { return behind(instance, next_event(instance)) < t; }

static int do_event(Instance *instance, const TimeEvent *event, double last)
{
    char text[NUMBER_TEXT];
    if (run(instance, event->update)) return -1;
    double next = *at(instance, event->next);
    if (next > last) return 0;
    return fail(instance, "%s: the next event after that at t = %.9g s must be later, not at %s s", event->name, *at(instance, instance->problem->t),
                number_text(text, next));
}

int model_do_events(Instance *instance)
{
    const Problem *problem = instance->problem;
    double *t = at(instance, problem->t), now = *t, last;
    *t = next_event(instance);
    last = behind(instance, *t);
    int failed = model_extrapolate(instance);
    for (int i = 0; i < problem->events && !failed; ++i)
        if (*at(instance, problem->event[i].next) <= last) failed = do_event(instance, &problem->event[i], last);
    failed = failed || refuse_no_numbers(instance, problem->r, "the discrete states");
    *t = now;
    return failed ? -1 : 0;
}
