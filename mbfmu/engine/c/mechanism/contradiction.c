/* contradiction.c: see contradiction.h. */

#include "contradiction.h"

#include <string.h>

#include "along_directions.h"
#include "linear_algebra.h"
#include "scaled_rows.h"

#define CHANGE "change the start coordinates, the lengths or the axes"

/* Whether row number i of `rows` is the first of its element. */
static int is_first(const Row *row, Rows rows, int i)
{
    for (int j = 0; j < i; ++j)
        if (!strcmp(row[rows.number[j]].element, row[rows.number[i]].element)) return 0;
    return 1;
}

static int count_elements(const Row *row, Rows rows)
{
    int count = 0;
    for (int i = 0; i < rows.count; ++i) count += is_first(row, rows, i);
    return count;
}

/* Whether any of the rows of the element of row number i closes a loop. */
static int is_loop(const Row *row, Rows rows, int i)
{
    for (int j = 0; j < rows.count; ++j)
        if (row[rows.number[j]].joint && !strcmp(row[rows.number[j]].element, row[rows.number[i]].element)) return 1;
    return 0;
}

static int count_loops(const Row *row, Rows rows)
{
    int count = 0;
    for (int i = 0; i < rows.count; ++i) count += is_first(row, rows, i) && is_loop(row, rows, i);
    return count;
}

/* A size with its unit; lengths in millimetres. */
static void say_size(Sentence *sentence, double size, const char *unit, const char *per)
{
    if (!strcmp(unit, "m") || !strncmp(unit, "m/", 2))
        say(sentence, "%.4g m%s%s", 1e3 * size, unit, per);
    else if (!strcmp(unit, "1") && !*per)
        say(sentence, "%.3g", size);
    else
        say(sentence, "%.3g %s%s", size, unit, per);
}

/* What remains at the element of row number `of`, by unit. */
static void say_amount(Sentence *sentence, const Level *level, Rows rows, int of)
{
    const Row *row = level->mechanism->row;
    int said = 0;
    for (int i = of; i < rows.count; ++i) {
        const Row *first = row + rows.number[i];
        double square = 0.0;
        int is_new = !strcmp(first->element, row[rows.number[of]].element);
        for (int j = of; is_new && j < rows.count; ++j) {
            const Row *other = row + rows.number[j];
            if (strcmp(other->element, first->element) || strcmp(other->unit, first->unit)) continue;
            is_new = j >= i;
            square += level->residual[rows.number[j]] * level->residual[rows.number[j]];
        }
        if (!is_new) continue;
        if (said++) say(sentence, " and ");
        say_size(sentence, sqrt(square), first->unit, level->per);
    }
}

Sentence amounts(const Level *level, Rows rows)
{
    const Row *row = level->mechanism->row;
    Sentence sentence = {"", 0};
    for (int i = 0; i < rows.count; ++i) {
        if (!is_first(row, rows, i)) continue;
        if (sentence.length) say(&sentence, "; ");
        say_amount(&sentence, level, rows, i);
        say(&sentence, " at %s", row[rows.number[i]].element);
    }
    return sentence;
}

Sentence elements(const Mechanism *mechanism, Rows rows)
{
    Sentence sentence = {"", 0};
    for (int i = 0; i < rows.count; ++i)
        if (is_first(mechanism->row, rows, i)) say(&sentence, "%s%s", sentence.length ? ", " : "", mechanism->row[rows.number[i]].element);
    return sentence;
}

/* The words before number i of `count` in a list: commas, and at last "and". */
static const char *before(int i, int count) { return i == 0 ? "" : i == count - 1 ? " and " : ", "; }

/* All that takes part, starts first. */
static Sentence parties(const Level *level, Rows rows, Rows fixed)
{
    const Mechanism *mechanism = level->mechanism;
    int said = 0, count = count_elements(mechanism->start, fixed) + count_elements(mechanism->row, rows);
    Sentence sentence = {"", 0};
    for (int i = 0; i < fixed.count; ++i)
        if (is_first(mechanism->start, fixed, i)) {
            say(&sentence, "%sthe fixed start %s of %s", before(said, count), level->what, mechanism->start[fixed.number[i]].element);
            ++said;
        }
    for (int i = 0; i < rows.count; ++i)
        if (is_first(mechanism->row, rows, i)) {
            const Row *row = mechanism->row + rows.number[i];
            say(&sentence, "%s%s", before(said, count), is_loop(mechanism->row, rows, i) ? row->loop : row->element);
            ++said;
        }
    return sentence;
}

/* How the axes of the loop stand, where one is known: to be said behind a message. */
static Sentence axes(const Row *row, Rows rows)
{
    const char *known = "";
    int count = 0;
    for (int i = 0; i < rows.count; ++i)
        if (is_first(row, rows, i) && *row[rows.number[i]].axes) known = row[rows.number[i]].axes, ++count;
    Sentence sentence = {"", 0};
    if (count == 1) say(&sentence, " (axes in the world with all coordinates at zero: %s)", known);
    return sentence;
}

/* The first of some rows that knows why its loop does not close whatever its joints do, or NULL. */
static const Row *misfitting(const Row *row, Rows rows)
{
    for (int i = 0; i < rows.count; ++i)
        if (*row[rows.number[i]].misfit) return row + rows.number[i];
    return NULL;
}

