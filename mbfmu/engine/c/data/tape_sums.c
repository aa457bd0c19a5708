/* tape_sums.c: a product or a sum of two terms that one addition or subtraction alone reads becomes part of it. Pairs become part of pairs. */

#include "tape_sums.h"

#include <stddef.h>

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

/* 1 of a product, else 0. */
static int append(const Work *work, Instruction *sum, Place number)
{
    Instruction *term = only_for(work, sum, number);
    int is_product = term && term->operation == MUL;
    if (!is_product) {
        sum->operand[sum->operands++] = number;
        return 0;
    }
    for (int i = 0; i < term->operands; ++i) sum->operand[sum->operands++] = term->operand[i];
    term->operation = PART;
    return 1;
}

static void make_sum(const Work *work, Instruction *at)
{
    int last_sign = 2 * (at->operation == SUB);
    Place first = at->operand[0], last = at->operand[1];
    Instruction *begun = sum_of_two_terms(work, at, first);
    if (!begun && at->operation == ADD && (begun = sum_of_two_terms(work, at, last))) last = first;
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

int make_sums(Instruction *instruction, int count, const int *giver, const int *reads)
{
    Work work = {instruction, giver, reads};
    int kept = 0;
    for (int i = 0; i < count; ++i)
        if (instruction[i].operation == ADD || instruction[i].operation == SUB) make_sum(&work, &instruction[i]);
    for (int i = 0; i < count; ++i)
        if (instruction[i].operation != PART) instruction[kept++] = instruction[i];
    return kept;
}
