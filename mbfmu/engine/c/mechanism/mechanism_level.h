/* The levels of positions and of speeds: what the constraints say at each, how much of that is roundoff, and how states move there.

   Rows and starts are chosen by their numbers, in order. What is taken from scratch here is given back. */

#ifndef MBFMU_MECHANISM_LEVEL_H
#define MBFMU_MECHANISM_LEVEL_H

#include <float.h>

#include "mass_metric.h"
#include "mechanism.h"

#define ROUNDOFF (16 * DBL_EPSILON) /* relative to the terms that a residual is the sum of */
#define CONSISTENCY_TOLERANCE 1e-7 /* relative to the lengths involved: dependent rows may disagree so, as parameters of eight digits do */

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
    double lenience;                          /* of consistency tolerances, in roundoffs */
    FindMetric *find_metric;                  /* in which changes of speeds are as small as can be */
    int (*move)(const Level *level, const double *change); /* changes the states by a change of speeds (nv) */
    void (*sizes)(const Level *level, double *sizes);      /* of what the speeds (nv) move */
    double (*least)(const Level *level);                   /* of what residuals are relative to */
};

Level positions(Instance *instance, const Mechanism *mechanism);
Level speeds(Instance *instance, const Mechanism *mechanism);

void roundoff(const Level *level, double *of_rows);              /* in each residual */
int surely_within(const Level *level, double roundoffs);         /* whether all residuals are within so many, however large what they are relative to */
void consistency_tolerance(const Level *level, double *of_rows); /* what residuals of dependent rows may be */
Rows rows_of(const Level *level);                                /* those that hold at this level, taken from scratch */
Rows independent_rows_of(const Level *level);                           /* and are independent */
Rows fixed_starts(const Level *level);

#endif
