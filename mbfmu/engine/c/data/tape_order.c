/* tape_order.c: instructions of the same operation in a row, as far as what they read allows.

   Processors guess which operation comes next, and a wrong guess takes as long as ten operations. So what can be computed is sorted into one queue
   for each operation, and a queue is followed until it is empty: then that from which most changes of operation lie ahead. This is done in pieces,
   so that what is computed together still lies together. */

#include "tape_order.h"

#include <string.h>

#include "tape_pairs.h"
#include "tape_sums.h"
#include "tape_trees.h"

enum { READS = MOST_OPERANDS * PIECE }; /* of a piece */

struct TapeOrder {
    int first_read[PIECE], next_read[READS], reader[READS];  /* lists of the reads of what each instruction gives */
    int waits[PIECE];                                        /* for how many of its reads */
    int ahead[PIECE];                                        /* most changes of operation from there to the end */
    int most_ahead[ALL_OPERATIONS];                          /* of what is in each queue, or was since it was empty */
    int next[PIECE], first[ALL_OPERATIONS], last[ALL_OPERATIONS], ready[ALL_OPERATIONS]; /* queues, and how many instructions are in each */
    Instruction ordered[PIECE];
    PairSearch *search;
};

static void enter(TapeOrder *order, int k, int operation)
{
    int *most_ahead = &order->most_ahead[operation];
    order->next[k] = NONE;
    if (!order->ready[operation]++) {
        order->first[operation] = k;
        *most_ahead = 0;
    } else {
        order->next[order->last[operation]] = k;
    }
    order->last[operation] = k;
    if (order->ahead[k] > *most_ahead) *most_ahead = order->ahead[k];
}

static int leave(TapeOrder *order, int operation)
{
    int k = order->first[operation];
    order->first[operation] = order->next[k];
    --order->ready[operation];
    return k;
}

static void wait_for(TapeOrder *order, int k, int read, int giver)
{
    if (giver < 0) return; /* there already */
    order->reader[read] = k;
    order->next_read[read] = order->first_read[giver];
    order->first_read[giver] = read;
    ++order->waits[k];
}

/* Of those from which as many changes lie ahead, the longest. */
static int next_queue(const TapeOrder *order)
{
    int best = NONE;
    for (int operation = 0; operation < ALL_OPERATIONS; ++operation) {
        if (!order->ready[operation]) continue;
        int more = best == NONE ? 1 : order->most_ahead[operation] - order->most_ahead[best];
        if (more > 0 || (!more && order->ready[operation] > order->ready[best])) best = operation;
    }
    return best;
}

static void look_ahead(TapeOrder *order, const Instruction *piece, int count)
{
    for (int k = count - 1; k >= 0; --k) {
        order->ahead[k] = 0;
        for (int read = order->first_read[k]; read != NONE; read = order->next_read[read]) {
            int reader = order->reader[read], ahead = order->ahead[reader] + (piece[reader].operation != piece[k].operation);
            if (ahead > order->ahead[k]) order->ahead[k] = ahead;
        }
    }
}

static int even(int place) { return place + (place & 1); }

/* `begin` is the number of its first instruction, `top` the place of what that one will give; `place` (of all numbers) is where each has come to lie.
   Where what comes next will lie. */
static int order_piece(TapeOrder *order, Instruction *piece, int count, int begin, int top, const int *giver, Place *place)
{
    int operation = 0, reads = 0;
    memset(order->ready, 0, sizeof order->ready);
    memset(order->waits, 0, sizeof order->waits);
    for (int k = 0; k < count; ++k) {
        order->first_read[k] = NONE;
        for (int i = 0; i < piece[k].operands; ++i) wait_for(order, k, reads++, giver[all_operands(&piece[k])[i]] - begin);
    }
    look_ahead(order, piece, count);
    for (int k = 0; k < count; ++k)
        if (!order->waits[k]) enter(order, k, piece[k].operation);
    for (int position = 0; position < count; ++position) {
        if (!order->ready[operation]) operation = next_queue(order);
        int k = leave(order, operation);
        order->ordered[position] = piece[k];
        if (piece[k].results > 1) top = even(top);
        for (int i = 0; i < piece[k].results; ++i) place[all_results(&piece[k])[i]] = top++;
        for (int read = order->first_read[k]; read != NONE; read = order->next_read[read]) {
            int reader = order->reader[read];
            if (!--order->waits[reader]) enter(order, reader, piece[reader].operation);
        }
    }
    memcpy(piece, order->ordered, (size_t)count * sizeof *piece);
    return top;
}

