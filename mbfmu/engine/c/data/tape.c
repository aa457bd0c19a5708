/* tape.c: values in order, derivatives along a direction beside them (dual numbers), and derivatives backwards. */

#include "tape.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "convex_query.h"
#include "pair.h"
#include "sine_and_cosine.h"
#include "tape_operations.h"

void tape_enter(const Tape *tape, double *frame) { memcpy(frame, tape->constant, (size_t)tape->constants * sizeof *frame); }

static void gather(const TapeCall *call, const double *caller, double *frame)
{
    double *input = frame + call->tape->constants;
    for (int i = 0; i < call->tape->inputs; ++i) input[i] = caller[call->argument[i]];
}

static void give(const Tape *tape, const double *frame, double *results)
{
    for (int i = 0; i < tape->outputs; ++i) results[i] = frame[tape->output[i]];
}

/* In one piece, since processors wait where they read at once what was stored in two. */
static inline void store(Pair pair, double *to) { memcpy(to, &pair, sizeof pair); }

/* Place i of so many. Two are read at once, since tapes wait for memory: the lower half is the first on all platforms. */
static inline size_t place(const Place *p, int i, int count)
{
    uint64_t both;
    int is_second = i % 2;
    if (!is_second && i + 1 == count) return (size_t)p[i];
    memcpy(&both, p + i - is_second, sizeof both);
    return is_second ? both >> 32 : (uint32_t)both;
}

/* What ROWS has: how many there are, where their matrix begins, then the numbers of the vector. */
enum { ROW_COUNT, MATRIX_BEGIN, VECTOR };
enum { PAIRS_AT_ONCE = 4 };

static inline Pair two_of(const double *from)
{
    Pair both;
    memcpy(&both, from, sizeof both);
    return both;
}

/* So many pairs of rows at once. */
static inline void pairs_of_rows(const double *frame, const Place *p, int terms, int row, int pairs, double *to)
{
    const double *a = frame + p[MATRIX_BEGIN] + row;
    Pair sum[PAIRS_AT_ONCE];
    for (int i = 0; i < pairs; ++i) sum[i] = TIMES(two_of(a + 2 * i), BOTH(frame[p[VECTOR]]));
    for (int term = 1; term < terms; ++term) {
        const Pair b = BOTH(frame[p[VECTOR + term]]);
        a += p[ROW_COUNT];
        for (int i = 0; i < pairs; ++i) sum[i] = PLUS(sum[i], TIMES(two_of(a + 2 * i), b));
    }
    for (int i = 0; i < pairs; ++i) store(sum[i], to + row + 2 * i);
}

/* The sum of a row, of the numbers or of their changes. */
static double sum_of_row(const double *frame, const double *of, const Place *p, int terms, int row)
{
    const double *a = frame + p[MATRIX_BEGIN] + row;
    double sum = *a * of[p[VECTOR]];
    for (int term = 1; term < terms; ++term) sum += a[term * p[ROW_COUNT]] * of[p[VECTOR + term]];
    return sum;
}

static void multiply_rows(const double *frame, const Place *p, int terms, double *to)
{
    int row = 0;
    for (; row + 2 * PAIRS_AT_ONCE <= p[ROW_COUNT]; row += 2 * PAIRS_AT_ONCE) pairs_of_rows(frame, p, terms, row, PAIRS_AT_ONCE, to);
    for (; row + 2 <= p[ROW_COUNT]; row += 2) pairs_of_rows(frame, p, terms, row, 1, to);
    if (row < p[ROW_COUNT]) to[row] = sum_of_row(frame, frame, p, terms, row);
}

static void change_rows(const double *frame, const double *changed, const Place *p, int terms, double *to)
{
    for (int row = 0; row < p[ROW_COUNT]; ++row) to[row] = sum_of_row(frame, changed, p, terms, row);
}

