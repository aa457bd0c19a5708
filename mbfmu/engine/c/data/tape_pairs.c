/* tape_pairs.c: instructions of the same operation on different numbers, as mechanisms with a left and a right side have them, in one: the places of its
   operands are read once for both, and processors compute both at once.

   Instructions can be a pair where the same tree of operations leads to both (tape_trees.h). Both then have the same height, so neither needs the other,
   nor do pairs need each other in a circle. They are joined from the longest trees downwards, so that operands of pairs mostly are pairs; others
   are brought together by JOIN. This is done in pieces. The generated C of native FMUs does the same (mbfmu/problem/codegen/pairs.py). */

#include "tape_pairs.h"

#include <string.h>

#include "tape_rows.h"
#include "tape_trees.h"

/* In what processors do for an instruction: what a pair saves, what it takes to bring two numbers together for one pair, and for one of several. */
enum { SAVED = 7, JOINED = 10, JOINED_FOR_SEVERAL = 4 };
enum { SHORTEST = 100, ONE_IN = 3 }; /* pieces with pairs have so many instructions at least, and one in so many of these is in a pair */

struct PairSearch {
    Piece piece;
    int tree[PIECE], height[PIECE];
    int first_alike[TREES], next_alike[PIECE];               /* lists of the instructions of each tree */
    int first_read[PIECE], next_read[2 * PIECE];             /* lists of the reads of what each gives: 2 k and 2 k + 1 are those of instruction k */
    int partner[PIECE];                                      /* or NONE */
    char is_second[PIECE], is_turned[PIECE], is_due[PIECE];  /* of a pair: whether the second's operands are read the other way round */
    char is_taken[PIECE];                                    /* by a product of rows (tape_rows.h); its results may be pairs */
    int ahead[PIECE][2], order[PIECE], place[PIECE + 2];
    Table table;
    RowSearch *rows;
};

static int is_pair(const PairSearch *search, Place a, Place b)
{
    int first = giver_in(&search->piece, a);
    return first != NONE && !search->is_second[first] && search->partner[first] != NONE && search->piece.first + search->partner[first] == b;
}

static int is_angle(const PairSearch *search, int first)
{
    return search->piece.instruction[first].operation != search->piece.instruction[search->partner[first]].operation;
}

/* Of a pair: what both read as an operand, the first (0) or the second (1). */
static void operands_of(const PairSearch *search, int first, int number, Place both[2])
{
    FileInstruction a = search->piece.instruction[first], b = search->piece.instruction[search->partner[first]];
    both[0] = number ? a.b : a.a;
    both[1] = number != search->is_turned[first] ? b.b : b.a;
}

static int fit(const PairSearch *search, Place a, Place b)
{
    int first = giver_in(&search->piece, a), second = giver_in(&search->piece, b);
    if (is_pair(search, a, b)) return 3;
    if (a == b) return 2;
    return first != NONE && second != NONE && search->tree[first] == search->tree[second] ? 1 : -1;
}

static void set_pair(PairSearch *search, int first, int second)
{
    FileInstruction a = search->piece.instruction[first], b = search->piece.instruction[second];
    search->partner[first] = second;
    search->partner[second] = first;
    search->is_second[second] = 1;
    int straight = fit(search, a.a, b.a) + fit(search, a.b, b.b), turned = fit(search, a.a, b.b) + fit(search, a.b, b.a);
    search->is_turned[first] = commutes(a.operation) && turned > straight;
}

static int is_free(const PairSearch *search, int k) { return k != NONE && search->partner[k] == NONE && !search->is_taken[k]; }

/* Pairs two instructions, then what they read, and so on. */
static void join(PairSearch *search, int first, int second)
{
    int ahead = 0;
    search->ahead[ahead][0] = first;
    search->ahead[ahead++][1] = second;
    while (ahead) {
        int i = search->ahead[--ahead][0], j = search->ahead[ahead][1];
        if (i == j || !is_free(search, i) || !is_free(search, j) || search->tree[i] != search->tree[j]) continue;
        set_pair(search, i, j);
        for (int k = 0; k < 2; ++k, ++ahead) {
            Place both[2];
            operands_of(search, i, k, both);
            for (int lane = 0; lane < 2; ++lane) search->ahead[ahead][lane] = giver_in(&search->piece, both[lane]);
        }
    }
}

/* Sines and cosines of the same angles. */
static void join_angles(PairSearch *search)
{
    const FileInstruction *instruction = search->piece.instruction;
    empty_table(&search->table, search->piece.count);
    for (int k = 0; k < search->piece.count; ++k) {
        if (instruction[k].operation != SIN && instruction[k].operation != COS) continue;
        if (instruction[k].b != instruction[k].a) continue; /* in a damaged file: what it needs besides may need the other */
        int *other = remembered(&search->table, instruction[k].a, 0, 0), first = *other - 1;
        if (!*other) *other = k + 1;
        if (first < 0 || !is_free(search, first) || instruction[first].operation == instruction[k].operation) continue;
        if (instruction[k].operation == SIN)
            set_pair(search, k, first);
        else
            set_pair(search, first, k);
    }
}

