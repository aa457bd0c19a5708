/* The motion that rows leave free, from the equations of motion projected on it. */

#ifndef MBFMU_FREE_MOTION_H
#define MBFMU_FREE_MOTION_H

#include "constraint_method.h"

#define SINGULAR_INERTIA 2.220446049250313e-14 /* of a pivot, relative to the inertias it is computed from: roundoff */

/* M (n x n) becomes its lower factor L, the upper triangle stays; 0, or -1 where M is not positive definite beyond the roundoff of numbers of
   the given size: then M is as it was. size[i] is that of row i; `diagonal` (n) is work space. */
int factor_inertia(double *M, int n, const double *size, double *diagonal);

#define WORDS 160

/* The words for a motion (n): the numbers, from 1, of its largest speeds. */
void words_for_motion(const double *motion, int n, char words[WORDS]);

/* All a with A a = b are some a plus N^T z. */
typedef struct {
    int n, free;
    const double *N; /* free x n: a basis of what the rows leave free, a motion each row */
    double *inertia; /* free x free: the factor of N M N^T */
    double *work;    /* free x n, and 2 n */
} FreeMotion;

/* Of a system whose independent rows are known, in a space of its own; N is to be filled. */
FreeMotion free_motion(const ScaledSystem *system, const double *N, double *space);
size_t free_motion_space(int n);

/* -1, with the cause named after `what`, where the projected mass matrix is singular: then a is not unique (rank condition of Schutte &
   Udwadia, eq. 20). M may be singular where N does not reach. */
int factor_free_motion(const FreeMotion *of, const double *M, Instance *instance, const char *what);

/* a (n), any that satisfies the rows, becomes the one with N (M a - f) = 0, no power on any free motion; f becomes the forces of the constraints
   M a - f = A^T l. */
void solve_free_motion(const FreeMotion *of, const double *M, double *a, double *f);

#endif
