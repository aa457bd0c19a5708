/* tape_rows.c: sums of products of constants with the same numbers, as one product of a constant matrix and a vector: coefficients of modes times elastic
   coordinates. Constants lie in the order in which they are read, the place of a number is read once for all rows, and processors compute two rows at once.

   A row is a sum a_1 b_1 + a_2 b_2 + ... from the left to the right, and each product is read by it alone. It keeps its order, so it is the same to the last
   bit. Rows with the same b are computed together, as soon as b is there: each is higher than that, so none waits for another. */

#include "tape_rows.h"

#include <string.h>

enum { SHORTEST = 3, FEWEST = 4 }; /* terms of a row, rows of a product */
/* In tenths of what an operand takes: what a term of a row saves, what it takes to find b_k, and to begin a product. */
enum { SAVED = 6, FOUND = 10, BEGUN = 120 };

typedef struct {
    int instruction, first_term; /* which gives the sum */
    int next;                    /* with the same b */
} SumRow;

/* b, known by its last number and what is before it, as words are by their letters. */
typedef struct {
    int terms, height; /* of the highest of its numbers */
    int rows, first_row;
    char is_written;
} Vector;

struct RowSearch {
    const Piece *piece;
    int terms[PIECE];    /* of the sum that an instruction ends, or 0 */
    char is_part[PIECE]; /* of a longer sum */
    SumRow row[PIECE / SHORTEST];
    Place constant[PIECE], number[PIECE]; /* of all terms: a_k and b_k */
    Vector vector[PIECE + 1];
    int rows, all_terms, vectors;
    int next_height; /* of what has not been written the lowest */
};

/* The instruction of a product with a constant that is read once. */
static int product_of(const RowSearch *search, const int *reads, Place number)
{
    int giver = giver_in(search->piece, number);
    if (giver == NONE || reads[number] != 1) return NONE;
    FileInstruction at = search->piece->instruction[giver];
    return at.operation == MUL && (at.a < search->piece->constants) != (at.b < search->piece->constants) ? giver : NONE;
}

static int terms_of(const RowSearch *search, Place sum)
{
    int giver = giver_in(search->piece, sum);
    return giver == NONE ? 0 : search->terms[giver];
}

/* Of a sum of more than two products which of its operands is a sum, and which a product. */
static void split(const RowSearch *search, FileInstruction at, Place *sum, Place *product)
{
    int is_first = terms_of(search, at.a) > 0;
    *sum = is_first ? at.a : at.b;
    *product = is_first ? at.b : at.a;
}

static int count_terms(const RowSearch *search, const int *reads, FileInstruction at)
{
    if (at.operation != ADD) return 0;
    int first = product_of(search, reads, at.a), second = product_of(search, reads, at.b);
    if (first != NONE && second != NONE) return 2;
    Place sum = first != NONE ? at.b : at.a;
    if ((first == NONE && second == NONE) || !terms_of(search, sum) || reads[sum] != 1) return 0;
    return terms_of(search, sum) + 1;
}

static int height_of(const RowSearch *search, const int *height, Place number)
{
    int giver = giver_in(search->piece, number);
    return giver == NONE ? 0 : height[giver];
}

static void set_term(RowSearch *search, Place product, int term)
{
    FileInstruction at = search->piece->instruction[giver_in(search->piece, product)];
    int is_first = at.a < search->piece->constants;
    search->constant[term] = is_first ? at.a : at.b;
    search->number[term] = is_first ? at.b : at.a;
}

/* From the last term to the first; what is `taken` where that is asked for. */
static void walk(RowSearch *search, int k, int first_term, char *taken)
{
    Place sum, product = 0;
    for (int term = search->terms[k] - 1; term > 0; --term) {
        FileInstruction at = search->piece->instruction[k];
        sum = at.a;
        product = at.b;
        if (term > 1) split(search, at, &sum, &product);
        set_term(search, product, first_term + term);
        if (taken) taken[k] = taken[giver_in(search->piece, product)] = 1;
        k = giver_in(search->piece, sum);
    }
    set_term(search, search->piece->first + k, first_term);
    if (taken) taken[k] = 1;
}

