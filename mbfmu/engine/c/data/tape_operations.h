/* The operations of tapes, in the order of OPERATIONS in mbfmu/problem/codegen/tape.py: the value f of each, and its derivatives by its operands a and b.

   SMOOTH ones have derivatives wherever they have a value. Those of SINGULAR ones may be infinite (a square root of zero), so they are asked
   for only where the operand changes at all: what does not change adds nothing, as where CasADi knows that it is constant.
   What is looked up in `tape` is constant between places. CHOSEN ones read b where a is not zero only: it may not have been computed elsewhere.

   ADD and SUB, the first two, are sums: of two or three terms, each a number or a product of two, the first with a plus. Sums take half of the time
   of what they consist of, since no number is stored and read in between; they are made when a tape is loaded (tape_sums.c). Terms are added from
   the left to the right, so numbers are those of single operations to the last bit. TAPE_SUMS lists all in the order of the bits by which tape_sums.c
   numbers them: for each term behind the first its sign, for each term its kind. TAPE_LONG_SUMS are sums of three terms with one or two more products
   behind them, the most frequent ones: scalar products of long vectors, as of flexible bodies, and of vectors that turn. */

#ifndef MBFMU_TAPE_OPERATIONS_H
#define MBFMU_TAPE_OPERATIONS_H

#define TAPE_OPERATIONS(SMOOTH, SINGULAR, CHOSEN)                                                                      \
    SMOOTH(MUL, a * b, b, a)                                                                                           \
    SINGULAR(DIV, a / b, 1.0 / b, -f / b)                                                                              \
    SMOOTH(NEG, -a, -1.0, 0.0)                                                                                         \
    SINGULAR(INV, 1.0 / a, -f * f, 0.0)                                                                                \
    SMOOTH(SQ, a * a, 2.0 * a, 0.0)                                                                                    \
    SMOOTH(TWICE, 2.0 * a, 2.0, 0.0)                                                                                   \
    SINGULAR(POW, pow(a, b), b * pow(a, b - 1.0), log(a) * f)                                                          \
    SINGULAR(CONSTPOW, pow(a, b), b * pow(a, b - 1.0), 0.0)                                                            \
    SINGULAR(SQRT, sqrt(a), 0.5 / f, 0.0)                                                                              \
    SINGULAR(EXP, exp(a), f, 0.0)                                                                                      \
    SINGULAR(LOG, log(a), 1.0 / a, 0.0)                                                                                \
    SINGULAR(SIN, FIRST(sine_and_cosine(a)), SECOND(sine_and_cosine(a)), 0.0)                                          \
    SINGULAR(COS, SECOND(sine_and_cosine(a)), -FIRST(sine_and_cosine(a)), 0.0)                                         \
    SINGULAR(TAN, tan(a), 1.0 + f * f, 0.0)                                                                            \
    SINGULAR(ASIN, asin(a), 1.0 / sqrt(1.0 - a * a), 0.0)                                                              \
    SINGULAR(ACOS, acos(a), -1.0 / sqrt(1.0 - a * a), 0.0)                                                             \
    SINGULAR(ATAN, atan(a), 1.0 / (1.0 + a * a), 0.0)                                                                  \
    SINGULAR(ATAN2, atan2(a, b), b / (a * a + b * b), -a / (a * a + b * b))                                            \
    SINGULAR(SINH, sinh(a), cosh(a), 0.0)                                                                              \
    SINGULAR(COSH, cosh(a), sinh(a), 0.0)                                                                              \
    SINGULAR(TANH, tanh(a), 1.0 - f * f, 0.0)                                                                          \
    SMOOTH(FABS, fabs(a), (a > 0.0) - (a < 0.0), 0.0)                                                                  \
    SMOOTH(FMIN, fmin(a, b), a <= b, !(a <= b))                                                                        \
    SMOOTH(FMAX, fmax(a, b), a >= b, !(a >= b))                                                                        \
    SMOOTH(SIGN, (a < 0.0 ? -1.0 : a > 0.0 ? 1.0 : a), 0.0, 0.0)                                                       \
    SMOOTH(LT, a < b, 0.0, 0.0)                                                                                        \
    SMOOTH(LE, a <= b, 0.0, 0.0)                                                                                       \
    SMOOTH(EQ, a == b, 0.0, 0.0)                                                                                       \
    SMOOTH(NE, a != b, 0.0, 0.0)                                                                                       \
    SMOOTH(NOT, !a, 0.0, 0.0)                                                                                          \
    SMOOTH(AND, a && b, 0.0, 0.0)                                                                                      \
    SMOOTH(OR, a || b, 0.0, 0.0)                                                                                       \
    CHOSEN(IF_ELSE_ZERO, (a != 0.0 ? b : 0.0), 0.0, a != 0.0)                                                          \
    SINGULAR(HYPOT, hypot(a, b), a / f, b / f)                                                                         \
    SMOOTH(CELL, stored_cell(tape->stored[(int)a].number, tape->stored[(int)a].count, b), 0.0, 0.0)                    \
    SMOOTH(ENTRY, stored_entry(tape->stored[(int)a].number, tape->stored[(int)a].count, b), 0.0, 0.0)