/* Orders the instructions and lays their numbers one behind the other, behind those that are given; how many these are in the end. */
static int order_all(TapeOrder *order, Instruction *instruction, int count, int given, const int *giver, Place *place)
{
    int top = given;
    for (int i = 0, end; i < count; i = end) {
        int reads = 0;
        for (end = i; end < count && end - i < PIECE && !stays(instruction[end].operation); ++end) {
            reads += instruction[end].operands;
            if (reads > READS) break;
        }
        if (end > i) {
            top = order_piece(order, instruction + i, end - i, i, top, giver, place);
        } else {
            for (int k = 0; k < instruction[end].results; ++k) place[instruction[end].result[0] + k] = top++;
            ++end;
        }
    }
    return top;
}

static void count_reads(const Tape *tape, const FileInstruction *instruction, int count, int *reads)
{
    for (int i = 0; i < count; ++i) {
        ++reads[instruction[i].a];
        ++reads[instruction[i].b];
    }
    for (int i = 0; i < tape->calls; ++i)
        for (int k = 0; k < tape->call[i].tape->inputs; ++k) ++reads[tape->call[i].argument[k]];
    for (int i = 0; i < tape->outputs; ++i) ++reads[tape->output[i]];
}

static void find_givers(const Instruction *instruction, int count, int numbers, int *giver)
{
    for (int i = 0; i < numbers; ++i) giver[i] = GIVEN;
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < instruction[i].results && !stays(instruction[i].operation); ++k) giver[all_results(&instruction[i])[k]] = i;
}

static int joins_constants(const Tape *tape, Instruction *at)
{
    int does = at->operation == JOIN || at->operation == TWO_OF_ONE || at->operation == MATRIX;
    for (int i = 0; does && i < at->operands; ++i) does = all_operands(at)[i] < tape->constants;
    return does;
}

/* Places all that is given, constants first. Those that are brought together lie together then; how many instructions are left. */
static int place_given(Reader *reader, Tape *tape, Instruction *instruction, int count, Place *place)
{
    int kept = 0, top = 0, joined = 0, constants = tape->constants;
    for (int i = 0; i < count; ++i) joined += joins_constants(tape, &instruction[i]) ? even(instruction[i].results) : 0;
    double *constant = room_for(reader, (size_t)(constants + joined), sizeof *constant);
    for (int i = 0; i < constants; ++i) place[i] = NONE;
    for (int i = 0; i < count; ++i) {
        Instruction at = instruction[i];
        if (!joins_constants(tape, &at)) {
            instruction[kept++] = at;
            continue;
        }
        for (int k = 0; k < at.results; ++k, ++top) {
            Place number = all_operands(&at)[k < at.operands ? k : 0];
            constant[top] = tape->constant[number];
            place[number] = place[all_results(&at)[k]] = top;
        }
        top = even(top);
    }
    for (int i = 0; i < constants; ++i) {
        if (place[i] != NONE) continue;
        constant[top] = tape->constant[i];
        place[i] = top++;
    }
    for (int i = 0; i < tape->inputs; ++i) place[constants + i] = top + i;
    give_back(reader, tape->constant);
    tape->constant = constant;
    tape->constants = top;
    return kept;
}

static void move(const Place *places, int count, const Place *place)
{
    for (int i = 0; i < count; ++i) ((Place *)places)[i] = place[places[i]];
}

static int begins_run(const Instruction *instruction, int i)
{
    int operation = instruction[i].operation;
    return operation != END_WHERE && (!i || stays(operation) || operation == ROWS || operation != instruction[i - 1].operation);
}

