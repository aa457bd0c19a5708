/* Assembly: states go onto the constraints, by Newton's method, no farther than they must. */

#ifndef MBFMU_ASSEMBLY_H
#define MBFMU_ASSEMBLY_H

#include "mechanism_level.h"

/* Bring the residuals of `rows` to zero and keep those of `fixed` starts at zero, by the smallest change in the mass metric, or where
   that leads nowhere, of coordinates; -1 names what contradicts what, or is no number where it begins. */
int assemble(const Level *level, Rows rows, Rows fixed);
/* Bring residuals of independent rows that an assembly has left within the consistency tolerance to roundoff, as far as fixed starts let it. */
int sharpen(const Level *level, Rows rows, Rows fixed);
/* Those of fixed starts that are off by more than `bound` of what moves them, taken from scratch. */
Rows moved_starts(const Level *level, Rows fixed, double bound);
/* Whether the rows could be brought to zero from here, starts left free. */
int assembled(const Level *level, Rows rows);

#endif
