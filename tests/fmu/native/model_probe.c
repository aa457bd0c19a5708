/* What tests of a model in time see of an instance, and how they set it. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

typedef struct {
    char reports[MESSAGE];
    int points, last; /* accepted steps; the one at which the host ends the journey, 0 for none */
} Host;

static void keep_report(void *host, const char *message)
{
    char *reports = ((Host *)host)->reports;
    size_t used = strlen(reports);
    snprintf(reports + used, MESSAGE - used, "%s\n", message);
}

static int count_points(void *host, double t)
{
    Host *of = host;
    (void)t;
    return ++of->points == of->last;
}

Instance *probe_new(void)
{
    Instance *instance = model_new(&PROBLEM, calloc(sizeof(Host), 1));
    instance->report = keep_report;
    instance->between = count_points;
    return instance;
}

void probe_free(Instance *instance)
{
    free(instance->host);
    instance_free(instance);
}

double *probe_numbers(Instance *instance) { return instance->numbers; }
double *probe_tangent(Instance *instance) { return instance->tangent; }
double *probe_adjoint(Instance *instance) { return instance->adjoint; }
const char *probe_message(Instance *instance) { return instance->message; }
const char *probe_reports(Instance *instance) { return ((Host *)instance->host)->reports; }
int probe_points(Instance *instance) { return ((Host *)instance->host)->points; }
int probe_balanced(Instance *instance) { return instance->scratch_used == 0; }
void probe_stop_at(Instance *instance, int point) { ((Host *)instance->host)->last = ((Host *)instance->host)->points + point; }
void probe_tolerance(Instance *instance, double tolerance) { instance->state->tolerance = tolerance; }

/* As the FMI layer does where a number is set. */
void probe_touched(Instance *instance, int input)
{
    instance->state->touched = 1;
    if (input) model_given(instance);
}

size_t probe_state_size(const Instance *instance) { return state_size(instance); }
