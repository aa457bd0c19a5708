/* Polynomials through margins of modes along a part of a step, by Chebyshev's nodes (events.c). */

#ifndef MBFMU_MARGIN_POLYNOMIALS_H
#define MBFMU_MARGIN_POLYNOMIALS_H

#define DEGREE 8       /* at most: four more than dense outputs have */
#define FIRST_DEGREE 4 /* whose nodes are among the others; what flies has gaps of degree 2 */
#define GRID 64        /* intervals in which minima are looked for */

/* A part of the step with the margins at its nodes (DEGREE + 1, modes apart), of which each `apart`-th is known. */
typedef struct {
    double low, high, *samples;
    int modes, apart;
} Sampled;

int degree_of(const Sampled *part);
double node_of(const Sampled *part, int j);     /* part of the step */
double *sample_of(const Sampled *part, int j);  /* of all modes */

/* Coefficients (DEGREE + 1) of Chebyshev polynomials, and the least value and the spread of the samples. */
typedef struct {
    int degree;
    double coefficient[DEGREE + 1], least, spread;
} Polynomial;

Polynomial polynomial_of(const Sampled *part, int mode);
double polynomial_value(const Polynomial *of, double part); /* at a part (0 to 1) of what was sampled */
double polynomial_slope(const Polynomial *of, double part);
double polynomial_error(const Polynomial *of); /* the size of the last two coefficients */
int lowest_parts(const Polynomial *of, double close, double *parts); /* where it has minima below so much (GRID - 1 at most); how many */

#endif
