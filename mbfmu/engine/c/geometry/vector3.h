/* Vectors (3) and rotations (3, 3), row by row. */

#ifndef MBFMU_VECTOR3_H
#define MBFMU_VECTOR3_H

#include <math.h>

static inline double dot3(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static inline double length3(const double a[3]) { return sqrt(dot3(a, a)); }

static inline void copy3(const double a[3], double to[3])
{
    for (int i = 0; i < 3; ++i) to[i] = a[i];
}

static inline void scaled3(double factor, const double a[3], double to[3])
{
    for (int i = 0; i < 3; ++i) to[i] = factor * a[i];
}

static inline void minus3(const double a[3], const double b[3], double to[3])
{
    for (int i = 0; i < 3; ++i) to[i] = a[i] - b[i];
}

static inline void add3(double factor, const double a[3], double to[3])
{
    for (int i = 0; i < 3; ++i) to[i] += factor * a[i];
}

static inline void cross3(const double a[3], const double b[3], double to[3])
{
    to[0] = a[1] * b[2] - a[2] * b[1];
    to[1] = a[2] * b[0] - a[0] * b[2];
    to[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void turned3(const double R[9], const double a[3], double to[3])
{
    for (int i = 0; i < 3; ++i) to[i] = dot3(R + 3 * i, a);
}

static inline void turned_back3(const double R[9], const double a[3], double to[3])
{
    for (int i = 0; i < 3; ++i) to[i] = R[i] * a[0] + R[3 + i] * a[1] + R[6 + i] * a[2];
}

/* The axis along which a vector is shortest. */
static inline int least3(const double a[3])
{
    int least = fabs(a[1]) < fabs(a[0]);
    return fabs(a[2]) < fabs(a[least]) ? 2 : least;
}

#endif
