/* tape_sums.c: a product or a sum of two terms that one addition or subtraction alone reads becomes part of it. */

#include "tape_sums.h"

#include <string.h>

enum { GIVEN = -1, PART = -1 /* of a sum: instead of an operation */ };

typedef struct {
    const int *reads;
    Instruction *made;
    const Place *maker; /* of each number: of which number the instruction is that gives it alone, or GIVEN */
} Work;

/* The instruction that gives a number, if what reads the number is all that needs it. */
static Instruction *only_for_one(const Work *work, Place number)
{
    return work->reads[number] == 1 && work->maker[number] != GIVEN ? &work->made[work->maker[number]] : NULL;
}

static Instruction *sum_of_two_terms(const Work *work, Place number)
{
    Instruction *sum = only_for_one(work, number);
    return sum && sum->operation >= SUMS_OF_TWO_TERMS && sum->operation < SUMS_OF_THREE_TERMS ? sum : NULL;
}

/* 1 of a product, else 0. */
static int append(const Work *work, Instruction *sum, Place number)
{
    Instruction *term = only_for_one(work, number);
    int is_product = term && term->operation == MUL;
    if (!is_product) {
        sum->operand[sum->operands++] = number;
        return 0;
    }
    for (int i = 0; i < term->operands; ++i) sum->operand[sum->operands++] = term->operand[i];
    term->operation = PART;
    return 1;
}

static Instruction sum_of(const Work *work, FileInstruction at)
{
    Place first = at.a, last = at.b;
    Instruction *begun = sum_of_two_terms(work, first);
    if (!begun && at.operation == ADD && (begun = sum_of_two_terms(work, last))) last = first;
    Instruction sum = {SUMS_OF_TWO_TERMS, 0, {0}};
    if (begun) {
        sum = *begun;
        sum.operation = SUMS_OF_THREE_TERMS + 4 * (begun->operation - SUMS_OF_TWO_TERMS);
        begun->operation = PART;
    } else {
        sum.operation += 4 * append(work, &sum, first);
    }
    sum.operation += 2 * (at.operation == SUB) + append(work, &sum, last);
    return sum;
}

/* How many numbers an instruction of the file gives; `call` is that of the next CALL_TAPE, and moves on behind it. */
static int results_of(int operation, const TapeCall **call)
{
    return operation == CALL_TAPE ? (*call)++->tape->outputs : operation != WHERE && operation != END_WHERE;
}

static Instruction as_it_runs(const Work *work, FileInstruction at)
{
    if (at.operation == ADD || at.operation == SUB) return sum_of(work, at);
    Instruction same = {at.operation, at.operation == CALL_TAPE || at.operation == END_WHERE ? 0 : 2, {at.a, at.b}};
    return same;
}

int make_sums(const Tape *tape, const FileInstruction *instruction, int count, const int *reads, Instruction *made, Place *moved)
{
    Work work = {reads, made, moved};
    const TapeCall *call = tape->call;
    int given = tape->constants + tape->inputs, number = given, kept = 0;
    for (int i = 0; i < given; ++i) moved[i] = GIVEN;
    for (int i = 0; i < count; ++i) {
        int operation = instruction[i].operation;
        made[i] = as_it_runs(&work, instruction[i]);
        for (int k = results_of(operation, &call); k; --k) moved[number++] = operation == CALL_TAPE ? GIVEN : i;
    }
    call = tape->call;
    for (int i = 0; i < given; ++i) moved[i] = i;
    for (int i = 0, from = given, to = given; i < count; ++i) {
        int is_part = made[i].operation == PART;
        for (int k = results_of(made[i].operation, &call); k; --k) moved[from++] = is_part ? GIVEN : to++;
        if (is_part) continue;
        for (int k = 0; k < made[i].operands; ++k) made[i].operand[k] = moved[made[i].operand[k]];
        made[kept++] = made[i];
    }
    return kept;
}
