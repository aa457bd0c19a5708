/* The independent rows of a level that are not weak, and changes that they ask for. */

#ifndef MBFMU_STRONG_ROWS_H
#define MBFMU_STRONG_ROWS_H

#include "scaled_rows.h"

/* Kept rows, scaled, and the factor of the products of those that are not weak, rows order[0] up to order[rank - 1]: a band of `width`, or
   where that is 0 L (rank x rank). */
typedef struct {
    Rows rows;
    ScaledRows scaled;
    int rank, width, *order;
    double *factor;
} StrongRows;

int find_strong_rows(const Level *level, StrongRows *strong); /* all of it taken from scratch */
/* The shortest y (n) whose products with the strong rows are `asked` (rank), which is overwritten. */
void shortest(const StrongRows *strong, double *asked, double *y);

#endif
