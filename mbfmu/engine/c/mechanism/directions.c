/* directions.c: see directions.h. Columns of C enter the front with the first row that has them; a row is complete when all of its columns have
   entered. */

#include "directions.h"

#include "front.h"
#include "linear_algebra.h"

#define NOTHING 1e-12 /* of a row's length: what is left there is roundoff, and adds to no direction */

enum { UNSEEN = -1, DONE = -2 };

/* One place of the front. */
typedef struct {
    int row, complete, since; /* the row; whether all its columns have entered, and how many pivots there had been then */
    double nothing;           /* what is as good as nothing left of it */
} Place;

typedef struct {
    const SparseRows *rows;
    Search search;
    Pattern of_column;    /* of each column the rows that have it, */
    const double *values; /* and what they have */
    int *has_entered;     /* (n) */
    int *at;              /* (m) the place of each row, UNSEEN or DONE */
    Place *places;
    Front front;
    double *squares;
    int next, complete, stored; /* how many rows have begun, are complete in the front; numbers of R */
} Sweep;

static int smaller(int a, int b) { return a < b ? a : b; }

/* The columns of the rows looked at: their numbers by column. */
static void transpose_rows(Instance *instance, const SparseRows *rows, const Search *search, Pattern *of_column, const double **values)
{
    const Pattern of = rows->pattern;
    int *start = scratch_alloc_ints(instance, (size_t)rows->n + 2), total = 0;
    for (int j = 0; j < rows->n + 2; ++j) start[j] = 0;
    for (int i = 0; i < search->count; ++i)
        for (int p = of.start[search->order[i]]; p < of.start[search->order[i] + 1]; ++p)
            if (rows->numbers[p] != 0.0) ++start[of.column[p] + 2], ++total;
    for (int j = 2; j < rows->n + 2; ++j) start[j] += start[j - 1];
    int *row = scratch_alloc_ints(instance, (size_t)total);
    double *value = scratch_alloc(instance, (size_t)total);
    for (int i = 0; i < search->count; ++i)
        for (int p = of.start[search->order[i]]; p < of.start[search->order[i] + 1]; ++p) {
            if (rows->numbers[p] == 0.0) continue;
            int place = start[of.column[p] + 1]++;
            row[place] = search->order[i];
            value[place] = rows->numbers[p];
        }
    of_column->start = start;
    of_column->column = row;
    *values = value;
}

/* How many places the front needs: complete rows, and those that share a column with any that has begun. */
static int capacity_for(Instance *instance, const SparseRows *rows, const Search *search, Pattern of_column)
{
    size_t mark = instance->scratch_used;
    int *met = scratch_alloc_ints(instance, (size_t)rows->m), *entered = scratch_alloc_ints(instance, (size_t)rows->n), beside = 0, most = 0;
    for (int i = 0; i < rows->m; ++i) met[i] = 0;
    for (int j = 0; j < rows->n; ++j) entered[j] = 0;
    for (int i = 0; i < search->count; ++i) {
        int row = search->order[i];
        if (!met[row]) ++beside;
        met[row] = 1;
        for (int p = rows->pattern.start[row]; p < rows->pattern.start[row + 1]; ++p) {
            int j = rows->pattern.column[p];
            if (rows->numbers[p] == 0.0 || entered[j]) continue;
            entered[j] = 1;
            for (int k = of_column.start[j]; k < of_column.start[j + 1]; ++k) {
                beside += !met[of_column.column[k]];
                met[of_column.column[k]] = 1;
            }
        }
        if (beside > most) most = beside;
        --beside; /* row is complete */
    }
    instance->scratch_used = mark;
    return smaller(search->count, search->near + most);
}

static void open_place(Sweep *sweep, int row)
{
    int first = sweep->rows->pattern.start[row], length = sweep->rows->pattern.start[row + 1] - first;
    Place place = {row, 0, 0, NOTHING * norm(sweep->rows->numbers + first, length)};
    sweep->at[row] = sweep->front.width;
    sweep->places[sweep->front.width] = place;
    front_add_column(&sweep->front);
}

static void close_place(Sweep *sweep, int place)
{
    int last = sweep->front.width - 1;
    sweep->complete -= sweep->places[place].complete;
    sweep->at[sweep->places[place].row] = DONE;
    front_remove_column(&sweep->front, place);
    if (place == last) return;
    sweep->places[place] = sweep->places[last];
    sweep->at[sweep->places[place].row] = place;
}

static void enter_column(Sweep *sweep, int column)
{
    int first = sweep->of_column.start[column], end = sweep->of_column.start[column + 1];
    for (int k = first; k < end; ++k)
        if (sweep->at[sweep->of_column.column[k]] == UNSEEN) open_place(sweep, sweep->of_column.column[k]);
    double *row = front_add_row(&sweep->front);
    for (int k = first; k < end; ++k) row[sweep->at[sweep->of_column.column[k]]] = sweep->values[k];
    row[sweep->front.capacity] = sweep->search.vector ? sweep->search.vector[column] : 0.0;
    sweep->has_entered[column] = 1;
}

static void complete_row(Sweep *sweep, int row, int rank)
{
    const Pattern of = sweep->rows->pattern;
    if (sweep->at[row] == UNSEEN) open_place(sweep, row);
    for (int p = of.start[row]; p < of.start[row + 1]; ++p)
        if (sweep->rows->numbers[p] != 0.0 && !sweep->has_entered[of.column[p]]) enter_column(sweep, of.column[p]);
    Place *place = &sweep->places[sweep->at[row]];
    place->complete = 1;
    place->since = rank;
    ++sweep->complete;
}

static double left_of(const Sweep *sweep, int place) { return sqrt(sweep->squares[place]); }

