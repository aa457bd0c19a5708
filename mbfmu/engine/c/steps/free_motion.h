/* What constraints leave free to move needs inertia (mbfmu.runtime.free_motion). */

#ifndef MBFMU_FREE_MOTION_H
#define MBFMU_FREE_MOTION_H

#include <stddef.h>

/* M (n x n) becomes its lower factor L, the upper triangle stays; 0, or -1 where M is not positive definite beyond the roundoff of numbers of
   the given size: then M is as it was. size[i] is that of row i; `diagonal` (n) is work space. */
int factor_inertia(double *M, int n, const double *size, double *diagonal);

#define WORDS 160

/* The words for a motion (n): the numbers, from 1, of its largest speeds. */
void words_for_motion(const double *motion, int n, char words[WORDS]);

#define SINGULAR_INERTIA 2.220446049250313e-14 /* of a pivot, relative to the inertias it is computed from: roundoff */

#endif
