/* Tapes: functions as data, interpreted.

   A tape's numbers lie in a frame one behind the other: its constants, its inputs, then what its instructions give, in order. An
   instruction makes one number of some that lie before it; CALL makes as many as the called tape has outputs. What is called calls nothing.
   Instructions of one operation lie behind one another, in runs, and their operands likewise (tape_order.c). A pair of instructions makes two
   numbers of pairs of numbers, of which the place of the first is an operand (tape_pairs.c). Such places are even, and frames lie at multiples of the
   size of a pair.
   Whether each operand lies before the result, loading checks once (load_tapes.c); nothing is checked here.
   CELL and ENTRY look into stored numbers: which ones is their first operand, a constant.
   A tape that stands for a query has no instructions: its outputs, behind its inputs, are what convex_query says of these. All others that are called
   call none but such. */

#ifndef MBFMU_TAPE_H
#define MBFMU_TAPE_H

#include <stddef.h>

#include "problem.h"
#include "stored.h"

typedef int Place; /* in a frame */

typedef struct {
    int operation, count; /* of instructions; one of CALL */
    Place first;          /* of what they give */
} Run;

/* WHERE has the place of its condition, and how many runs, operands and calls of these are left out where that is zero. */
enum { WHERE_CONDITION, WHERE_RUNS, WHERE_PLACES, WHERE_CALLS, WHERE_OPERANDS };

/* The kind of a convex core, and how many numbers it has. */
typedef struct {
    int kind, count;
} QueriedCore;

typedef struct Tape Tape;

typedef struct {
    const Tape *tape;
    const Place *argument; /* tape->inputs places in the caller's frame */
} TapeCall;

struct Tape {
    int constants, inputs, calls, outputs, runs, is_query;
    QueriedCore a, b; /* of a query */
    const double *constant;
    const Run *run;
    const Place *operand;       /* of all instructions, in order; those of a unary operation are the same twice */
    const Place *operands_end;  /* behind the last */
    const TapeCall *call;       /* in the order of the CALLs */
    const Place *output;
    const Stored *stored; /* those of all tapes */
    int numbers;          /* in the frame, an even number */
    int room;             /* behind it, for the largest frame that is called */
    size_t frame;         /* of steps that run the tape, in Instance.w; behind it a number that is zero until constants have been filled in */
};

/* Runs a tape: an argument is copied into its inputs, its outputs to the results. */
typedef struct {
    const Tape *tape;
    int arguments, results;
    const Ref *argument, *result; /* as many numbers as the tape has inputs and outputs */
} TapeRun;

extern const StepKind TAPE_RUN;

static inline size_t frame_size(const Tape *tape) { return (size_t)tape->numbers + (size_t)tape->room; }

/* The constants of a frame, which stay. */
void tape_enter(const Tape *tape, double *frame);

/* Constants and inputs lie in the frame already, one behind the other. `changed` and `adjoint` are frames as well: in the former the
   inputs' derivatives along a direction become those of all numbers; in the latter what the outputs say, all else being zero, is handed back to
   all numbers that the last tape_values on the frame has made of the inputs. */
void tape_values(const Tape *tape, double *frame);
void tape_tangent(const Tape *tape, double *frame, double *changed);
void tape_adjoint(const Tape *tape, double *frame, double *adjoint);

#endif
