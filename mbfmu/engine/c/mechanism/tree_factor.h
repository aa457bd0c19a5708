/* The factor of the mass matrix of a tree, body by body: M = F^T F, where F is never written out.

   Names as in mbfmu/mechanics/formulations/articulated_body.py: the speeds v of a body move it by S; IA is its articulated inertia, U = IA S, D = S^T U. With
   D = L L^T and Y = L^-1 U^T it hands down IA - Y^T Y, and with its motion B due to the body below

       y = L^T v + Y B     V = B + S v     from the root out: y = F v

   Elastic rates move the nodes of their flexible body besides: IA, U and D have what these carry.
   Source: G. Rodriguez, A. Jain, K. Kreutz-Delgado, Spatial operator algebra for multibody system dynamics, 1992: M = (1 + H phi K) D (1 + H phi K)^T. */

#ifndef MBFMU_TREE_FACTOR_H
#define MBFMU_TREE_FACTOR_H

#include "tree_masses.h"

typedef struct {
    const MassTree *tree;
    const double *masses; /* a copy, since the factor outlives the states that it was found at */
    const int *body, *place; /* of each speed; of each body's L */
    double *L, *Y, *along;   /* L of each body; of each speed Y (6), and D's diagonal before the speeds just above took from it */
    double *bodies;          /* 6 numbers of each body, zeros between calls */
} TreeFactor;

/* All of it taken from scratch; -1 where there is no memory. `positive`: whether M is. */
int find_tree_factor(Instance *instance, const MassTree *tree, const double *masses, TreeFactor *factor, int *positive);
void tree_factor_product(const TreeFactor *factor, const double *v, double *y); /* y = F v */
void tree_factor_solve(const TreeFactor *factor, double *y);                    /* y becomes F^-1 y */
/* The row x becomes x F^-1, where it is not zero in the `count` columns named, which with a speed are all of its body and of bodies below. */
void tree_factor_row_solve(const TreeFactor *factor, const int *columns, int count, double *x);
/* The smallest pivot, each relative to what it was before the speeds just above took from it. Roundoff of one body is as small beside its articulated inertia, and
   elimination keeps that ratio: so no other body counts. */
double smallest_pivot(const TreeFactor *factor);

#endif