static int refuse_one(const Level *level, Rows rows)
{
    const Mechanism *mechanism = level->mechanism;
    const char *name = mechanism->row[rows.number[0]].element;
    Sentence amount = {"", 0}, known = axes(mechanism->row, rows);
    int moves = 0;
    say_amount(&amount, level, rows, 0);
    if (count_loops(mechanism->row, rows))
        return fail(level->instance, "%s cannot be closed: %s remain between the frames of %s; " CHANGE "%s",
                    mechanism->row[rows.number[0]].loop, amount.text, name, known.text);
    for (int i = 0; i < rows.count; ++i) moves = moves || is_active(level->instance, mechanism, rows.number[i]);
    if (!moves)
        return fail(level->instance,
                    "%s cannot be fulfilled: %s remain, which no motion from there changes; "
                    "start it elsewhere or change its parameters", name,
                    amount.text);
    return fail(level->instance, "%s cannot be fulfilled: %s remain; change the start coordinates or its parameters", name, amount.text);
}

static int refuse(const Level *level, Rows rows, Rows fixed)
{
    const Row *row = level->mechanism->row;
    int count = count_elements(row, rows);
    const Row *misfit = misfitting(row, rows);
    Sentence left = amounts(level, rows), known = axes(row, rows), names = {"", 0};
    if (misfit) return fail(level->instance, "%s cannot be closed: %s%s", misfit->loop, misfit->misfit, known.text);
    if (!fixed.count && count == 1) return refuse_one(level, rows);
    if (!fixed.count && count_loops(row, rows) == count) {
        for (int i = 0, said = 0; i < rows.count; ++i)
            if (is_first(row, rows, i)) say(&names, "%s%s", before(said++, count), row[rows.number[i]].element);
        return fail(level->instance,
                    "the loops through %s cannot be closed together: %s remain; " CHANGE "%s", names.text, left.text, known.text);
    }
    names = parties(level, rows, fixed);
    return fail(level->instance, "%s contradict each other: %s remain; remove one or make them agree%s", names.text,
                left.length ? left.text : "the start values differ", known.text);
}

/* How hard the rows pull at each of the starts, in their scaled residuals; -1 where there is no memory. */
static int pull_at(Instance *instance, const ScaledRows *starts, const ScaledRows *constraints, const double *residual, double *pull)
{
    size_t mark = instance->scratch_used;
    int n = starts->n, s = starts->m;
    const Pattern of = constraints->pattern;
    if (reserve(instance, (size_t)n + 2 * (size_t)s + 1)) return -1;
    double *force = scratch_alloc(instance, (size_t)n), *least = scratch_alloc(instance, (size_t)s);
    int *order = scratch_alloc_ints(instance, (size_t)s);
    const SparseRows rows = sparse_rows(starts);
    Search search = {.count = s, .near = NEIGHBOURS, .order = order, .least = least, .vector = force};
    Directions directions;
    for (int j = 0; j < n; ++j) force[j] = 0.0;
    for (int i = 0; i < constraints->m; ++i)
        for (int p = of.start[i]; p < of.start[i + 1]; ++p) force[of.column[p]] += constraints->rows[p] * residual[i];
    for (int i = 0; i < s; ++i) {
        least[i] = DBL_EPSILON * (n > s ? n : s);
        order[i] = i;
    }
    if (find_directions(instance, &rows, search, &directions) || shortest_combination(instance, &directions, s, pull)) return -1;
    instance->scratch_used = mark;
    return 0;
}

int contradiction(const Level *level, Rows rows, Rows fixed)
{
    Instance *instance = level->instance;
    size_t mark = instance->scratch_used;
    ScaledRows constraints, starts;
    double *residual, *start_residual, *pull, bound = 0.0;
    Rows failing = {0, scratch_alloc_ints(instance, (size_t)rows.count)}, holding = {0, scratch_alloc_ints(instance, (size_t)fixed.count)};
    int failed = measured_rows(instance, level->mechanism, level->find_metric, rows, &constraints) || start_rows(instance, level->mechanism, fixed, &constraints.metric, &starts)
                 || reserve(instance, (size_t)rows.count + 2 * (size_t)fixed.count);
    if (!failed) {
        residual = divided(instance, level->residual, rows, constraints.scale);
        start_residual = divided(instance, level->start_residual, fixed, starts.scale);
        pull = scratch_alloc(instance, (size_t)fixed.count);
        failed = pull_at(instance, &starts, &constraints, residual, pull);
    }
    if (!failed) {
        for (int i = 0; i < rows.count; ++i) bound = fmax(bound, NAMED_SHARE * fabs(residual[i]));
        for (int i = 0; i < fixed.count; ++i) bound = fmax(bound, NAMED_SHARE * fabs(start_residual[i]));
        for (int i = 0; i < rows.count; ++i)
            if (!(fabs(residual[i]) <= bound)) failing.number[failing.count++] = rows.number[i];
        for (int i = 0; i < fixed.count; ++i)
            if (!(fabs(pull[i]) <= bound && fabs(start_residual[i]) <= bound)) holding.number[holding.count++] = fixed.number[i];
        failed = refuse(level, failing, holding);
    }
    instance->scratch_used = mark;
    return failed ? -1 : 0;
}

int refuse_moved_starts(const Level *level, Rows rows, Rows moved)
{
    Instance *instance = level->instance;
    size_t mark = instance->scratch_used;
    double *bounds = scratch_alloc(instance, (size_t)level->mechanism->rows);
    Rows off = {0, scratch_alloc_ints(instance, (size_t)rows.count)};
    roundoff(level, bounds);
    for (int i = 0; i < rows.count; ++i)
        if (!(fabs(level->residual[rows.number[i]]) <= bounds[rows.number[i]])) off.number[off.count++] = rows.number[i];
    const Sentence left = amounts(level, off), names = parties(level, off, moved);
    instance->scratch_used = mark;
    return fail(instance, "%s contradict each other: %s remain, and what closes that moves the start; free it or make them agree", names.text, left.text);
}