static void join_alike(PairSearch *search, int trees)
{
    for (int tree = 0; tree < trees; ++tree) search->first_alike[tree] = NONE;
    for (int k = search->piece.count - 1; k >= 0; --k) {
        search->next_alike[k] = search->first_alike[search->tree[k]];
        search->first_alike[search->tree[k]] = k;
    }
    for (int tree = trees - 1; tree >= 0; --tree) {
        int waiting = NONE;
        for (int k = search->first_alike[tree]; k != NONE; k = search->next_alike[k]) {
            if (!is_free(search, k)) continue;
            if (waiting != NONE) join(search, waiting, k);
            waiting = waiting == NONE ? k : NONE;
        }
    }
}

static int cost_of_operand(const PairSearch *search, Place a, Place b)
{
    int is_given = giver_in(&search->piece, a) == NONE && giver_in(&search->piece, b) == NONE;
    if (is_pair(search, a, b) || (a < search->piece.constants && b < search->piece.constants)) return 0;
    return a == b || is_given ? JOINED_FOR_SEVERAL : JOINED;
}

static int cost(const PairSearch *search, int first)
{
    Place a[2], b[2];
    operands_of(search, first, 0, a);
    operands_of(search, first, 1, b);
    int is_same = a[0] == b[0] && a[1] == b[1];
    return cost_of_operand(search, a[0], a[1]) + (is_same ? 0 : cost_of_operand(search, b[0], b[1]));
}

/* Whether another pair reads both as an operand. */
static int is_wanted(const PairSearch *search, int first)
{
    for (int read = search->first_read[first]; read != NONE; read = search->next_read[read]) {
        int reader = read / 2;
        if (search->partner[reader] == NONE || search->is_second[reader] || search->is_taken[reader] || is_angle(search, reader)) continue;
        Place both[2];
        operands_of(search, reader, read % 2, both);
        if (is_pair(search, both[0], both[1])) return 1;
    }
    return 0;
}

/* Whether an instruction becomes part of a sum if it is alone (tape_sums.c). */
static int is_term(const PairSearch *search, int k)
{
    int read = search->first_read[k], operation = search->piece.instruction[k].operation;
    if ((operation != ADD && operation != SUB && operation != MUL) || read == NONE || search->next_read[read] != NONE) return 0;
    int by = search->piece.instruction[read / 2].operation;
    return (by == ADD || by == SUB) && search->partner[read / 2] == NONE;
}

static int is_worthwhile(const PairSearch *search, int first)
{
    if (is_angle(search, first)) return 1;
    if (is_wanted(search, first)) return cost(search, first) < SAVED + JOINED;
    return cost(search, first) < SAVED && !is_term(search, first) && !is_term(search, search->partner[first]);
}

static void list_reads(PairSearch *search)
{
    for (int k = 0; k < search->piece.count; ++k) {
        Place operand[] = {search->piece.instruction[k].a, search->piece.instruction[k].b};
        search->first_read[k] = NONE;
        for (int i = 0; i < 2; ++i) {
            int giver = giver_in(&search->piece, operand[i]);
            if (giver == NONE) continue;
            search->next_read[2 * k + i] = search->first_read[giver];
            search->first_read[giver] = 2 * k + i;
        }
    }
}

/* Looks again at the pair of an instruction, if it is of one. */
static int look_again(PairSearch *search, int k, int due)
{
    if (k == NONE || search->partner[k] == NONE || search->is_taken[k]) return due;
    int first = search->is_second[k] ? search->partner[k] : k;
    if (!search->is_due[first]) search->order[due++] = first;
    search->is_due[first] = 1;
    return due;
}

/* Parts pairs that cost more than they save, and those then that others made worth their while. */
static void part(PairSearch *search)
{
    int due = 0;
    for (int k = 0; k < search->piece.count; ++k) due = look_again(search, k, due);
    while (due) {
        int first = search->order[--due];
        search->is_due[first] = 0;
        if (search->partner[first] == NONE || is_worthwhile(search, first)) continue;
        int lanes[] = {first, search->partner[first]};
        for (int i = 0; i < 2; ++i) search->partner[lanes[i]] = NONE;
        search->is_second[lanes[1]] = 0;
        for (int i = 0; i < 2; ++i) {
            FileInstruction at = search->piece.instruction[lanes[i]];
            due = look_again(search, giver_in(&search->piece, at.a), due);
            due = look_again(search, giver_in(&search->piece, at.b), due);
            for (int read = search->first_read[lanes[i]]; read != NONE; read = search->next_read[read]) due = look_again(search, read / 2, due);
        }
    }
}

