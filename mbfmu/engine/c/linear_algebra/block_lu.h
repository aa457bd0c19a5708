/* LU factors of matrices whose rows and columns are states in blocks (StateBlocks): by blocks, with pivots within the blocks of the diagonal.

   A matrix has `times` x `times` numbers for each pair of states: 1 for real ones, 2 for complex ones. Its blocks lie as StateBlocks.place says, each row
   by row, the `times` rows of a state next to each other. Vectors have `times` numbers a state, in the order of states. One block alone is eliminated
   as lu.c does.
   Source: I. S. Duff, A. M. Erisman, J. K. Reid, Direct Methods for Sparse Matrices, 2nd ed., 2017, chapters 9 and 11. */

#ifndef MBFMU_BLOCK_LU_H
#define MBFMU_BLOCK_LU_H

#include <stddef.h>

#include "problem.h"

size_t block_numbers(const StateBlocks *of, int times);
/* Where the block of rows i and columns j begins, which must be in the pattern. */
double *block_at(const StateBlocks *of, int times, double *A, int i, int j);
static inline int states_in(const StateBlocks *of, int block) { return of->first[block + 1] - of->first[block]; }

/* The numbers (row, column) of all pairs become factor B, of a real matrix B; `small` (times x times) is added to those of each state by itself. */
void block_put(const StateBlocks *of, int times, double *A, int row, int column, double factor, const double *B);
void block_add_on_diagonal(const StateBlocks *of, int times, double *A, const double *small);
/* A becomes its factors; pivots has `times` numbers a state; 0, or the number from 1 of a block without pivot. */
int block_lu(const StateBlocks *of, int times, double *A, int *pivots);
/* b becomes the solution; work has as many numbers. */
void block_lu_solve(const StateBlocks *of, int times, const double *LU, const int *pivots, double *b, double *work);
/* result = A x of a real matrix. */
void block_product(const StateBlocks *of, const double *A, const double *x, double *result);

#endif