/* What WHERE leaves out is counted when its end is there. */
static void write_runs(Reader *reader, Tape *tape, Instruction *instruction, int count, const Place *place)
{
    size_t runs = 0, operands = 0;
    int calls = 0;
    for (int i = 0; i < count; ++i) {
        runs += (size_t)begins_run(instruction, i);
        operands += instruction[i].operation == WHERE ? WHERE_OPERANDS : (size_t)instruction[i].operands + (instruction[i].operation == ROWS);
    }
    Run *run = room_for(reader, runs, sizeof *run), *where_run = NULL;
    Place *operand = room_for(reader, operands, sizeof *operand), *where = NULL;
    tape->run = run--;
    tape->runs = (int)runs;
    tape->operand = operand;
    for (int i = 0; i < count; ++i) {
        if (begins_run(instruction, i)) {
            (++run)->operation = instruction[i].operation;
            if (instruction[i].results) run->first = place[all_results(&instruction[i])[0]];
        }
        if (instruction[i].operation == WHERE) {
            where = operand;
            where_run = run;
            where[WHERE_CONDITION] = instruction[i].operand[0];
            where[WHERE_CALLS] = calls;
            operand += WHERE_OPERANDS;
        } else if (instruction[i].operation == END_WHERE) {
            where[WHERE_RUNS] = (int)(run - where_run);
            where[WHERE_PLACES] = (int)(operand - where) - WHERE_OPERANDS;
            where[WHERE_CALLS] = calls - where[WHERE_CALLS];
        } else {
            run->count += instruction[i].operation == ROWS ? instruction[i].operands - 1 : 1;
            calls += instruction[i].operation == CALL_TAPE;
            if (instruction[i].operation == ROWS) *operand++ = instruction[i].results;
            memcpy(operand, all_operands(&instruction[i]), (size_t)instruction[i].operands * sizeof *operand);
            operand += instruction[i].operands;
        }
    }
    tape->operands_end = operand;
}

/* The operation of each as it runs. */
static void tell_pairs(Instruction *instruction, int count)
{
    for (int i = 0; i < count; ++i)
        if (instruction[i].operation < PAIRS_BEGIN && instruction[i].results == 2 && !stays(instruction[i].operation)) instruction[i].operation += PAIRED;
}

TapeOrder *tape_order(Reader *reader)
{
    TapeOrder *order = room_for(reader, 1, sizeof *order);
    order->search = pair_search(reader);
    return order;
}

void give_back_order(Reader *reader, TapeOrder *order)
{
    give_back_search(reader, order->search);
    give_back(reader, order);
}

void order_tape(Reader *reader, TapeOrder *order, Tape *tape, const FileInstruction *instruction, int count)
{
    Instruction *made = room_for(reader, 2 * (size_t)count, sizeof *made);
    Place *list = room_for(reader, 3 * (size_t)count, sizeof *list);
    int numbers, *reads = room_for(reader, (size_t)tape->numbers + 2 * (size_t)count, sizeof *reads);
    count_reads(tape, instruction, count, reads);
    count = pair_instructions(order->search, tape, instruction, count, reads, made, list, &numbers);
    int *giver = room_for(reader, (size_t)numbers, sizeof *giver);
    Place *place = room_for(reader, (size_t)numbers, sizeof *place);
    find_givers(made, count, numbers, giver);
    count = make_sums(made, count, giver, reads);
    count = place_given(reader, tape, made, count, place);
    tell_pairs(made, count);
    find_givers(made, count, numbers, giver);
    tape->numbers = even(order_all(order, made, count, tape->constants + tape->inputs, giver, place));
    for (int i = 0; i < count; ++i) move(all_operands(&made[i]), made[i].operands, place);
    for (int i = 0; i < tape->calls; ++i) move(tape->call[i].argument, tape->call[i].tape->inputs, place);
    move(tape->output, tape->outputs, place);
    write_runs(reader, tape, made, count, place);
    void *temporary[] = {made, list, reads, giver, place};
    for (size_t i = 0; i < sizeof temporary / sizeof *temporary; ++i) give_back(reader, temporary[i]);
}
