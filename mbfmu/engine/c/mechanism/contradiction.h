/* Contradiction: which elements cannot hold together, and by how much, in words. */

#ifndef MBFMU_CONTRADICTION_H
#define MBFMU_CONTRADICTION_H

#include "mechanism_level.h"
#include "sentence.h"

#define NAMED_SHARE 1e-2 /* of the largest residual, or share in a dependence: rows with less are not named */

/* The error, -1, where rows and fixed starts of a level, as last evaluated, cannot be brought to zero. */
int contradiction(const Level *level, Rows rows, Rows fixed);
/* The error, -1, where fixed starts would be `moved` to bring rows of a level, as last evaluated, from the consistency tolerance to roundoff. */
int refuse_moved_starts(const Level *level, Rows rows, Rows moved);
/* What remains of some rows of a level, as last evaluated, at each element. */
Sentence amounts(const Level *level, Rows rows);
/* The elements of some rows, each once, in order. */
Sentence elements(const Mechanism *mechanism, Rows rows);

#endif
