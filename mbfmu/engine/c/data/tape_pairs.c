/* tape_pairs.c: instructions of the same operation on different numbers, as mechanisms with a left and a right side have them, in one: the places of its
   operands are read once for both, and processors compute both at once.

   Instructions can be a pair where the same tree of operations leads to both (tape_trees.h). Both then have the same height, so neither needs the other,
   nor do pairs need each other in a circle. They are joined from the longest trees downwards, so that operands of pairs mostly are pairs; others
   are brought together by JOIN. This is done in pieces. The generated C of native FMUs does the same (mbfmu/problem/codegen/pairs.py). */

#include "tape_pairs.h"

#include <string.h>

#include "tape_trees.h"

/* In what processors do for an instruction: what a pair saves, what it takes to bring two numbers together for one pair, and for one of several. */
enum { SAVED = 7, JOINED = 10, JOINED_FOR_SEVERAL = 4 };

typedef struct {
    Piece piece;
    int tree[PIECE], height[PIECE];
    int first_alike[TREES], next_alike[PIECE];               /* lists of the instructions of each tree */
    int first_read[PIECE], next_read[2 * PIECE];             /* lists of the reads of what each gives: 2 k and 2 k + 1 are those of instruction k */
    int partner[PIECE];                                      /* or NONE */
    char is_second[PIECE], is_turned[PIECE], is_due[PIECE];  /* of a pair: whether the second's operands are read the other way round */
    int ahead[PIECE][2], order[PIECE], place[PIECE + 2];
    Table table;
} Work;

static int is_pair(const Work *work, Place a, Place b)
{
    int first = giver_in(&work->piece, a);
    return first != NONE && !work->is_second[first] && work->partner[first] != NONE && work->piece.first + work->partner[first] == b;
}

static int is_angle(const Work *work, int first)
{
    return work->piece.instruction[first].operation != work->piece.instruction[work->partner[first]].operation;
}

/* Of a pair: what both read as an operand, the first (0) or the second (1). */
static void operands_of(const Work *work, int first, int number, Place both[2])
{
    FileInstruction a = work->piece.instruction[first], b = work->piece.instruction[work->partner[first]];
    both[0] = number ? a.b : a.a;
    both[1] = number != work->is_turned[first] ? b.b : b.a;
}

static int fit(const Work *work, Place a, Place b)
{
    int first = giver_in(&work->piece, a), second = giver_in(&work->piece, b);
    if (is_pair(work, a, b)) return 3;
    if (a == b) return 2;
    return first != NONE && second != NONE && work->tree[first] == work->tree[second] ? 1 : -1;
}

static void set_pair(Work *work, int first, int second)
{
    FileInstruction a = work->piece.instruction[first], b = work->piece.instruction[second];
    work->partner[first] = second;
    work->partner[second] = first;
    work->is_second[second] = 1;
    int straight = fit(work, a.a, b.a) + fit(work, a.b, b.b), turned = fit(work, a.a, b.b) + fit(work, a.b, b.a);
    work->is_turned[first] = commutes(a.operation) && turned > straight;
}

static int is_free(const Work *work, int k) { return k != NONE && work->partner[k] == NONE; }

/* Pairs two instructions, then what they read, and so on. */
static void join(Work *work, int first, int second)
{
    int ahead = 0;
    work->ahead[ahead][0] = first;
    work->ahead[ahead++][1] = second;
    while (ahead) {
        int i = work->ahead[--ahead][0], j = work->ahead[ahead][1];
        if (i == j || !is_free(work, i) || !is_free(work, j) || work->tree[i] != work->tree[j]) continue;
        set_pair(work, i, j);
        for (int k = 0; k < 2; ++k, ++ahead) {
            Place both[2];
            operands_of(work, i, k, both);
            for (int lane = 0; lane < 2; ++lane) work->ahead[ahead][lane] = giver_in(&work->piece, both[lane]);
        }
    }
}

/* Sines and cosines of the same angles. */
static void join_angles(Work *work)
{
    const FileInstruction *instruction = work->piece.instruction;
    empty_table(&work->table, work->piece.count);
    for (int k = 0; k < work->piece.count; ++k) {
        if (instruction[k].operation != SIN && instruction[k].operation != COS) continue;
        int *other = remembered(&work->table, instruction[k].a, 0, 0), first = *other - 1;
        if (!*other) *other = k + 1;
        if (first < 0 || !is_free(work, first) || instruction[first].operation == instruction[k].operation) continue;
        if (instruction[k].operation == SIN)
            set_pair(work, k, first);
        else
            set_pair(work, first, k);
    }
}

