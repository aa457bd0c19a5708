/* A model in time. */

#ifndef MBFMU_ADVANCE_H
#define MBFMU_ADVANCE_H

#include "samples.h"
#include "variation.h"

/* To t_end, with errors of state->tolerance relative to each state or its nominal. On failure the instance is as before.
   `stopped` (may be NULL) says why it went no further, and is 0 at t_end:
   BY_HOST: the host asked for an end between two steps; the caller returns early.
   AT_EVENT (where `at_events` is set): an event was met, or is due here; the caller returns, and its master handles the event.
   Both may be set. Outputs are those of where it stopped. */
enum { BY_HOST = 1, AT_EVENT = 2 };
int advance(Instance *instance, double t_end, int at_events, int *stopped);
/* The same, to where inputs jump: time events at t_end are left to what comes behind, and those just before it are not. */
int advance_to_stop(Instance *instance, double t_end);
/* To the last of the samples, which are taken on the way: in steps as long as the integrator makes them, but no longer than `longest` [s], or from each
   to the next as from one communication point to the next. On failure the instance is where it was, or at the last sample that was taken. */
int advance_sampling(Instance *instance, Samples *samples, double longest);
int advance_to_each(Instance *instance, Samples *samples);
/* To each of the samples, as advance_to_each does, in steps no longer than `longest` [s], with the variation beside; `tangents`
   (count x directions x ny) are those of the outputs. */
int advance_varying(Instance *instance, Samples *samples, double longest, Variation *variation, double *tangents);
size_t advance_scratch(const Problem *problem); /* besides evaluations, outputs and validations on the way */

#endif
