/* Additions, subtractions and what only they read, in one. */

#ifndef MBFMU_TAPE_SUMS_H
#define MBFMU_TAPE_SUMS_H

#include "tape_instructions.h"

/* The instructions of a tape as they run, written to `made`, which has room for as many; how many these are. `moved` (of all numbers) says where
   each number of the file comes to lie, if it is stored at all. `reads` (of all numbers) says how often each is read in the file, by instructions,
   calls or as an output. */
int make_sums(const Tape *tape, const FileInstruction *instruction, int count, const int *reads, Instruction *made, Place *moved);

#endif
