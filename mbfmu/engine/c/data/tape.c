/* tape.c: values in order, derivatives along a direction beside them (dual numbers), and derivatives backwards. */

#include "tape.h"

#include <math.h>
#include <string.h>

#include "sine_and_cosine.h"
#include "tape_operations.h"

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

/* What a run does with the operands p of each of its instructions. */
#define EACH(NAME, operands, ...)                                                                                      \
    case NAME:                                                                                                         \
        for (int n = run->count; n; --n, p += (operands)) {                                                            \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
        break;

/* Of sums: how many operands a term has, and what its sign does. */
enum { WIDTH_NUMBER = 1, WIDTH_PRODUCT = 2 };
#define SIGN_PLUS +
#define SIGN_MINUS -
#define NAME_AND_WIDTH_OF_TWO(FIRST, SIGN, SECOND) FIRST##_##SIGN##_##SECOND, WIDTH_##FIRST + WIDTH_##SECOND
#define NAME_AND_WIDTH_OF_THREE(FIRST, SIGN, SECOND, LAST_SIGN, THIRD)                                                 \
    FIRST##_##SIGN##_##SECOND##_##LAST_SIGN##_##THIRD, WIDTH_##FIRST + WIDTH_##SECOND + WIDTH_##THIRD
#define TWO_TERMS(OF, FIRST, SIGN, SECOND) OF##_##FIRST(0) SIGN_##SIGN OF##_##SECOND(WIDTH_##FIRST)
#define THREE_TERMS(OF, FIRST, SIGN, SECOND, LAST_SIGN, THIRD)                                                         \
    TWO_TERMS(OF, FIRST, SIGN, SECOND) SIGN_##LAST_SIGN OF##_##THIRD(WIDTH_##FIRST + WIDTH_##SECOND)

#define VALUE_OF_NUMBER(at) frame[p[at]]
#define VALUE_OF_PRODUCT(at) frame[p[at]] * frame[p[(at) + 1]]
#define VALUE(NAME, value, by_a, by_b) EACH(NAME, 2, const double a = frame[p[0]], b = frame[p[1]]; (void)b; frame[top++] = value;)
#define VALUE_OF_TWO(...) EACH_SUM(NAME_AND_WIDTH_OF_TWO(__VA_ARGS__), frame[top++] = TWO_TERMS(VALUE_OF, __VA_ARGS__);)
#define VALUE_OF_THREE(...) EACH_SUM(NAME_AND_WIDTH_OF_THREE(__VA_ARGS__), frame[top++] = THREE_TERMS(VALUE_OF, __VA_ARGS__);)
#define EACH_SUM(...) EACH(__VA_ARGS__)

#define LEAVE_OUT                                                                                                      \
    case WHERE:                                                                                                        \
        if (frame[p[WHERE_CONDITION]] == 0.0) {                                                                        \
            run += p[WHERE_RUNS];                                                                                      \
            top += (size_t)p[WHERE_NUMBERS];                                                                           \
            p += p[WHERE_PLACES];                                                                                      \
        }                                                                                                              \
        p += WHERE_OPERANDS;                                                                                           \
        break;

void tape_values(const Tape *tape, double *frame)
{
    double *inner = frame + tape->numbers;
    const TapeCall *call = tape->call;
    const Place *p = tape->operand;
    size_t top = (size_t)(tape->constants + tape->inputs);
    enter(tape, frame);
    for (const Run *run = tape->run, *end = run + tape->runs; run < end; ++run) {
        switch (run->operation) {
            TAPE_OPERATIONS(VALUE, VALUE, VALUE)
            TAPE_SUMS(VALUE_OF_TWO, VALUE_OF_THREE)
            LEAVE_OUT
        default:
            gather(call, frame, inner);
            tape_values(call->tape, inner);
            give(call->tape, inner, frame + top);
            top += (size_t)call++->tape->outputs;
        }
    }
}

#define TANGENT(NAME, value, change)                                                                                   \
    EACH(NAME, 2, const double a = frame[p[0]], b = frame[p[1]], da = changed[p[0]], db = changed[p[1]], f = value;    \
         (void)b, (void)db; changed[top] = change; frame[top++] = f;)
#define SMOOTH_TANGENT(NAME, value, by_a, by_b) TANGENT(NAME, value, (by_a) * da + (by_b) * db)
#define SINGULAR_TANGENT(NAME, value, by_a, by_b)                                                                      \
    TANGENT(NAME, value, (da != 0.0 ? (by_a) * da : 0.0) + (db != 0.0 ? (by_b) * db : 0.0))
#define CHOSEN_TANGENT(NAME, value, by_a, by_b) TANGENT(NAME, value, ((void)da, a != 0.0 ? db : 0.0))
#define CHANGE_OF_NUMBER(at) changed[p[at]]
#define CHANGE_OF_PRODUCT(at) (frame[p[(at) + 1]] * changed[p[at]] + frame[p[at]] * changed[p[(at) + 1]])
#define TANGENT_OF_TWO(...)                                                                                            \
    EACH_SUM(NAME_AND_WIDTH_OF_TWO(__VA_ARGS__), changed[top] = TWO_TERMS(CHANGE_OF, __VA_ARGS__);                     \
             frame[top++] = TWO_TERMS(VALUE_OF, __VA_ARGS__);)
#define TANGENT_OF_THREE(...)                                                                                          \
    EACH_SUM(NAME_AND_WIDTH_OF_THREE(__VA_ARGS__), changed[top] = THREE_TERMS(CHANGE_OF, __VA_ARGS__);                 \
             frame[top++] = THREE_TERMS(VALUE_OF, __VA_ARGS__);)

void tape_tangent(const Tape *tape, double *frame, double *changed)
{
    double *inner = frame + tape->numbers, *inner_changed = changed + tape->numbers;
    const TapeCall *call = tape->call;
    const Place *p = tape->operand;
    size_t top = (size_t)(tape->constants + tape->inputs);
    enter(tape, frame);
    memset(changed, 0, (size_t)tape->constants * sizeof *changed);
    for (const Run *run = tape->run, *end = run + tape->runs; run < end; ++run) {
        switch (run->operation) {
            TAPE_OPERATIONS(SMOOTH_TANGENT, SINGULAR_TANGENT, CHOSEN_TANGENT)
            TAPE_SUMS(TANGENT_OF_TWO, TANGENT_OF_THREE)
            LEAVE_OUT
        default:
            gather(call, frame, inner);
            gather(call, changed, inner_changed);
            tape_tangent(call->tape, inner, inner_changed);
            give(call->tape, inner, frame + top);
            give(call->tape, inner_changed, changed + top);
            top += (size_t)call++->tape->outputs;
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

#define EACH_BACK(NAME, operands, ...)                                                                                 \
    case NAME:                                                                                                         \
        for (int n = run->count; n; --n) {                                                                             \
            const double bar = adjoint[--top];                                                                         \
            p -= (operands);                                                                                           \
            if (bar == 0.0) continue;                                                                                  \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
        break;
#define ADJOINT(NAME, value, by_a, by_b)                                                                               \
    EACH_BACK(NAME, 2, const double a = frame[p[0]], b = frame[p[1]], f = frame[top]; (void)a, (void)b, (void)f;       \
              adjoint[p[0]] += (by_a) * bar; if ((by_b) != 0.0) adjoint[p[1]] += (by_b) * bar;)
#define BACK_TO_NUMBER(at, bar) adjoint[p[at]] += bar;
#define BACK_TO_PRODUCT(at, bar)                                                                                       \
    adjoint[p[at]] += frame[p[(at) + 1]] * (bar);                                                                      \
    if (frame[p[at]] != 0.0) adjoint[p[(at) + 1]] += frame[p[at]] * (bar);
#define BACK_TO_TWO(FIRST, SIGN, SECOND) BACK_TO_##SECOND(WIDTH_##FIRST, SIGN_##SIGN bar) BACK_TO_##FIRST(0, bar)
#define ADJOINT_OF_TWO(...) EACH_SUM_BACK(NAME_AND_WIDTH_OF_TWO(__VA_ARGS__), BACK_TO_TWO(__VA_ARGS__))
#define ADJOINT_OF_THREE(FIRST, SIGN, SECOND, LAST_SIGN, THIRD)                                                        \
    EACH_SUM_BACK(NAME_AND_WIDTH_OF_THREE(FIRST, SIGN, SECOND, LAST_SIGN, THIRD),                                      \
                  BACK_TO_##THIRD(WIDTH_##FIRST + WIDTH_##SECOND, SIGN_##LAST_SIGN bar) BACK_TO_TWO(FIRST, SIGN, SECOND))
#define EACH_SUM_BACK(...) EACH_BACK(__VA_ARGS__)

void tape_adjoint(const Tape *tape, double *frame, double *adjoint)
{
    double *inner = frame + tape->numbers, *inner_adjoint = adjoint + tape->numbers;
    const TapeCall *call = tape->call + tape->calls;
    const Place *p = tape->operands_end;
    int top = tape->numbers;
    for (const Run *run = tape->run + tape->runs; run-- > tape->run;) {
        switch (run->operation) {
            TAPE_OPERATIONS(ADJOINT, ADJOINT, ADJOINT)
            TAPE_SUMS(ADJOINT_OF_TWO, ADJOINT_OF_THREE)
        case WHERE: /* what was left out has no part in what comes back */
            p -= WHERE_OPERANDS;
            break;
        default:
            top -= (--call)->tape->outputs;
            adjoint_of_call(call, frame, adjoint, adjoint + top, inner, inner_adjoint);
        }
    }
}
