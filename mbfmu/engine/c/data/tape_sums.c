/* tape_sums.c: a product or a sum that one addition or subtraction alone reads becomes part of it, with up to five terms. Pairs become part of pairs. */

#include "tape_sums.h"

#include <stddef.h>
#include <string.h>

enum { PART = -1 /* of a sum: instead of an operation */ };

typedef struct {
    Instruction *instruction;
    const int *giver, *reads;
} Work;

/* The instruction that gives a number, or a pair of them, if `reader` is all that needs it. */
static Instruction *only_for(const Work *work, const Instruction *reader, Place number)
{
    if (work->giver[number] == GIVEN) return NULL;
    Instruction *giver = &work->instruction[work->giver[number]];
    int is_read_once = giver->results == reader->results;
    for (int i = 0; is_read_once && i < giver->results; ++i) is_read_once = work->reads[giver->result[i]] == 1;
    return is_read_once ? giver : NULL;
}

static Instruction *sum_of_two_terms(const Work *work, const Instruction *reader, Place number)
{
    Instruction *sum = only_for(work, reader, number);
    return sum && sum->operation >= SUMS_OF_TWO_TERMS && sum->operation < SUMS_OF_THREE_TERMS ? sum : NULL;
}

/* A square is a product of a number with itself: it has the same two operands. */
static Instruction *product(const Work *work, const Instruction *reader, Place number)
{
    Instruction *term = only_for(work, reader, number);
    return term && (term->operation == MUL || term->operation == SQ) ? term : NULL;
}

/* 1 of a product, else 0. */
static int append(const Work *work, Instruction *sum, Place number)
{
    Instruction *term = product(work, sum, number);
    if (!term) {
        sum->operand[sum->operands++] = number;
        return 0;
    }
    for (int i = 0; i < term->operands; ++i) sum->operand[sum->operands++] = term->operand[i];
    term->operation = PART;
    return 1;
}

/* Of two that are added either may be the first: a sum of two terms, else a number before a product, so that there are fewer operations. */
static void make_sum(const Work *work, Instruction *at)
{
    int is_sub = at->operation == SUB, last_sign = 2 * is_sub;
    Place first = at->operand[0], last = at->operand[1];
    if (!is_sub && !sum_of_two_terms(work, at, first) &&
        (sum_of_two_terms(work, at, last) || (product(work, at, first) && !product(work, at, last)))) {
        first = at->operand[1];
        last = at->operand[0];
    }
    Instruction *begun = sum_of_two_terms(work, at, first);
    at->operands = 0;
    if (begun) {
        for (int i = 0; i < begun->operands; ++i) at->operand[at->operands++] = begun->operand[i];
        at->operation = SUMS_OF_THREE_TERMS + 4 * (begun->operation - SUMS_OF_TWO_TERMS);
        begun->operation = PART;
    } else {
        at->operation = SUMS_OF_TWO_TERMS + 4 * append(work, at, first);
    }
    at->operation += last_sign + append(work, at, last);
}

/* Sums of three terms that may be followed by more products, and what they become with one more. */
static int with_one_more(int operation)
{
    switch (operation) {
    case NUMBER_PLUS_PRODUCT_PLUS_PRODUCT: return NUMBER_PLUS_PRODUCT_PLUS_PRODUCT_PLUS_PRODUCT;
    case PRODUCT_PLUS_PRODUCT_PLUS_PRODUCT: return PRODUCT_PLUS_PRODUCT_PLUS_PRODUCT_PLUS_PRODUCT;
    case PRODUCT_MINUS_PRODUCT_PLUS_PRODUCT: return PRODUCT_MINUS_PRODUCT_PLUS_PRODUCT_PLUS_PRODUCT;
    default: return PART;
    }
}

/* A number and products behind a sum that nothing else reads: both become one, whose terms are added in the same order. */
static void lengthen(const Work *work, Instruction *at)
{
    int with_two = at->operation == NUMBER_PLUS_PRODUCT_PLUS_PRODUCT;
    if (!with_two && at->operation != NUMBER_PLUS_PRODUCT) return;
    Instruction *begun = only_for(work, at, at->operand[0]);
    int operation = begun ? with_one_more(begun->operation) : PART;
    if (operation == PART) return;
    Instruction whole = *begun;
    for (int i = 1; i < at->operands; ++i) whole.operand[whole.operands++] = at->operand[i];
    memcpy(at->operand, whole.operand, sizeof at->operand);
    at->operands = whole.operands;
    at->operation = operation + with_two;
    begun->operation = PART;
}

int make_sums(Instruction *instruction, int count, const int *giver, const int *reads)
{
    Work work = {instruction, giver, reads};
    int kept = 0;
    for (int i = 0; i < count; ++i)
        if (instruction[i].operation == ADD || instruction[i].operation == SUB) make_sum(&work, &instruction[i]);
    for (int i = 0; i < count; ++i) lengthen(&work, &instruction[i]);
    for (int i = 0; i < count; ++i)
        if (instruction[i].operation != PART) instruction[kept++] = instruction[i];
    return kept;
}