static void give_rows_back(const double *frame, double *adjoint, const Place *p, int terms, const double *bar)
{
    for (int row = 0; row < p[ROW_COUNT]; ++row) {
        const double *a = frame + p[MATRIX_BEGIN] + row;
        if (bar[row] == 0.0) continue;
        for (int term = 0; term < terms; ++term) adjoint[p[VECTOR + term]] += a[term * p[ROW_COUNT]] * bar[row];
    }
}

static inline double operand(const double *frame, size_t at, int lanes, int lane) { return lanes == 2 ? ALIGNED(frame + at)[lane] : frame[at]; }

/* What a run does with the operands p of each of its instructions: alone, or in a pair once for each lane. */
#define IN_LANE(number, of, ...)                                                                                       \
    {                                                                                                                  \
        enum { lane = number, lanes = of };                                                                            \
        __VA_ARGS__                                                                                                    \
    }
#define EACH(NAME, operands, ...)                                                                                      \
    case NAME: {                                                                                                       \
        enum { width = operands };                                                                                     \
        size_t top = (size_t)run->first;                                                                               \
        for (int n = run->count; n; --n, p += width) {                                                                 \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
        break;                                                                                                         \
    }
#define EACH_ALONE_OR_PAIRED(NAME, operands, ...)                                                                      \
    EACH(NAME, operands, IN_LANE(0, 1, __VA_ARGS__) ++top;)                                                            \
    EACH(PAIRED + NAME, operands, IN_LANE(0, 2, __VA_ARGS__) IN_LANE(1, 2, __VA_ARGS__) top += 2;)

/* Of sums: how many operands a term has, and what its sign does. */
enum { WIDTH_NUMBER = 1, WIDTH_PRODUCT = 2 };
#define SIGN_PLUS +
#define SIGN_MINUS -
#define NAME_AND_WIDTH_OF_TWO(FIRST, SIGN, SECOND) FIRST##_##SIGN##_##SECOND, WIDTH_##FIRST + WIDTH_##SECOND
#define NAME_AND_WIDTH_OF_THREE(FIRST, SIGN, SECOND, LAST_SIGN, THIRD)                                                 \
    FIRST##_##SIGN##_##SECOND##_##LAST_SIGN##_##THIRD, WIDTH_##FIRST + WIDTH_##SECOND + WIDTH_##THIRD
#define WIDTH_OF_THREE(FIRST, SIGN, SECOND, LAST_SIGN, THIRD) (WIDTH_##FIRST + WIDTH_##SECOND + WIDTH_##THIRD)
#define NAME_AND_WIDTH_OF_FOUR(FIRST, SIGN, SECOND, LAST_SIGN, THIRD)                                                  \
    FIRST##_##SIGN##_##SECOND##_##LAST_SIGN##_##THIRD##_PLUS_PRODUCT, WIDTH_##FIRST + WIDTH_##SECOND + WIDTH_##THIRD + 2
#define NAME_AND_WIDTH_OF_FIVE(FIRST, SIGN, SECOND, LAST_SIGN, THIRD)                                                  \
    FIRST##_##SIGN##_##SECOND##_##LAST_SIGN##_##THIRD##_PLUS_TWO_PRODUCTS, WIDTH_##FIRST + WIDTH_##SECOND + WIDTH_##THIRD + 4
#define TWO_TERMS(OF, FIRST, SIGN, SECOND) OF##_##FIRST(0) SIGN_##SIGN OF##_##SECOND(WIDTH_##FIRST)
#define THREE_TERMS(OF, FIRST, SIGN, SECOND, LAST_SIGN, THIRD)                                                         \
    TWO_TERMS(OF, FIRST, SIGN, SECOND) SIGN_##LAST_SIGN OF##_##THIRD(WIDTH_##FIRST + WIDTH_##SECOND)
#define FOUR_TERMS(OF, ...) THREE_TERMS(OF, __VA_ARGS__) + OF##_PRODUCT(WIDTH_OF_THREE(__VA_ARGS__))
#define FIVE_TERMS(OF, ...) FOUR_TERMS(OF, __VA_ARGS__) + OF##_PRODUCT(WIDTH_OF_THREE(__VA_ARGS__) + 2)

/* Both lanes are stored when both are computed, so compilers see that these can be done at once. */
#define EACH_VALUE(NAME, operands, ...)                                                                                \
    EACH(NAME, operands, double given; IN_LANE(0, 1, __VA_ARGS__) frame[top++] = given;)                               \
    EACH(PAIRED + NAME, operands, double given; IN_LANE(0, 2, __VA_ARGS__) const double first = given;                 \
         IN_LANE(1, 2, __VA_ARGS__) double *to = ALIGNED(frame + top); to[0] = first; to[1] = given; top += 2;)
#define VALUE_OF_NUMBER(i) operand(frame, place(p, i, width), lanes, lane)
#define VALUE_OF_PRODUCT(i) (VALUE_OF_NUMBER(i) * VALUE_OF_NUMBER((i) + 1))
#define VALUE(NAME, value, by_a, by_b)                                                                                 \
    EACH_VALUE(NAME, 2, const double a = VALUE_OF_NUMBER(0), b = VALUE_OF_NUMBER(1); (void)b; given = value;)
#define VALUE_OF_TWO(...) EACH_SUM(NAME_AND_WIDTH_OF_TWO(__VA_ARGS__), given = TWO_TERMS(VALUE_OF, __VA_ARGS__);)
#define VALUE_OF_THREE(...) EACH_SUM(NAME_AND_WIDTH_OF_THREE(__VA_ARGS__), given = THREE_TERMS(VALUE_OF, __VA_ARGS__);)
#define VALUE_OF_FOUR(...) EACH_SUM(NAME_AND_WIDTH_OF_FOUR(__VA_ARGS__), given = FOUR_TERMS(VALUE_OF, __VA_ARGS__);)
#define VALUE_OF_FIVE(...) EACH_SUM(NAME_AND_WIDTH_OF_FIVE(__VA_ARGS__), given = FIVE_TERMS(VALUE_OF, __VA_ARGS__);)
#define EACH_SUM(...) EACH_VALUE(__VA_ARGS__)

#define LEAVE_OUT                                                                                                      \
    case WHERE:                                                                                                        \
        if (frame[p[WHERE_CONDITION]] == 0.0) {                                                                        \
            run += p[WHERE_RUNS];                                                                                      \
            call += p[WHERE_CALLS];                                                                                    \
            p += p[WHERE_PLACES];                                                                                      \
        }                                                                                                              \
        p += WHERE_OPERANDS;                                                                                           \
        break;

static void run_query(const Tape *tape, double *frame)
{
    convex_query(tape->a.kind, tape->a.count, tape->b.kind, tape->b.count, frame, frame + tape->inputs);
}

void tape_values(const Tape *tape, double *frame)
{
    if (tape->is_query) {
        run_query(tape, frame);
        return;
    }
    double *inner = frame + tape->numbers;
    const TapeCall *call = tape->call;
    const Place *p = tape->operand;
    for (const Run *run = tape->run, *end = run + tape->runs; run < end; ++run) {
        switch (run->operation) {
            TAPE_OPERATIONS(VALUE, VALUE, VALUE)
            TAPE_SUMS(VALUE_OF_TWO, VALUE_OF_THREE)
            TAPE_LONG_SUMS(VALUE_OF_FOUR, VALUE_OF_FIVE)
            EACH(SINE_AND_COSINE, 1, store(sine_and_cosine(frame[p[0]]), frame + top); top += 2;)
            EACH(JOIN, 2, store(PAIR(frame[place(p, 0, width)], frame[place(p, 1, width)]), frame + top); top += 2;)
            EACH(TWO_OF_ONE, 1, store(BOTH(frame[p[0]]), frame + top); top += 2;)
        case ROWS:
            multiply_rows(frame, p, run->count, frame + run->first);
            p += VECTOR + run->count;
            break;
            LEAVE_OUT
        default:
            tape_enter(call->tape, inner);
            gather(call, frame, inner);
            tape_values(call->tape, inner);
            give(call++->tape, inner, frame + run->first);
        }
    }
}

#define TANGENT(NAME, value, change)                                                                                   \
    EACH_ALONE_OR_PAIRED(NAME, 2, const Place i = p[0] + lane, j = p[1] + lane;                                        \
                         const double a = frame[i], b = frame[j], da = changed[i], db = changed[j], f = value;         \
                         (void)b, (void)db; changed[top + lane] = change; frame[top + lane] = f;)
#define SMOOTH_TANGENT(NAME, value, by_a, by_b) TANGENT(NAME, value, (by_a) * da + (by_b) * db)
#define SINGULAR_TANGENT(NAME, value, by_a, by_b)                                                                      \
    TANGENT(NAME, value, (da != 0.0 ? (by_a) * da : 0.0) + (db != 0.0 ? (by_b) * db : 0.0))
#define CHOSEN_TANGENT(NAME, value, by_a, by_b) TANGENT(NAME, value, ((void)da, a != 0.0 ? db : 0.0))
#define CHANGE_OF_NUMBER(at) changed[p[at] + lane]
#define CHANGE_OF_PRODUCT(at)                                                                                          \
    (frame[p[(at) + 1] + lane] * changed[p[at] + lane] + frame[p[at] + lane] * changed[p[(at) + 1] + lane])
#define TANGENT_OF_TWO(...)                                                                                            \
    EACH_TANGENT(NAME_AND_WIDTH_OF_TWO(__VA_ARGS__), changed[top + lane] = TWO_TERMS(CHANGE_OF, __VA_ARGS__);          \
                 frame[top + lane] = TWO_TERMS(VALUE_OF, __VA_ARGS__);)
#define TANGENT_OF_THREE(...)                                                                                          \
    EACH_TANGENT(NAME_AND_WIDTH_OF_THREE(__VA_ARGS__), changed[top + lane] = THREE_TERMS(CHANGE_OF, __VA_ARGS__);      \
                 frame[top + lane] = THREE_TERMS(VALUE_OF, __VA_ARGS__);)
#define TANGENT_OF_FOUR(...)                                                                                           \
    EACH_TANGENT(NAME_AND_WIDTH_OF_FOUR(__VA_ARGS__), changed[top + lane] = FOUR_TERMS(CHANGE_OF, __VA_ARGS__);        \
                 frame[top + lane] = FOUR_TERMS(VALUE_OF, __VA_ARGS__);)
#define TANGENT_OF_FIVE(...)                                                                                           \
    EACH_TANGENT(NAME_AND_WIDTH_OF_FIVE(__VA_ARGS__), changed[top + lane] = FIVE_TERMS(CHANGE_OF, __VA_ARGS__);        \
                 frame[top + lane] = FIVE_TERMS(VALUE_OF, __VA_ARGS__);)
#define EACH_TANGENT(...) EACH_ALONE_OR_PAIRED(__VA_ARGS__)
#define TANGENT_OF_ANGLE                                                                                               \
    const Pair both = sine_and_cosine(frame[p[0]]);                                                                    \
    const double change = changed[p[0]];                                                                               \
    frame[top] = FIRST(both), frame[top + 1] = SECOND(both);                                                           \
    changed[top] = change != 0.0 ? SECOND(both) * change : 0.0, changed[top + 1] = change != 0.0 ? -FIRST(both) * change : 0.0;

#define MOVE_TANGENT(at) changed[top + lane] = changed[p[at]], frame[top + lane] = frame[p[at]];

void tape_tangent(const Tape *tape, double *frame, double *changed)
{
    if (tape->is_query) {
        run_query(tape, frame);
        memset(changed + tape->inputs, 0, (size_t)tape->outputs * sizeof *changed);
        return;
    }
    double *inner = frame + tape->numbers, *inner_changed = changed + tape->numbers;
    const TapeCall *call = tape->call;
    const Place *p = tape->operand;
    memset(changed, 0, (size_t)tape->constants * sizeof *changed);
    for (const Run *run = tape->run, *end = run + tape->runs; run < end; ++run) {
        switch (run->operation) {
            TAPE_OPERATIONS(SMOOTH_TANGENT, SINGULAR_TANGENT, CHOSEN_TANGENT)
            TAPE_SUMS(TANGENT_OF_TWO, TANGENT_OF_THREE)
            TAPE_LONG_SUMS(TANGENT_OF_FOUR, TANGENT_OF_FIVE)
            EACH(SINE_AND_COSINE, 1, TANGENT_OF_ANGLE top += 2;)
            EACH(JOIN, 2, IN_LANE(0, 1, MOVE_TANGENT(0)) IN_LANE(1, 1, MOVE_TANGENT(1)) top += 2;)
            EACH(TWO_OF_ONE, 1, IN_LANE(0, 1, MOVE_TANGENT(0)) IN_LANE(1, 1, MOVE_TANGENT(0)) top += 2;)
        case ROWS:
            change_rows(frame, changed, p, run->count, changed + run->first);
            multiply_rows(frame, p, run->count, frame + run->first);
            p += VECTOR + run->count;
            break;
            LEAVE_OUT
        default:
            tape_enter(call->tape, inner);
            gather(call, frame, inner);
            gather(call, changed, inner_changed);
            tape_tangent(call->tape, inner, inner_changed);
            give(call->tape, inner, frame + run->first);
            give(call++->tape, inner_changed, changed + run->first);
        }
    }
}

/* The called tape is run again on its arguments, so that its frame need not be kept. */
static void adjoint_of_call(const TapeCall *call, const double *caller, double *caller_adjoint, const double *results_adjoint, double *frame,
                            double *adjoint)
{
    const Tape *tape = call->tape;
    if (tape->is_query) return; /* its results are constant between places */
    tape_enter(tape, frame);
    gather(call, caller, frame);
    tape_values(tape, frame);
    memset(adjoint, 0, (size_t)tape->numbers * sizeof *adjoint);
    for (int i = 0; i < tape->outputs; ++i) adjoint[tape->output[i]] += results_adjoint[i];
    tape_adjoint(tape, frame, adjoint);
    for (int i = 0; i < tape->inputs; ++i) caller_adjoint[call->argument[i]] += adjoint[tape->constants + i];
}

#define EACH_BACK(NAME, operands, results, ...)                                                                        \
    case NAME: {                                                                                                       \
        Place top = run->first + run->count * (results);                                                               \
        for (int n = run->count; n; --n) {                                                                             \
            top -= (results);                                                                                          \
            p -= (operands);                                                                                           \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
        break;                                                                                                         \
    }
#define BACK_IN_LANE(number, ...)                                                                                      \
    {                                                                                                                  \
        enum { lane = number };                                                                                        \
        const double bar = adjoint[top + lane];                                                                        \
        if (bar != 0.0) {                                                                                              \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }
#define EACH_BACK_ALONE_OR_PAIRED(NAME, operands, ...)                                                                 \
    EACH_BACK(NAME, operands, 1, BACK_IN_LANE(0, __VA_ARGS__))                                                         \
    EACH_BACK(PAIRED + NAME, operands, 2, BACK_IN_LANE(1, __VA_ARGS__) BACK_IN_LANE(0, __VA_ARGS__))
#define ADJOINT(NAME, value, by_a, by_b)                                                                               \
    EACH_BACK_ALONE_OR_PAIRED(NAME, 2, const Place i = p[0] + lane, j = p[1] + lane;                                   \
                              const double a = frame[i], b = frame[j], f = frame[top + lane]; (void)a, (void)b, (void)f; \
                              adjoint[i] += (by_a) * bar; if ((by_b) != 0.0) adjoint[j] += (by_b) * bar;)
#define BACK_TO_NUMBER(at, bar) adjoint[p[at] + lane] += bar;
#define BACK_TO_PRODUCT(at, bar)                                                                                       \
    adjoint[p[at] + lane] += frame[p[(at) + 1] + lane] * (bar);                                                        \
    if (frame[p[at] + lane] != 0.0) adjoint[p[(at) + 1] + lane] += frame[p[at] + lane] * (bar);
#define BACK_TO_TWO(FIRST, SIGN, SECOND) BACK_TO_##SECOND(WIDTH_##FIRST, SIGN_##SIGN bar) BACK_TO_##FIRST(0, bar)
#define ADJOINT_OF_TWO(...) EACH_SUM_BACK(NAME_AND_WIDTH_OF_TWO(__VA_ARGS__), BACK_TO_TWO(__VA_ARGS__))
#define BACK_TO_THREE(FIRST, SIGN, SECOND, LAST_SIGN, THIRD)                                                           \
    BACK_TO_##THIRD(WIDTH_##FIRST + WIDTH_##SECOND, SIGN_##LAST_SIGN bar) BACK_TO_TWO(FIRST, SIGN, SECOND)
#define BACK_TO_FOUR(...) BACK_TO_PRODUCT(WIDTH_OF_THREE(__VA_ARGS__), bar) BACK_TO_THREE(__VA_ARGS__)
#define ADJOINT_OF_THREE(...) EACH_SUM_BACK(NAME_AND_WIDTH_OF_THREE(__VA_ARGS__), BACK_TO_THREE(__VA_ARGS__))
#define ADJOINT_OF_FOUR(...) EACH_SUM_BACK(NAME_AND_WIDTH_OF_FOUR(__VA_ARGS__), BACK_TO_FOUR(__VA_ARGS__))
#define ADJOINT_OF_FIVE(...)                                                                                           \
    EACH_SUM_BACK(NAME_AND_WIDTH_OF_FIVE(__VA_ARGS__), BACK_TO_PRODUCT(WIDTH_OF_THREE(__VA_ARGS__) + 2, bar) BACK_TO_FOUR(__VA_ARGS__))
#define EACH_SUM_BACK(...) EACH_BACK_ALONE_OR_PAIRED(__VA_ARGS__)

void tape_adjoint(const Tape *tape, double *frame, double *adjoint)
{
    double *inner = frame + tape->numbers, *inner_adjoint = adjoint + tape->numbers;
    const TapeCall *call = tape->call + tape->calls;
    const Place *p = tape->operands_end;
    for (const Run *run = tape->run + tape->runs; run-- > tape->run;) {
        switch (run->operation) {
            TAPE_OPERATIONS(ADJOINT, ADJOINT, ADJOINT)
            TAPE_SUMS(ADJOINT_OF_TWO, ADJOINT_OF_THREE)
            TAPE_LONG_SUMS(ADJOINT_OF_FOUR, ADJOINT_OF_FIVE)
            EACH_BACK(SINE_AND_COSINE, 1, 2, BACK_IN_LANE(1, adjoint[p[0]] -= frame[top] * bar;) BACK_IN_LANE(0, adjoint[p[0]] += frame[top + 1] * bar;))
            EACH_BACK(JOIN, 2, 2, BACK_IN_LANE(1, adjoint[p[1]] += bar;) BACK_IN_LANE(0, adjoint[p[0]] += bar;))
            EACH_BACK(TWO_OF_ONE, 1, 2, BACK_IN_LANE(1, adjoint[p[0]] += bar;) BACK_IN_LANE(0, adjoint[p[0]] += bar;))
        case ROWS:
            p -= VECTOR + run->count;
            give_rows_back(frame, adjoint, p, run->count, adjoint + run->first);
            break;
        case WHERE: /* what was left out has no part in what comes back */
            p -= WHERE_OPERANDS;
            break;
        default:
            adjoint_of_call(--call, frame, adjoint, adjoint + run->first, inner, inner_adjoint);
        }
    }
}
