/* The recent past of signals. */

#ifndef MBFMU_HISTORY_H
#define MBFMU_HISTORY_H

#include "master.h"
#include "polynomial.h"

/* Take in what outputs are at a time, with slopes if they are sloped: values (count x width) as the slave has them. */
void history_add(History *history, int width, double time, const double *values, const double *slopes);
/* Give values the signs with which they continue the newest sample. */
void history_continue(const History *history, double *values, double *slopes);
/* Sample number `back` before the newest one. */
Sample history_sample(const History *history, int width, int back);
/* The polynomial of `degree` around `at` that meets the newest samples not later than `until`, and what signals are taken to be ahead if `ahead`. */
void history_polynomial(const History *history, int width, int degree, double at, double until, int ahead, Polynomial *polynomial);

#endif
