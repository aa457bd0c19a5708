/* The products of scaled rows with each other: a narrow band where rows come in an order that keeps those near that share speeds. */

#ifndef MBFMU_ROW_PRODUCTS_H
#define MBFMU_ROW_PRODUCTS_H

#include "scaled_rows.h"

typedef struct {
    int count, width;
    double *band;             /* the factor, as in band.c, taken from scratch */
    double longest, smallest; /* of the rows, and what the factor's pivots are at least, as lengths; 0 where there is no factor */
} RowProducts;

/* The factor of the products of rows `chosen` (count, numbers among the scaled ones), in this order; -1 where there is no memory. */
int factor_products(Instance *instance, const ScaledRows *scaled, const int *chosen, int count, RowProducts *products);
/* P (count x count): the products of the rows chosen. */
void products_of(const ScaledRows *scaled, const int *chosen, int count, double *P);
/* P (m x m, lower triangle): the products of all rows. */
void all_products(const ScaledRows *scaled, double *P);

#endif
