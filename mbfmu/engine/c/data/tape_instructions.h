/* The instructions of a tape: as they lie in files, and as they run, with sums in one. */

#ifndef MBFMU_TAPE_INSTRUCTIONS_H
#define MBFMU_TAPE_INSTRUCTIONS_H

#include "tape.h"
#include "tape_operations.h"

#define NAME_OF_ONE(NAME, value, by_a, by_b) NAME,
#define NAME_OF_TWO(FIRST, SIGN, SECOND) FIRST##_##SIGN##_##SECOND,
#define NAME_OF_THREE(FIRST, SIGN, SECOND, LAST_SIGN, THIRD) FIRST##_##SIGN##_##SECOND##_##LAST_SIGN##_##THIRD,

/* Up to END_WHERE they lie in files, behind it are sums. ADD, SUB and END_WHERE do not run. What WHERE and END_WHERE enclose is left out where the operand
   of WHERE is zero; it has neither calls nor another WHERE. */
enum { ADD, SUB, TAPE_OPERATIONS(NAME_OF_ONE, NAME_OF_ONE, NAME_OF_ONE) CALL_TAPE, WHERE, END_WHERE, TAPE_SUMS(NAME_OF_TWO, NAME_OF_THREE) OPERATIONS };
enum { SUMS_OF_TWO_TERMS = END_WHERE + 1, SUMS_OF_THREE_TERMS = SUMS_OF_TWO_TERMS + 8 };

typedef struct {
    int operation, a, b; /* places of the operands; b = a where there is one, both 0 of CALL_TAPE and END_WHERE */
} FileInstruction;

enum { MOST_OPERANDS = 6 };

typedef struct {
    int operation, operands;
    Place operand[MOST_OPERANDS];
} Instruction;

#endif
