/* Tapes: functions as data, interpreted.

   A tape's numbers lie in a frame one behind the other: its constants, its inputs, then what its instructions give, in order. An
   instruction makes one number of two that lie before it; CALL makes as many as the called tape has outputs. What is called calls nothing.
   So an index is right if it is smaller than the place of the result, which loading checks once (load_tapes.c); nothing is checked here.
   CELL and ENTRY look into stored numbers: which ones is their first operand, a constant. */

#ifndef MBFMU_TAPE_H
#define MBFMU_TAPE_H

#include <stddef.h>

#include "problem.h"
#include "stored.h"

typedef struct {
    int operation, a, b; /* places of the operands; b = a where there is one, both 0 of CALL */
} Instruction;

typedef struct Tape Tape;

typedef struct {
    const Tape *tape;
    const int *argument; /* tape->inputs places in the caller's frame */
} TapeCall;

struct Tape {
    int constants, inputs, instructions, calls, outputs;
    const double *constant;
    const Instruction *instruction;
    const TapeCall *call; /* in the order of the CALLs */
    const int *output;    /* places */
    const Stored *stored; /* those of all tapes */
    int numbers;          /* in the frame */
    int room;             /* behind it, for the largest frame that is called */
};

/* Runs a tape: an argument is copied into its inputs, its outputs to the results. */
typedef struct {
    const Tape *tape;
    int arguments, results;
    const Ref *argument, *result; /* as many numbers as the tape has inputs and outputs */
} TapeRun;

extern const StepKind TAPE_RUN;
extern const int TAPE_OPERATION_COUNT; /* CALL is the last */

int looks_up(int operation); /* whether its first operand names stored numbers */
int needs_axis(int operation); /* whether these must be two at least and ascend */

static inline size_t frame_size(const Tape *tape) { return (size_t)tape->numbers + (size_t)tape->room; }

/* The inputs lie in the frame already, behind the constants, which are filled in. `changed` and `adjoint` are frames as well: in the former the
   inputs' derivatives along a direction become those of all numbers; in the latter what the outputs say, all else being zero, is handed back to
   all numbers that the last tape_values on the frame has made of the inputs. */
void tape_values(const Tape *tape, double *frame);
void tape_tangent(const Tape *tape, double *frame, double *changed);
void tape_adjoint(const Tape *tape, double *frame, double *adjoint);

#endif
