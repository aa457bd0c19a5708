/* The directions that rows of a sparse matrix span, one for each row that is independent of those found before: QR with column pivoting of the
   transposed matrix, C^T = Q R. Q is not stored: direction k is what row number row[k] has that no direction before it has.

   Pivots are looked for among rows that are near each other in an order that is a narrow band, so that what is stored and done is proportional
   to the number of rows. Few rows are all near each other: there it is the column pivoting of Golub and Van Loan.
   Sources: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 2013, section 5.4.2; T. A. Davis, Algorithm 915, SuiteSparseQR, ACM TOMS 38, 2011. */

#ifndef MBFMU_DIRECTIONS_H
#define MBFMU_DIRECTIONS_H

#include "instance.h"

#define NEIGHBOURS 24

typedef struct {
    int m, n;
    Pattern pattern;
    const double *numbers;
} SparseRows;

typedef struct {
    int count, near;      /* complete rows among which a pivot is looked for, and pivots for which a row waits at most: NEIGHBOURS, or 1 for none */
    const int *order;     /* (count) the rows to look at, those near each other that share columns */
    int preferred;        /* rows of a smaller number come first */
    const double *least;  /* (m) what a row must have left to count as independent */
    const double *vector; /* (n) is resolved along the directions; NULL where none is wanted */
} Search;

typedef struct {
    int rank, *row;   /* (rank) the independent rows, as they were found */
    int *place;       /* (m) where among these, or -1 */
    double *left;     /* (m) what each row had left when it was found or given up: its pivot */
    Pattern along;    /* of each direction the rows that have a part along it, its own first */
    double *parts;    /* theirs: the numbers of R */
    double *resolved; /* (rank) the vector's parts */
} Directions;

/* All of it taken from scratch; -1 where there is no memory. */
int find_directions(Instance *instance, const SparseRows *rows, Search search, Directions *directions);

#endif
