/* Accelerations and multipliers of a mechanism with constraints; what the methods share (mbfmu.runtime.constrained_solve).

   A method sees scaled numbers, free of units: diag M = 1 (below one for speeds of nearly no inertia), rows of A of length one. */

#ifndef MBFMU_CONSTRAINED_SOLVE_H
#define MBFMU_CONSTRAINED_SOLVE_H

#include "instance.h"

/* Of a squared pivot of rows of length one: below it a row depends on the others for the moment. Not less, since on the way to
   accelerations the roundoff in positions is divided by a pivot's cube. */
#define LOST 1e-10

typedef struct {
    int n, m;              /* speeds, and rows kept */
    int independent;       /* how many of these are, as the method has found */
    int *row;              /* m: their numbers among all */
    double *M, *A;         /* n x n, and n x m: a column for each row, zero where it has vanished */
    double *speeds, *rows; /* n and m: what they were scaled by */
    double *space;         /* the method's own */
} ScaledSystem;

typedef struct ConstraintMethod ConstraintMethod;
struct ConstraintMethod {
    size_t (*space)(int n, int m); /* how many numbers `factorize` and `solve` use */
    /* M and A become factors; sets `independent`. -1, with the cause named after `what`, where there is no unique a. */
    int (*factorize)(ScaledSystem *system, Instance *instance, const char *what);
    /* f (n) becomes a and b (m) becomes l, zero for rows that depend on others: M a = f + A^T l, A a = b. */
    void (*solve)(const ScaledSystem *system, double *f, double *b);
    const ConstraintMethod *without_rows; /* the method where no row is kept and the masses alone decide; perhaps this one itself */
};

int constrained_run(const ConstraintMethod *method, const ConstrainedSolve *step, Instance *instance);
int constrained_tangent(const ConstraintMethod *method, const ConstrainedSolve *step, Instance *instance);
int constrained_adjoint(const ConstraintMethod *method, const ConstrainedSolve *step, Instance *instance);
size_t constrained_scratch(const ConstraintMethod *method, const ConstrainedSolve *step);

#endif
