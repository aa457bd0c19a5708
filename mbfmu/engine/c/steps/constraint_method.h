/* What a method for accelerations under constraints supplies, and what it is given.

   A method sees scaled numbers, free of units: diag M = 1 (below one for speeds of nearly no inertia), rows of A of length one. It is a file
   with one ConstraintMethod and, by CONSTRAINED_KIND of constrained_solve.h, the kind of step that it is. */

#ifndef MBFMU_CONSTRAINT_METHOD_H
#define MBFMU_CONSTRAINT_METHOD_H

#include "instance.h"

/* Of a squared pivot of rows of length one: below it a row depends on the others for the moment. Not less, since on the way to
   accelerations the roundoff in positions is divided by a pivot's cube. */
#define DEPENDENT 1e-10

typedef struct ConstraintMethod ConstraintMethod;

typedef struct {
    const ConstraintMethod *method; /* which solves: that asked for, or another that it hands over to */
    int n, m;              /* speeds, and independent rows */
    int independent;       /* how many of these are so at present, as the method has found */
    int *row;              /* m: their numbers among all */
    double *M, *A;         /* n x n, and n x m: a column for each row, zero where it has vanished */
    double *speeds, *rows; /* n and m: what they were scaled by */
    double *space;         /* the method's own */
} ScaledSystem;

struct ConstraintMethod {
    size_t (*space)(int n, int m); /* how many numbers `factorize` and `solve` use */
    /* M and A become factors, or stay; sets `independent`. -1, with the cause named after `what`, where there is no unique a. */
    int (*factorize)(ScaledSystem *system, Instance *instance, const char *what);
    /* f (n) becomes a, and b (m) becomes l, with M a = f + A^T l on all rows and A a = b on the independent ones; A^T l is unique. */
    void (*solve)(const ScaledSystem *system, double *f, double *b);
};

#endif