#define TAPE_SUMS(TWO, THREE)                                                                                          \
    SUMS_OF_TWO(TWO, NUMBER)                                                                                           \
    SUMS_OF_TWO(TWO, PRODUCT)                                                                                          \
    SUMS_OF_THREE(THREE, NUMBER)                                                                                       \
    SUMS_OF_THREE(THREE, PRODUCT)
#define SUMS_OF_TWO(TWO, FIRST) TWO(FIRST, PLUS, NUMBER) TWO(FIRST, PLUS, PRODUCT) TWO(FIRST, MINUS, NUMBER) TWO(FIRST, MINUS, PRODUCT)
#define SUMS_OF_THREE(THREE, FIRST)                                                                                    \
    SUMS_THAT_BEGIN(THREE, FIRST, PLUS, NUMBER)                                                                        \
    SUMS_THAT_BEGIN(THREE, FIRST, PLUS, PRODUCT)                                                                       \
    SUMS_THAT_BEGIN(THREE, FIRST, MINUS, NUMBER)                                                                       \
    SUMS_THAT_BEGIN(THREE, FIRST, MINUS, PRODUCT)
#define SUMS_THAT_BEGIN(THREE, FIRST, SIGN, SECOND)                                                                    \
    THREE(FIRST, SIGN, SECOND, PLUS, NUMBER)                                                                           \
    THREE(FIRST, SIGN, SECOND, PLUS, PRODUCT)                                                                          \
    THREE(FIRST, SIGN, SECOND, MINUS, NUMBER)                                                                          \
    THREE(FIRST, SIGN, SECOND, MINUS, PRODUCT)

#define TAPE_LONG_SUMS(FOUR, FIVE)                                                                                     \
    LONG_SUMS(FOUR, FIVE, NUMBER, PLUS, PRODUCT, PLUS, PRODUCT)                                                        \
    LONG_SUMS(FOUR, FIVE, PRODUCT, PLUS, PRODUCT, PLUS, PRODUCT)                                                       \
    LONG_SUMS(FOUR, FIVE, PRODUCT, MINUS, PRODUCT, PLUS, PRODUCT)
#define LONG_SUMS(FOUR, FIVE, ...) FOUR(__VA_ARGS__) FIVE(__VA_ARGS__)

#define NAME_OF_ONE(NAME, value, by_a, by_b) NAME,
#define NAME_OF_TWO(FIRST, SIGN, SECOND) FIRST##_##SIGN##_##SECOND,
#define NAME_OF_THREE(FIRST, SIGN, SECOND, LAST_SIGN, THIRD) FIRST##_##SIGN##_##SECOND##_##LAST_SIGN##_##THIRD,
#define NAME_OF_FOUR(FIRST, SIGN, SECOND, LAST_SIGN, THIRD) FIRST##_##SIGN##_##SECOND##_##LAST_SIGN##_##THIRD##_PLUS_PRODUCT,
#define NAME_OF_FIVE(FIRST, SIGN, SECOND, LAST_SIGN, THIRD) FIRST##_##SIGN##_##SECOND##_##LAST_SIGN##_##THIRD##_PLUS_TWO_PRODUCTS,

/* Up to END_WHERE they lie in files, behind it are sums, then what gives two numbers at once: the sine and the cosine of an angle, two numbers that lie
   elsewhere, and one number twice; then products of a matrix and a vector. ADD, SUB, END_WHERE and MATRIX do not run. What WHERE and END_WHERE enclose is
   left out where the operand of WHERE is zero; it has no calls but queries and no other WHERE. PAIRED is added to an operation that is done on two numbers
   that lie one behind the other, of each operand. */
enum {
    ADD,
    SUB,
    TAPE_OPERATIONS(NAME_OF_ONE, NAME_OF_ONE, NAME_OF_ONE) CALL_TAPE,
    WHERE,
    END_WHERE,
    TAPE_SUMS(NAME_OF_TWO, NAME_OF_THREE) TAPE_LONG_SUMS(NAME_OF_FOUR, NAME_OF_FIVE) PAIRS_BEGIN,
    SINE_AND_COSINE = PAIRS_BEGIN,
    JOIN,
    TWO_OF_ONE,
    MATRIX,
    ROWS,
    PAIRED,
    ALL_OPERATIONS = 2 * PAIRED
};
enum { SUMS_OF_TWO_TERMS = END_WHERE + 1, SUMS_OF_THREE_TERMS = SUMS_OF_TWO_TERMS + 8 };

#endif
