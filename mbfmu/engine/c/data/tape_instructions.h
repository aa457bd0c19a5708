/* The instructions of a tape: as they lie in files, and as they run, alone or in pairs, with sums in one. */

#ifndef MBFMU_TAPE_INSTRUCTIONS_H
#define MBFMU_TAPE_INSTRUCTIONS_H

#include "tape.h"
#include "tape_operations.h"

typedef struct {
    int operation, a, b; /* places of the operands; b = a where there is one, both 0 of CALL_TAPE and END_WHERE */
} FileInstruction;

enum { MOST_OPERANDS = 10 };

/* Operands and results are numbers of the file until tape_order.c gives them places. A pair has two results; of each operand it reads the number and
   that which lies behind it. The results of CALL_TAPE follow the first. MATRIX and ROWS have lists
   instead (tape_rows.c): MATRIX of its constants, which lie column by column when the tape is loaded, ROWS of the first of these and of its vector. */
typedef struct {
    int operation, operands, results;
    Place operand[MOST_OPERANDS], result[2];
    Place *many_operands, *many_results;
} Instruction;

static inline Place *all_operands(Instruction *at) { return at->many_operands ? at->many_operands : at->operand; }
static inline const Place *all_results(const Instruction *at) { return at->many_results ? at->many_results : at->result; }

#endif
