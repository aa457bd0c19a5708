/* How positions go onto the contacts of an impact, and how that changes with the states before it. */

#ifndef MBFMU_IMPACT_POSITIONS_H
#define MBFMU_IMPACT_POSITIONS_H

#include "impact_rows.h"

typedef struct {
    int count, *place;         /* of rows that hold positions too, among all that take part */
    OrthogonalFactors factors; /* of their products */
} ImpactPositions;

int find_impact_positions(const ImpactRows *rows, ImpactPositions *found); /* taken from scratch */
/* The tangents of coordinates go onto the rows: what they are off is taken back as displacements of the least kinetic energy. Contacts were `apart` [m] by so much
   at most, and `farthest` which contact. In scratch memory that has been reserved. */
int move_positions(const ImpactRows *rows, const ImpactPositions *positions, double *apart, int *farthest);
size_t move_positions_size(const ImpactRows *rows);

#endif
