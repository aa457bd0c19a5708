/* All signals of a master at once, one history after another: (signals x width) numbers, or one for each signal. */

#ifndef MBFMU_SIGNALS_H
#define MBFMU_SIGNALS_H

#include "master.h"

/* Signals are taken to have these values at a time, without slopes; or what their newest samples are; or not any more. */
void look_ahead(Master *master, double time, const double *values);
void look_ahead_as_newest(Master *master);
void look_away(Master *master);
/* The newest values. */
void newest_signals(const Master *master, double *values);
/* What they will be at the end of a step, by polynomials of a degree through their past. */
void predicted_signals(Master *master, int degree, const Step *step, double *values);
/* How large they have been, or are usually. */
void signal_sizes(const Master *master, double *sizes);

#endif