static void join_alike(Work *work, int trees)
{
    for (int tree = 0; tree < trees; ++tree) work->first_alike[tree] = NONE;
    for (int k = work->piece.count - 1; k >= 0; --k) {
        work->next_alike[k] = work->first_alike[work->tree[k]];
        work->first_alike[work->tree[k]] = k;
    }
    for (int tree = trees - 1; tree >= 0; --tree) {
        int waiting = NONE;
        for (int k = work->first_alike[tree]; k != NONE; k = work->next_alike[k]) {
            if (!is_free(work, k)) continue;
            if (waiting != NONE) join(work, waiting, k);
            waiting = waiting == NONE ? k : NONE;
        }
    }
}

static int cost_of_operand(const Work *work, Place a, Place b)
{
    int is_given = giver_in(&work->piece, a) == NONE && giver_in(&work->piece, b) == NONE;
    if (is_pair(work, a, b) || (a < work->piece.constants && b < work->piece.constants)) return 0;
    return a == b || is_given ? JOINED_FOR_SEVERAL : JOINED;
}

static int cost(const Work *work, int first)
{
    Place a[2], b[2];
    operands_of(work, first, 0, a);
    operands_of(work, first, 1, b);
    int is_same = a[0] == b[0] && a[1] == b[1];
    return cost_of_operand(work, a[0], a[1]) + (is_same ? 0 : cost_of_operand(work, b[0], b[1]));
}

/* Whether another pair reads both as an operand. */
static int is_wanted(const Work *work, int first)
{
    for (int read = work->first_read[first]; read != NONE; read = work->next_read[read]) {
        int reader = read / 2;
        if (work->partner[reader] == NONE || work->is_second[reader] || is_angle(work, reader)) continue;
        Place both[2];
        operands_of(work, reader, read % 2, both);
        if (is_pair(work, both[0], both[1])) return 1;
    }
    return 0;
}

/* Whether an instruction becomes part of a sum if it is alone (tape_sums.c). */
static int is_term(const Work *work, int k)
{
    int read = work->first_read[k], operation = work->piece.instruction[k].operation;
    if ((operation != ADD && operation != SUB && operation != MUL) || read == NONE || work->next_read[read] != NONE) return 0;
    int by = work->piece.instruction[read / 2].operation;
    return (by == ADD || by == SUB) && work->partner[read / 2] == NONE;
}

static int is_worthwhile(const Work *work, int first)
{
    if (is_angle(work, first)) return 1;
    if (is_wanted(work, first)) return cost(work, first) < SAVED + JOINED;
    return cost(work, first) < SAVED && !is_term(work, first) && !is_term(work, work->partner[first]);
}

static void list_reads(Work *work)
{
    for (int k = 0; k < work->piece.count; ++k) {
        Place operand[] = {work->piece.instruction[k].a, work->piece.instruction[k].b};
        work->first_read[k] = NONE;
        for (int i = 0; i < 2; ++i) {
            int giver = giver_in(&work->piece, operand[i]);
            if (giver == NONE) continue;
            work->next_read[2 * k + i] = work->first_read[giver];
            work->first_read[giver] = 2 * k + i;
        }
    }
}

/* Looks again at the pair of an instruction, if it is of one. */
static int look_again(Work *work, int k, int due)
{
    if (k == NONE || work->partner[k] == NONE) return due;
    int first = work->is_second[k] ? work->partner[k] : k;
    if (!work->is_due[first]) work->order[due++] = first;
    work->is_due[first] = 1;
    return due;
}

/* Parts pairs that cost more than they save, and those then that others made worth their while. */
static void part(Work *work)
{
    int due = 0;
    for (int k = 0; k < work->piece.count; ++k) due = look_again(work, k, due);
    while (due) {
        int first = work->order[--due];
        work->is_due[first] = 0;
        if (work->partner[first] == NONE || is_worthwhile(work, first)) continue;
        int lanes[] = {first, work->partner[first]};
        for (int i = 0; i < 2; ++i) work->partner[lanes[i]] = NONE;
        work->is_second[lanes[1]] = 0;
        for (int i = 0; i < 2; ++i) {
            FileInstruction at = work->piece.instruction[lanes[i]];
            due = look_again(work, giver_in(&work->piece, at.a), due);
            due = look_again(work, giver_in(&work->piece, at.b), due);
            for (int read = work->first_read[lanes[i]]; read != NONE; read = work->next_read[read]) due = look_again(work, read / 2, due);
        }
    }
}

