/* What the parts of a mechanism share (mbfmu.runtime.mechanism): views of its numbers, and the levels of positions and of speeds.

   Rows and starts are chosen by their numbers, in order. What is taken from scratch here is given back. */

#ifndef MBFMU_MECHANISM_LEVEL_H
#define MBFMU_MECHANISM_LEVEL_H

#include <float.h>

#include "mechanism.h"

#define ROUNDOFF (16 * DBL_EPSILON) /* relative to the terms that a residual is the sum of */
#define MISFIT 1e-7 /* relative to the lengths involved: dependent rows may disagree by it, as parameters written with eight digits do */

typedef struct {
    int count;
    int *number;
} Rows;

typedef struct Level Level;
struct Level {
    Instance *instance;
    const Mechanism *mechanism;
    const char *per, *what;
    int all;                                  /* all rows hold at this level, not the holonomic ones alone */
    double *residual, *start_residual;        /* of each row, of each start */
    const double *fixed;                      /* of each start: 1.0 where the user fixed it */
    double lenience;                          /* of misfits, in roundoffs */
    int (*move)(const Level *level, const double *change); /* changes the states by a change of speeds (nv) */
    double (*sizes)(const Level *level, double *sizes);    /* of what the speeds (nv) move; the least of what residuals are relative to */
};

Level positions(Instance *instance, const Mechanism *mechanism);
Level speeds(Instance *instance, const Mechanism *mechanism);

void roundoff(const Level *level, double *of_rows); /* in each residual */
void misfit(const Level *level, double *of_rows);   /* what residuals of dependent rows may be */
Rows rows_of(const Level *level);                   /* those that hold at this level, taken from scratch */
Rows kept_rows_of(const Level *level);              /* and are kept */
Rows fixed_starts(const Level *level);

static inline double *speeds_of(const Instance *instance, const Mechanism *mechanism)
{
    return at(instance, mechanism->x) + mechanism->nq + mechanism->own;
}
static inline int is_kept(const Instance *instance, const Mechanism *mechanism, int row) { return at(instance, mechanism->k)[row] > 0.0; }
int is_active(const Instance *instance, const Mechanism *mechanism, int row); /* says anything, as last evaluated */

int energy_of(Instance *instance, const Mechanism *mechanism, double *energy); /* of motion, gravity and springs [J] */
void coordinate_sizes(const Instance *instance, const Mechanism *mechanism, double *sizes); /* each at least 1 */
void longest_alike(const Mechanism *mechanism, double *values); /* of each row becomes the largest of those like it */

static inline int *take_whole(Instance *instance, size_t count) { return (int *)take(instance, (count + 1) / 2); }
static inline double *take_copy(Instance *instance, const double *from, size_t count)
{
    double *copy = take(instance, count);
    for (size_t i = 0; i < count; ++i) copy[i] = from[i];
    return copy;
}
static inline void copy_numbers(double *to, const double *from, size_t count)
{
    for (size_t i = 0; i < count; ++i) to[i] = from[i];
}
static inline size_t states_of(const Mechanism *mechanism) { return (size_t)(mechanism->nq + mechanism->own + mechanism->nv); }

#endif
