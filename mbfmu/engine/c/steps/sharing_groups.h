/* Groups of rows that share loads, and how they depend on each other (share_loads.c). */

#ifndef MBFMU_SHARING_GROUPS_H
#define MBFMU_SHARING_GROUPS_H

#include "instance.h"

/* One group: its rows, the independent ones first; of each its weight; of these the lengths. G and E = W_d + C W_r C^T are in factors. */
typedef struct {
    const ShareLoads *step;
    const double *A;
    int number, own, spare, *row;
    int shares; /* whether there is anything to share, and its independent rows are so at the moment: else loads stay as they are */
    double *weight, *length, *G, *C, *E;
} SharingGroup;

/* In the order of their numbers; kept as long as rows, groups, weights and which rows are independent are what they were. */
typedef struct {
    int known, count;
    SharingGroup *group;
} SharingGroups;

const SharingGroups *sharing_groups(const ShareLoads *step, Instance *instance); /* NULL where there is no memory */
size_t sharing_scratch(const ShareLoads *step);

void times_inverse(const SharingGroup *group, double *X);                                    /* X (own) becomes X G^-1 */
double weighted(const SharingGroup *group, const double *a, const double *b);                /* the sum of a b by weights, over independent rows */
void take_over(const SharingGroup *group, const double *C, const double *y, double *taken);  /* C^T y, what independent rows bear less */

#endif
