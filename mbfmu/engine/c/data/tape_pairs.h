/* Two instructions of the same operation in one. */

#ifndef MBFMU_TAPE_PAIRS_H
#define MBFMU_TAPE_PAIRS_H

#include "reader.h"
#include "tape_instructions.h"

typedef struct PairSearch PairSearch; /* room for it, which many tapes share */
PairSearch *pair_search(Reader *reader);
void give_back_search(Reader *reader, PairSearch *search);

/* Writes the instructions of a tape, in pairs and in products of rows where that saves more than it costs, to `made`, which has room for twice as many, and
   their lists to `list`, which has room for three times as many numbers; how many these are. Each stands behind those that it reads. `reads` has how often
   each number of the file is read. `numbers` is how many numbers there are: those of the file, and behind them those that are brought together. */
int pair_instructions(PairSearch *search, const Tape *tape, const FileInstruction *instruction, int count, const int *reads, Instruction *made,
                      Place *list, int *numbers);

/* Where it is, with nothing moved across it. */
static inline int stays(int operation) { return operation == CALL_TAPE || operation == WHERE || operation == END_WHERE; }

#endif
