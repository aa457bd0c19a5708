/* How points would slide if friction were just exhausted: of all motions on which forces do work, the one that friction resists least. */

#ifndef MBFMU_LIMIT_MOTION_H
#define MBFMU_LIMIT_MOTION_H

#include <stddef.h>

/* Points whose friction is radius at most: of each two rows (n) of velocities, and the forces (n) that friction is to bear in all. */
typedef struct {
    int n, points;
    const double *rows, *resultant, *radius;
} FrictionLimit;

/* Speeds (points) of that motion, of points that rest a small one, from `weight` of Lawson's iteration; 1 where none is found. */
int limit_motion(const FrictionLimit *limit, const double *weight, double *speed, double *work);
size_t limit_motion_work(int n, int points);

#endif
