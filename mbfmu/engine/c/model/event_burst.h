/* Bursts of events that lead nowhere: modes that switch each other back, and updates that follow each other ever sooner. */

#ifndef MBFMU_EVENT_BURST_H
#define MBFMU_EVENT_BURST_H

#include "instance.h"

typedef struct {
    double *halfway; /* margins on half of the way to the last event */
    double *directions; /* in which points slide, behind the last event */
    double *modes;   /* that the events of the present burst have changed */
    int met;         /* events of the burst */
    double since;    /* time of the first */
    int updates;     /* of state events, since progress was looked at last */
} EventBurst;

void event_burst_start(Instance *instance, EventBurst *burst); /* in scratch */
size_t event_burst_scratch(const Problem *problem);
/* Behind an event, which found the modes and states `before`: -1 where it is one too many that leaves nothing changed. */
int event_burst_pass(Instance *instance, EventBurst *burst, const double *modes_before, const double *states_before);
int refuse_accumulating_updates(Instance *instance, const EventBurst *burst, int updates, double time); /* `updates` within `time` [s] */

#endif
