/* The order of a tape's instructions. */

#ifndef MBFMU_TAPE_ORDER_H
#define MBFMU_TAPE_ORDER_H

#include "reader.h"
#include "tape_instructions.h"

/* Makes the runs of a tape of the instructions as they lie in the file; what each gives stays the same to the last bit. Arguments of calls and
   outputs, which have been read, change in place. */
void order_tape(Reader *reader, Tape *tape, const FileInstruction *instruction, int count);

#endif