static int vector_of(RowSearch *search, Table *table, const int *height, int first_term, int terms)
{
    int at = 0;
    for (int i = 0; i < terms; ++i) {
        Place number = search->number[first_term + i];
        int *known = remembered(table, at, number, 0), of_number = height_of(search, height, number), before = search->vector[at].height;
        if (!*known) {
            Vector longer = {i + 1, of_number > before ? of_number : before, 0, NONE, 0};
            search->vector[++search->vectors] = longer;
            *known = search->vectors;
        }
        at = *known;
    }
    return at;
}

static void add_row(RowSearch *search, Table *table, const int *height, int k)
{
    walk(search, k, search->all_terms, NULL);
    Vector *vector = &search->vector[vector_of(search, table, height, search->all_terms, search->terms[k])];
    SumRow row = {k, search->all_terms, vector->first_row};
    vector->first_row = search->rows;
    ++vector->rows;
    search->row[search->rows++] = row;
    search->all_terms += search->terms[k];
}

static int is_worthwhile(const Vector *vector)
{
    return vector->rows >= FEWEST && (SAVED * vector->rows - FOUND) * vector->terms > BEGUN;
}

static void take_rows(RowSearch *search, const Vector *vector, char *is_taken, int *partner, char *is_second)
{
    int before = NONE;
    for (int i = vector->first_row; i != NONE; i = search->row[i].next) {
        int k = search->row[i].instruction;
        walk(search, k, search->row[i].first_term, is_taken);
        if (before != NONE) {
            partner[before] = k;
            partner[k] = before;
            is_second[k] = 1;
        }
        before = before == NONE ? k : NONE;
    }
}

RowSearch *row_search(Reader *reader) { return room_for(reader, 1, sizeof(RowSearch)); }

void find_rows(RowSearch *search, const Piece *piece, const int *height, const int *reads, Table *table, char *is_taken, int *partner, char *is_second)
{
    search->piece = piece;
    search->rows = search->all_terms = search->vectors = search->next_height = 0;
    memset(search->vector, 0, sizeof *search->vector);
    memset(search->is_part, 0, (size_t)piece->count);
    memset(is_taken, 0, (size_t)piece->count);
    empty_table(table, piece->count);
    for (int k = 0; k < piece->count; ++k) {
        Place sum, product;
        search->terms[k] = count_terms(search, reads, piece->instruction[k]);
        if (search->terms[k] <= 2) continue;
        split(search, piece->instruction[k], &sum, &product);
        search->is_part[giver_in(piece, sum)] = 1;
    }
    for (int k = piece->count - 1; k >= 0; --k)
        if (search->terms[k] >= SHORTEST && !search->is_part[k]) add_row(search, table, height, k);
    for (int i = 1; i <= search->vectors; ++i) {
        Vector *vector = &search->vector[i];
        vector->is_written = !is_worthwhile(vector);
        if (!vector->is_written) take_rows(search, vector, is_taken, partner, is_second);
    }
}

/* The matrix, column by column, then its product with the vector. */
static Instruction *write_product(const RowSearch *search, const Vector *vector, Instruction *made, Place **list, int *numbers)
{
    int rows = vector->rows, terms = vector->terms, row = 0;
    Instruction matrix = {MATRIX, rows * terms, rows * terms, {0}, {0}, *list, *list + rows * terms};
    Instruction product = {ROWS, 1 + terms, rows, {0}, {0}, matrix.many_results + rows * terms, matrix.many_results + rows * terms + 1 + terms};
    *list = product.many_results + rows;
    for (int i = vector->first_row; i != NONE; i = search->row[i].next, ++row) {
        product.many_results[row] = search->piece->first + search->row[i].instruction;
        for (int k = 0; k < terms; ++k) {
            matrix.many_operands[k * rows + row] = search->constant[search->row[i].first_term + k];
            product.many_operands[1 + k] = search->number[search->row[i].first_term + k];
        }
    }
    product.many_operands[0] = *numbers;
    for (int i = 0; i < rows * terms; ++i) matrix.many_results[i] = (*numbers)++;
    *made++ = matrix;
    *made++ = product;
    return made;
}

Instruction *write_rows(RowSearch *search, int height, Instruction *made, Place **list, int *numbers)
{
    if (height < search->next_height) return made;
    search->next_height = PIECE;
    for (int i = 1; i <= search->vectors; ++i) {
        Vector *vector = &search->vector[i];
        if (vector->is_written) continue;
        if (vector->height <= height) {
            made = write_product(search, vector, made, list, numbers);
            vector->is_written = 1;
        } else if (vector->height < search->next_height) {
            search->next_height = vector->height;
        }
    }
    return made;
}
