/* tape.c: values in order, derivatives along a direction beside them (dual numbers), and derivatives backwards. */

#include "tape.h"

#include <math.h>
#include <string.h>

#include "sine_and_cosine.h"
#include "tape_operations.h"

#define NAME(NAME, value, by_a, by_b) NAME,
enum { TAPE_OPERATIONS(NAME, NAME) CALL_TAPE, OPERATION_COUNT };

const int TAPE_OPERATION_COUNT = OPERATION_COUNT;

int needs_axis(int operation) { return operation == CELL; }
int looks_up(int operation) { return operation == CELL || operation == ENTRY; }

static void enter(const Tape *tape, double *frame)
{
    memcpy(frame, tape->constant, (size_t)tape->constants * sizeof *frame);
}

static void gather(const TapeCall *call, const double *caller, double *frame)
{
    double *input = frame + call->tape->constants;
    for (int i = 0; i < call->tape->inputs; ++i) input[i] = caller[call->argument[i]];
}

static void give(const Tape *tape, const double *frame, double *results)
{
    for (int i = 0; i < tape->outputs; ++i) results[i] = frame[tape->output[i]];
}

/* Instructions of one operation lie behind one another (tape_order.c): which it is is asked where it changes. */
#define EACH(NAME, ...)                                                                                                \
    case NAME:                                                                                                         \
        do {                                                                                                           \
            __VA_ARGS__                                                                                                \
        } while (++i < end && i->operation == NAME);                                                                   \
        break;
#define VALUE(NAME, value, by_a, by_b)                                                                                 \
    EACH(NAME, const double a = frame[i->a], b = frame[i->b]; (void)b; frame[top++] = value;)

void tape_values(const Tape *tape, double *frame)
{
    double *inner = frame + tape->numbers;
    const TapeCall *call = tape->call;
    const Instruction *end = tape->instruction + tape->instructions;
    size_t top = (size_t)(tape->constants + tape->inputs);
    enter(tape, frame);
    for (const Instruction *i = tape->instruction; i < end;) {
        switch (i->operation) {
            TAPE_OPERATIONS(VALUE, VALUE)
        default:
            gather(call, frame, inner);
            tape_values(call->tape, inner);
            give(call->tape, inner, frame + top);
            top += (size_t)call++->tape->outputs;
            ++i;
        }
    }
}

#define TANGENT(NAME, value, change)                                                                                   \
    EACH(NAME, const double a = frame[i->a], b = frame[i->b], da = changed[i->a], db = changed[i->b], f = value;       \
         (void)b, (void)db; changed[top] = change; frame[top++] = f;)
#define SMOOTH_TANGENT(NAME, value, by_a, by_b) TANGENT(NAME, value, (by_a) * da + (by_b) * db)
#define SINGULAR_TANGENT(NAME, value, by_a, by_b)                                                                      \
    TANGENT(NAME, value, (da != 0.0 ? (by_a) * da : 0.0) + (db != 0.0 ? (by_b) * db : 0.0))

void tape_tangent(const Tape *tape, double *frame, double *changed)
{
    double *inner = frame + tape->numbers, *inner_changed = changed + tape->numbers;
    const TapeCall *call = tape->call;
    const Instruction *end = tape->instruction + tape->instructions;
    size_t top = (size_t)(tape->constants + tape->inputs);
    enter(tape, frame);
    memset(changed, 0, (size_t)tape->constants * sizeof *changed);
    for (const Instruction *i = tape->instruction; i < end;) {
        switch (i->operation) {
            TAPE_OPERATIONS(SMOOTH_TANGENT, SINGULAR_TANGENT)
        default:
            gather(call, frame, inner);
            gather(call, changed, inner_changed);
            tape_tangent(call->tape, inner, inner_changed);
            give(call->tape, inner, frame + top);
            give(call->tape, inner_changed, changed + top);
            top += (size_t)call++->tape->outputs;
            ++i;
        }
    }
}

/* The called tape is run again on its arguments, so that its frame need not be kept. */
static void adjoint_of_call(const TapeCall *call, const double *caller, double *caller_adjoint, const double *results_adjoint, double *frame,
                            double *adjoint)
{
    const Tape *tape = call->tape;
    gather(call, caller, frame);
    tape_values(tape, frame);
    memset(adjoint, 0, (size_t)tape->numbers * sizeof *adjoint);
    for (int i = 0; i < tape->outputs; ++i) adjoint[tape->output[i]] += results_adjoint[i];
    tape_adjoint(tape, frame, adjoint);
    for (int i = 0; i < tape->inputs; ++i) caller_adjoint[call->argument[i]] += adjoint[tape->constants + i];
}

#define ADJOINT(NAME, value, by_a, by_b)                                                                               \
    case NAME:                                                                                                         \
        do {                                                                                                           \
            const Instruction *i = &instruction[k];                                                                    \
            const double a = frame[i->a], b = frame[i->b], f = frame[--top], bar = adjoint[top];                       \
            (void)a, (void)b, (void)f;                                                                                 \
            if (bar == 0.0) continue;                                                                                  \
            adjoint[i->a] += (by_a) * bar;                                                                             \
            if ((by_b) != 0.0) adjoint[i->b] += (by_b) * bar;                                                          \
        } while (--k >= 0 && instruction[k].operation == NAME);                                                        \
        break;

void tape_adjoint(const Tape *tape, double *frame, double *adjoint)
{
    double *inner = frame + tape->numbers, *inner_adjoint = adjoint + tape->numbers;
    const TapeCall *call = tape->call + tape->calls;
    const Instruction *instruction = tape->instruction;
    int top = tape->numbers;
    for (int k = tape->instructions - 1; k >= 0;) {
        switch (instruction[k].operation) {
            TAPE_OPERATIONS(ADJOINT, ADJOINT)
        default:
            top -= (--call)->tape->outputs;
            adjoint_of_call(call, frame, adjoint, adjoint + top, inner, inner_adjoint);
            --k;
        }
    }
}
