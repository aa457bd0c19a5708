/* tape_order.c: instructions of the same operation in a row, as far as what they read allows.

   Processors guess which operation comes next, and a wrong guess takes as long as several operations. So what can be computed is sorted into
   one queue for each operation, and a queue is followed until it is empty. This is done in pieces, so that what is computed together still
   lies together. */

#include "tape_order.h"

#include <stdlib.h>
#include <string.h>

#include "tape_operations.h"

#define PIECE 4096 /* instructions */
#define ONE(NAME, value, by_a, by_b) +1
enum { OPERATIONS = 0 TAPE_OPERATIONS(ONE, ONE), NONE = -1 };

/* Reads are numbered: those of instruction k are 2 k and 2 k + 1. */
typedef struct {
    int first_read[PIECE], next_read[2 * PIECE]; /* lists of the reads of what each instruction gives */
    int waits[PIECE];                            /* for how many of its reads */
    int next[PIECE], first[OPERATIONS], last[OPERATIONS], ready[OPERATIONS]; /* queues, and how many instructions are in each */
    Instruction ordered[PIECE];
} Work;

static void enter(Work *work, int k, int operation)
{
    work->next[k] = NONE;
    if (work->ready[operation]++) work->next[work->last[operation]] = k;
    else work->first[operation] = k;
    work->last[operation] = k;
}

static int leave(Work *work, int operation)
{
    int k = work->first[operation];
    work->first[operation] = work->next[k];
    --work->ready[operation];
    return k;
}

static void wait_for(Work *work, int read, int giver)
{
    if (giver < 0) return; /* there already */
    work->next_read[read] = work->first_read[giver];
    work->first_read[giver] = read;
    ++work->waits[read / 2];
}

static int longest_queue(const Work *work)
{
    int longest = 0;
    for (int operation = 1; operation < OPERATIONS; ++operation)
        if (work->ready[operation] > work->ready[longest]) longest = operation;
    return longest;
}

/* `top` is the place of what the first of them gives; `moved` (places) says where each number of the tape has come to lie. */
static void order_piece(Work *work, Instruction *piece, int count, int top, int *moved)
{
    int operation = 0;
    memset(work->ready, 0, sizeof work->ready);
    memset(work->waits, 0, sizeof work->waits);
    for (int k = 0; k < count; ++k) {
        work->first_read[k] = NONE;
        wait_for(work, 2 * k, piece[k].a - top);
        wait_for(work, 2 * k + 1, piece[k].b - top);
        if (!work->waits[k]) enter(work, k, piece[k].operation);
    }
    for (int position = 0; position < count; ++position) {
        if (!work->ready[operation]) operation = longest_queue(work);
        int k = leave(work, operation);
        Instruction as = {operation, moved[piece[k].a], moved[piece[k].b]};
        work->ordered[position] = as;
        moved[top + k] = top + position;
        for (int read = work->first_read[k]; read != NONE; read = work->next_read[read])
            if (!--work->waits[read / 2]) enter(work, read / 2, piece[read / 2].operation);
    }
    memcpy(piece, work->ordered, (size_t)count * sizeof *piece);
}

static void move(int *places, int count, const int *moved)
{
    for (int i = 0; i < count; ++i) places[i] = moved[places[i]];
}

static void order_all(Tape *tape, Work *work, int *moved)
{
    Instruction *instruction = (Instruction *)tape->instruction;
    const TapeCall *call = tape->call;
    int top = tape->constants + tape->inputs;
    for (int i = 0; i < tape->numbers; ++i) moved[i] = i;
    for (int i = 0, end; i < tape->instructions; i = end) {
        for (end = i; end < tape->instructions && end - i < PIECE && instruction[end].operation < OPERATIONS;) ++end;
        if (end > i) {
            order_piece(work, instruction + i, end - i, top, moved);
            top += end - i;
        } else {
            move((int *)call->argument, call->tape->inputs, moved);
            top += call++->tape->outputs;
            ++end;
        }
    }
    move((int *)tape->output, tape->outputs, moved);
}

void order_tape(Tape *tape)
{
    Work *work = malloc(sizeof *work);
    int *moved = malloc((size_t)tape->numbers * sizeof *moved + 1);
    if (work && moved) order_all(tape, work, moved);
    free(work);
    free(moved);
}