static int is_alive(const Sweep *sweep, int place) { return left_of(sweep, place) > sweep->search.least[sweep->places[place].row]; }

/* Whether a pivot is to be preferred to another. */
static int comes_before(const Sweep *sweep, int place, int other)
{
    int preferred = sweep->places[place].row < sweep->search.preferred, others = sweep->places[other].row < sweep->search.preferred;
    return preferred != others ? preferred : sweep->squares[place] > sweep->squares[other];
}

/* Complete rows: of those that count as independent the longest, the next pivot, and the one that has waited for longest; of the others the one
   that has waited for longest, or has nothing left. -1 where there is none. */
typedef struct {
    int best, oldest, dead, is_nothing;
} Survey;

static Survey survey(const Sweep *sweep)
{
    Survey found = {-1, -1, -1, 0};
    for (int c = 0; c < sweep->front.width; ++c) {
        const Place *place = &sweep->places[c];
        if (!place->complete) continue;
        if (is_alive(sweep, c)) {
            if (found.best < 0 || comes_before(sweep, c, found.best)) found.best = c;
            if (found.oldest < 0 || place->since < sweep->places[found.oldest].since) found.oldest = c;
        } else if (!found.is_nothing) {
            found.is_nothing = left_of(sweep, c) <= place->nothing;
            if (found.dead < 0 || found.is_nothing || place->since < sweep->places[found.dead].since) found.dead = c;
        }
    }
    return found;
}

static void give_up(Sweep *sweep, Directions *directions, int place)
{
    directions->left[sweep->places[place].row] = left_of(sweep, place);
    close_place(sweep, place);
}

/* A direction of its own for the row in a place. */
static void take_pivot(Sweep *sweep, Directions *directions, int *start, int *member, int place)
{
    int row = sweep->places[place].row, k = directions->rank++;
    const double *along = front_split(&sweep->front, place);
    directions->left[row] = left_of(sweep, place);
    directions->row[k] = row;
    directions->place[row] = k;
    directions->resolved[k] = along[sweep->front.capacity];
    start[k] = sweep->stored;
    member[sweep->stored] = row;
    directions->parts[sweep->stored++] = along[place];
    for (int c = 0; c < sweep->front.width; ++c) {
        if (c == place || along[c] == 0.0) continue;
        member[sweep->stored] = sweep->places[c].row;
        directions->parts[sweep->stored++] = along[c];
    }
    start[k + 1] = sweep->stored;
    close_place(sweep, place);
}

static int has_waited(const Sweep *sweep, int place, int rank) { return rank - sweep->places[place].since > sweep->search.near; }

static void sweep_rows(Sweep *sweep, Directions *directions, int *start, int *member)
{
    for (;;) {
        while (sweep->next < sweep->search.count && sweep->complete < sweep->search.near)
            complete_row(sweep, sweep->search.order[sweep->next++], directions->rank);
        front_squares(&sweep->front, sweep->squares);
        const Survey seen = survey(sweep);
        if (seen.dead >= 0 && (seen.is_nothing || has_waited(sweep, seen.dead, directions->rank) || sweep->next < sweep->search.count))
            give_up(sweep, directions, seen.dead);
        else if (seen.best >= 0)
            take_pivot(sweep, directions, start, member, has_waited(sweep, seen.oldest, directions->rank) ? seen.oldest : seen.best);
        else
            break;
    }
    while (sweep->front.width) give_up(sweep, directions, sweep->front.width - 1);
}

/* Room for as many directions as there can be, and for what the sweep works with. */
static int take_room(Instance *instance, Sweep *sweep, Directions *directions, int **start, int **member)
{
    size_t m = (size_t)sweep->rows->m, n = (size_t)sweep->rows->n, most = (size_t)smaller(sweep->search.count, sweep->rows->n);
    int capacity = capacity_for(instance, sweep->rows, &sweep->search, sweep->of_column);
    size_t parts = most * (size_t)capacity, places = (size_t)capacity * (sizeof(Place) / sizeof(double) + 1);
    if (reserve(instance, 2 * parts + 4 * (m + n + most) + front_numbers(capacity) + places + (size_t)capacity)) return -1;
    *start = scratch_alloc_ints(instance, most + 1);
    *member = scratch_alloc_ints(instance, parts);
    directions->along = (Pattern){*start, *member};
    directions->parts = scratch_alloc(instance, parts);
    directions->row = scratch_alloc_ints(instance, most);
    directions->resolved = scratch_alloc(instance, most);
    directions->place = scratch_alloc_ints(instance, m);
    directions->left = scratch_alloc(instance, m);
    sweep->at = scratch_alloc_ints(instance, m);
    sweep->has_entered = scratch_alloc_ints(instance, n);
    sweep->places = (Place *)scratch_alloc(instance, places);
    sweep->squares = scratch_alloc(instance, (size_t)capacity);
    sweep->front = front_in(scratch_alloc(instance, front_numbers(capacity)), capacity);
    return 0;
}

int find_directions(Instance *instance, const SparseRows *rows, Search search, Directions *directions)
{
    Sweep sweep = {.rows = rows, .search = search};
    int *start, *member;
    if (reserve(instance, 4 * ((size_t)rows->m + (size_t)rows->n) + 3 * (size_t)rows->pattern.start[rows->m])) return -1;
    transpose_rows(instance, rows, &search, &sweep.of_column, &sweep.values);
    if (take_room(instance, &sweep, directions, &start, &member)) return -1;
    for (int j = 0; j < rows->n; ++j) sweep.has_entered[j] = 0;
    for (int i = 0; i < rows->m; ++i) {
        sweep.at[i] = UNSEEN;
        directions->place[i] = -1;
        directions->left[i] = 0.0;
    }
    directions->rank = start[0] = 0;
    sweep_rows(&sweep, directions, start, member);
    return 0;
}
