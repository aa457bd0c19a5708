/* mass_metric_probe.c: a mechanism of one row and its mass matrix, for tests of the mass metric alone. */

#include <string.h>

#include "scaled_rows.h"

#define ROOM 4096 /* numbers of a small mechanism, and what is taken for it */

/* The length of a row (n) in the metric of M (n x n); negative where it is refused. */
double row_length(const double *M, const double *row, int n)
{
    double numbers[ROOM] = {0.0}, scratch[ROOM];
    Instance instance = {.numbers = numbers, .scratch = scratch, .scratch_size = ROOM};
    const Mechanism mechanism = {.rows = 1, .nv = n, .M = {0, n * n}, .A = {n * n, n}};
    ScaledRows scaled;
    memcpy(numbers, M, (size_t)(n * n) * sizeof *M);
    memcpy(numbers + n * n, row, (size_t)n * sizeof *row);
    return raw_rows(&instance, &mechanism, &scaled) ? -1.0 : scaled.scale[0];
}
