/* Polynomials of signals. */

#ifndef MBFMU_POLYNOMIAL_H
#define MBFMU_POLYNOMIAL_H

#include "master.h"

/* A sample that a polynomial is to meet: values, and perhaps slopes, at a time. */
typedef struct {
    double time;
    const double *values, *slopes;
} Sample;

/* The polynomial of `degree` around `at` that meets samples, the newest first: Hermite's, by divided differences. A slope counts like a sample;
   where fewer are known, the degree is lower. */
void polynomial_through(const Sample *samples, int known, int degree, double at, Polynomial *polynomial);
/* Number i of it at a time. */
double polynomial_at(const Polynomial *polynomial, int i, double t);
/* All numbers. */
void polynomial_values(const Polynomial *polynomial, double t, double *values);

#endif
