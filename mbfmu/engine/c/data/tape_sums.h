/* Additions, subtractions and what only they read, in one. */

#ifndef MBFMU_TAPE_SUMS_H
#define MBFMU_TAPE_SUMS_H

#include "tape_instructions.h"

enum { GIVEN = -1 /* of a number: instead of the instruction that gives it, alone or in a pair */ };

/* Makes sums of the instructions of a tape; how many instructions are left. `giver` (of all numbers) has the instruction that gives each, `reads` (of all
   numbers) how often each is read in the file: by instructions, calls or as an output. */
int make_sums(Instruction *instruction, int count, const int *giver, const int *reads);

#endif