/* Parts all but angles where too few are left: each kind of pair is one more change of operation (tape_order.c). */
static void part_few(PairSearch *search)
{
    int count = search->piece.count, left = 0, paired = 0;
    for (int k = 0; k < count; ++k) {
        left += !search->is_taken[k];
        paired += search->partner[k] != NONE && !search->is_taken[k];
    }
    if (count >= SHORTEST && ONE_IN * paired >= left) return;
    for (int k = 0; k < count; ++k) {
        if (search->partner[k] == NONE || search->is_second[k] || search->is_taken[k] || is_angle(search, k)) continue;
        search->is_second[search->partner[k]] = 0;
        search->partner[search->partner[k]] = NONE;
        search->partner[k] = NONE;
    }
}

/* Sorted by height, each stands behind what it reads. */
static void sort(PairSearch *search)
{
    memset(search->place, 0, sizeof search->place);
    for (int k = 0; k < search->piece.count; ++k) ++search->place[search->height[k] + 1];
    for (int i = 1; i < PIECE + 2; ++i) search->place[i] += search->place[i - 1];
    for (int k = 0; k < search->piece.count; ++k) search->order[search->place[search->height[k]]++] = k;
}

/* The number of an operand of a pair, brought together before if need be: then `made` moves on. */
static Place together(PairSearch *search, const Place both[2], Instruction **made, int *numbers)
{
    if (is_pair(search, both[0], both[1])) return both[0];
    int *known = remembered(&search->table, both[0], both[1], 0);
    if (!*known) {
        int is_twice = both[0] == both[1];
        Instruction joined = {is_twice ? TWO_OF_ONE : JOIN, is_twice ? 1 : 2, 2, {both[0], both[1]}, {*numbers, *numbers + 1}, NULL, NULL};
        *(*made)++ = joined;
        *known = *numbers + 1;
        *numbers += 2;
    }
    return *known - 1;
}

static Instruction *write_pair(PairSearch *search, int first, Instruction *made, int *numbers)
{
    const Piece *piece = &search->piece;
    FileInstruction at = piece->instruction[first];
    Instruction pair = {at.operation, 2, 2, {0}, {piece->first + first, piece->first + search->partner[first]}, NULL, NULL};
    if (is_angle(search, first)) {
        pair.operation = SINE_AND_COSINE;
        pair.operands = 1;
        pair.operand[0] = at.a;
    } else {
        for (int i = 0; i < 2; ++i) {
            Place both[2];
            operands_of(search, first, i, both);
            pair.operand[i] = together(search, both, &made, numbers);
        }
    }
    *made++ = pair;
    return made;
}

static Instruction *write_piece(PairSearch *search, Instruction *made, Place **list, int *numbers)
{
    const Piece *piece = &search->piece;
    sort(search);
    empty_table(&search->table, 2 * piece->count);
    for (int i = 0; i < piece->count; ++i) {
        int k = search->order[i];
        made = write_rows(search->rows, search->height[k] - 1, made, list, numbers);
        if (search->is_second[k] || search->is_taken[k]) continue;
        if (search->partner[k] != NONE) {
            made = write_pair(search, k, made, numbers);
        } else {
            FileInstruction at = piece->instruction[k];
            Instruction alone = {at.operation, 2, 1, {at.a, at.b}, {piece->first + k}, NULL, NULL};
            *made++ = alone;
        }
    }
    return write_rows(search->rows, PIECE, made, list, numbers);
}

static void pair_piece(PairSearch *search, const int *reads)
{
    int count = search->piece.count, trees = find_trees(&search->piece, &search->table, search->tree, search->height);
    for (int k = 0; k < count; ++k) search->partner[k] = NONE;
    memset(search->is_second, 0, (size_t)count);
    memset(search->is_due, 0, (size_t)count);
    find_rows(search->rows, &search->piece, search->height, reads, &search->table, search->is_taken, search->partner, search->is_second);
    list_reads(search);
    join_angles(search);
    join_alike(search, trees);
    part(search);
    part_few(search);
}

PairSearch *pair_search(Reader *reader)
{
    PairSearch *search = room_for(reader, 1, sizeof *search);
    search->rows = row_search(reader);
    return search;
}

void give_back_search(Reader *reader, PairSearch *search)
{
    give_back(reader, search->rows);
    give_back(reader, search);
}

int pair_instructions(PairSearch *search, const Tape *tape, const FileInstruction *instruction, int count, const int *reads, Instruction *made,
                      Place *list, int *numbers)
{
    const TapeCall *call = tape->call;
    Instruction *begin = made;
    Place top = tape->constants + tape->inputs;
    *numbers = tape->numbers;
    for (int i = 0, end; i < count; i = end) {
        for (end = i; end < count && end - i < PIECE && !stays(instruction[end].operation);) ++end;
        if (end > i) {
            Piece piece = {instruction + i, end - i, tape->constants, top};
            search->piece = piece;
            pair_piece(search, reads);
            made = write_piece(search, made, &list, numbers);
            top += end - i;
        } else {
            int operation = instruction[end++].operation, results = operation == CALL_TAPE ? call++->tape->outputs : 0;
            Instruction same = {operation, operation == WHERE ? 2 : 0, results, {instruction[i].a, instruction[i].a}, {top}, NULL, NULL};
            *made++ = same;
            top += results;
        }
    }
    return (int)(made - begin);
}
