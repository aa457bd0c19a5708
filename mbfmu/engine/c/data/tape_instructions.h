/* The instructions of a tape: as they lie in files, and as they run, with sums in one. */

#ifndef MBFMU_TAPE_INSTRUCTIONS_H
#define MBFMU_TAPE_INSTRUCTIONS_H

#include "tape.h"
#include "tape_operations.h"

typedef struct {
    int operation, a, b; /* places of the operands; b = a where there is one, both 0 of CALL_TAPE and END_WHERE */
} FileInstruction;

enum { MOST_OPERANDS = 6 };

typedef struct {
    int operation, operands;
    Place operand[MOST_OPERANDS];
} Instruction;

#endif
