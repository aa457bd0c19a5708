/* The factor of the mass matrix of a tree, body by body, by its articulated bodies: M = F^T F, where F is never written out.

   Names as in mbfmu/mechanics/formulations/articulated_body.py: a body with the motion S of its speeds v, its articulated inertia IA, U = IA S, D = S^T U. With D = L L^T
   and Y = L^-1 U^T the inertia that it hands down is IA - Y^T Y, and with B, its motion due to the body below,

       y = L^T v + Y B     V = B + S v     from the root out: y = F v

   Elastic coordinates move nodes of their flexible body, too: then IA, U and D have what the nodes carry.
   Source: G. Rodriguez, K. Kreutz-Delgado, Spatial operator factorization and inversion of the manipulator mass matrix, 1992. */

#ifndef MBFMU_TREE_FACTOR_H
#define MBFMU_TREE_FACTOR_H

#include "tree_masses.h"

typedef struct {
    const MassTree *tree;
    const double *masses; /* a copy, since the factor outlives the states that it was found at */
    const int *body, *place; /* of each speed; of each body's L */
    double *L, *Y, *along;   /* L of each body, Y (6) and diagonal of M of each speed */
    double *bodies;          /* 6 numbers of each body, zeros between calls */
} TreeFactor;

/* All of it taken from scratch; -1 where there is no memory. `positive`: whether M is. */
int find_tree_factor(Instance *instance, const MassTree *tree, const double *masses, TreeFactor *factor, int *positive);
void tree_factor_product(const TreeFactor *factor, const double *v, double *y); /* y = F v */
void tree_factor_solve(const TreeFactor *factor, double *y);                    /* y becomes F^-1 y */
/* The row x becomes x F^-1, where it is not zero in the `count` columns named, which with a speed are all of its body and of bodies below. */
void tree_factor_row_solve(const TreeFactor *factor, const int *columns, int count, double *x);
/* The smallest pivot, each relative to its number on the diagonal of M. */
double smallest_pivot(const TreeFactor *factor);

#endif
