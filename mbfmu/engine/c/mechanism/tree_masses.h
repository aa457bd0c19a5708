/* The masses of a tree body by body: what a mass matrix is made of, and its products.

   find_masses leaves of each body, from MassTree.place on: R (3 x 3) and r (3), where it is on its lower body; its inertia (10), about its origin; the motion (6)
   that each speed of its mover gives it; and, where it moves itself, the angular momentum (3) that each speed has beside that motion, and the inertia along each.
   Motions and forces (6) are angular above linear, resolved in the body. Flexible bodies have mean axes: elastic rates alone have no momentum. */

#ifndef MBFMU_TREE_MASSES_H
#define MBFMU_TREE_MASSES_H

#include "instance.h"

typedef struct {
    int speeds, first;                                             /* of its mover, which the speeds from number `first` on move */
    const double *placement, *inertia, *motion, *momentum, *along; /* the last two NULL where another moves it */
} MassBody;

MassBody mass_body(const MassTree *tree, const double *masses, int k);
static inline int moves_itself(const MassTree *tree, int k) { return tree->mover[k] == k; }

void motion_up(const double *placement, const double *lower, double *motion);   /* of a body, from that of its lower one */
void force_down(const double *placement, const double *force, double *lower);   /* adds to the force on the lower body */
void full_inertia(const double *ten, double *inertia);                          /* (6 x 6) of ten numbers (mbfmu/base/spatial/inertia.py) */
void inertia_down(const double *placement, const double *inertia, double *lower); /* adds to that (6 x 6) of the lower body */

/* The mass matrix (n x n, lower triangle), written out: n^2 operations times the bodies. */
void write_tree_masses(Instance *instance, const MassTree *tree, const double *masses, double *M);

#endif
