/* Samples: the outputs at many times, taken within the integrator's own steps. */

#ifndef MBFMU_SAMPLES_H
#define MBFMU_SAMPLES_H

#include "integrator.h"

typedef struct {
    const double *time; /* count times [s] that ascend, all behind the start; nothing goes beyond the last */
    double *outputs;    /* count rows of slot y, filled in order */
    int count;
    int next;           /* the first that is not taken yet */
} Samples;

int samples_reached(const Samples *samples, double t); /* how many lie at t or before */
/* Those from the start of the last step up to, but without, the present point, in the modes of that step. The instance stays where it is, but for
   what an evaluation writes. So a sample at an event is one behind it: it belongs to the next step. */
int take_samples(Instance *instance, const Integrator *integrator, Samples *samples);
void keep_outputs(const Instance *instance, Samples *samples); /* they are those of the next sample */

#endif