/* Sorted by height, each stands behind what it reads. */
static void sort(Work *work)
{
    memset(work->place, 0, sizeof work->place);
    for (int k = 0; k < work->piece.count; ++k) ++work->place[work->height[k] + 1];
    for (int i = 1; i < PIECE + 2; ++i) work->place[i] += work->place[i - 1];
    for (int k = 0; k < work->piece.count; ++k) work->order[work->place[work->height[k]]++] = k;
}

/* The number of an operand of a pair, brought together before if need be: then `made` moves on. */
static Place together(Work *work, const Place both[2], Instruction **made, int *numbers)
{
    if (is_pair(work, both[0], both[1])) return both[0];
    int *known = remembered(&work->table, both[0], both[1], 0);
    if (!*known) {
        Instruction joined = {JOIN, 2, 2, {both[0], both[1]}, {*numbers, *numbers + 1}};
        *(*made)++ = joined;
        *known = *numbers + 1;
        *numbers += 2;
    }
    return *known - 1;
}

static Instruction *write_pair(Work *work, int first, Instruction *made, int *numbers)
{
    const Piece *piece = &work->piece;
    FileInstruction at = piece->instruction[first];
    Instruction pair = {at.operation, 2, 2, {0}, {piece->first + first, piece->first + work->partner[first]}};
    if (is_angle(work, first)) {
        pair.operation = SINE_AND_COSINE;
        pair.operands = 1;
        pair.operand[0] = at.a;
    } else {
        for (int i = 0; i < 2; ++i) {
            Place both[2];
            operands_of(work, first, i, both);
            pair.operand[i] = together(work, both, &made, numbers);
        }
    }
    *made++ = pair;
    return made;
}

static Instruction *write_piece(Work *work, Instruction *made, int *numbers)
{
    const Piece *piece = &work->piece;
    sort(work);
    empty_table(&work->table, 2 * piece->count);
    for (int i = 0; i < piece->count; ++i) {
        int k = work->order[i];
        if (work->is_second[k]) continue;
        if (work->partner[k] != NONE) {
            made = write_pair(work, k, made, numbers);
        } else {
            FileInstruction at = piece->instruction[k];
            Instruction alone = {at.operation, 2, 1, {at.a, at.b}, {piece->first + k}};
            *made++ = alone;
        }
    }
    return made;
}

static void pair_piece(Work *work)
{
    int count = work->piece.count, trees = find_trees(&work->piece, &work->table, work->tree, work->height);
    for (int k = 0; k < count; ++k) work->partner[k] = NONE;
    memset(work->is_second, 0, (size_t)count);
    memset(work->is_due, 0, (size_t)count);
    list_reads(work);
    join_angles(work);
    join_alike(work, trees);
    part(work);
}

int pair_instructions(Reader *reader, const Tape *tape, const FileInstruction *instruction, int count, Instruction *made, int *numbers)
{
    Work *work = room_for(reader, 1, sizeof *work);
    const TapeCall *call = tape->call;
    Instruction *begin = made;
    Place top = tape->constants + tape->inputs;
    *numbers = tape->numbers;
    for (int i = 0, end; i < count; i = end) {
        for (end = i; end < count && end - i < PIECE && !stays(instruction[end].operation);) ++end;
        if (end > i) {
            Piece piece = {instruction + i, end - i, tape->constants, top};
            work->piece = piece;
            pair_piece(work);
            made = write_piece(work, made, numbers);
            top += end - i;
        } else {
            int operation = instruction[end++].operation, results = operation == CALL_TAPE ? call++->tape->outputs : 0;
            Instruction same = {operation, operation == WHERE ? 2 : 0, results, {instruction[i].a, instruction[i].a}, {top}};
            *made++ = same;
            top += results;
        }
    }
    give_back(reader, work);
    return (int)(made - begin);
}
