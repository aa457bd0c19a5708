/* mass_metric_probe.c: a mechanism of one row and its mass matrix, for tests of the mass metric alone. */

#include <string.h>

#include "scaled_rows.h"

#define ROOM 4096 /* numbers of a small mechanism, and what is taken for it */

/* The rows of a matrix (m x n), or of a lower triangle. */
static Pattern all(int m, int n, int triangle, int *start, int *column)
{
    start[0] = 0;
    for (int i = 0; i < m; ++i) {
        int count = triangle ? i + 1 : n;
        for (int j = 0; j < count; ++j) column[start[i] + j] = j;
        start[i + 1] = start[i] + count;
    }
    return (Pattern){start, column};
}

/* The length of a row (n) in the metric of M (n x n); negative where it is refused. */
double row_length(const double *M, const double *row, int n)
{
    static const char *const speeds[] = {"a.w", "b.w", "c.w", "d.w", "e.w", "f.w"};
    const Problem problem = {.token = "", .numbers = ROOM, .state_name = speeds};
    Instance *instance = instance_new(&problem, (Room){0, ROOM, ROOM}, NULL);
    double *numbers = instance->numbers, length;
    int starts[2][ROOM], columns[2][ROOM], first[] = {0}, size = n * (n + 1) / 2;
    const Pattern of_rows = all(1, n, 0, starts[0], columns[0]), of_masses = all(n, n, 1, starts[1], columns[1]), none = {first, first};
    const Mechanism mechanism = {.rows = 1, .nv = n, .M = {0, size}, .A = {size, n}, .A_terms = {size + n, n}, .A_pattern = of_rows, .M_pattern = of_masses,
                                 .A_start_pattern = none};
    ScaledRows scaled;
    for (int i = 0; i < n; ++i) memcpy(numbers + of_masses.start[i], M + i * n, (size_t)(i + 1) * sizeof *M);
    memcpy(numbers + size, row, (size_t)n * sizeof *row);
    length = raw_rows(instance, &mechanism, find_mass_metric, &scaled) ? -1.0 : scaled.scale[0];
    instance_free(instance);
    return length;
}
