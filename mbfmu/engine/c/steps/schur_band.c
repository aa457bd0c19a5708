/* schur_band.c: a chain of loops, or any number of loops apart from each other, is a narrow band in the right order, which is factored in as
   many operations as there are loops. */

#include "schur_band.h"

#include <string.h>

#include "constraint_method.h"
#include "linear_algebra.h"
#include "schur_complement.h"

/* Numbers the independent rows, and finds how wide the band is. */
static void number_rows(SchurBand *rows, const double *independent)
{
    const MultiplierSolve *of = rows->of;
    rows->independent = 0;
    for (int i = 0; i < of->count; ++i) {
        int row = of->order[i];
        rows->place[row] = independent[of->rows[row]] != 0.0 ? rows->independent++ : -1;
    }
    rows->width = 1;
    for (int i = 0; i < of->nonzeros; ++i) {
        int a = rows->place[of->pattern[i][0]], b = rows->place[of->pattern[i][1]], apart = a > b ? a - b : b - a;
        if (a >= 0 && b >= 0 && apart >= rows->width) rows->width = apart + 1;
    }
}

static void find_scale(SchurBand *rows, const double *nonzeros, const double *independent)
{
    const MultiplierSolve *of = rows->of;
    memset(rows->scale, 0, (size_t)rows->independent * sizeof *rows->scale);
    for (int i = 0; i < of->nonzeros; ++i) {
        int row = of->pattern[i][0];
        if (row == of->pattern[i][1] && rows->place[row] >= 0)
            rows->scale[rows->place[row]] = schur_scale(nonzeros[i], independent[of->rows[row]]);
    }
}

/* The scaled nonzeros into the lower triangle, zero elsewhere: entry (i, j), i >= j, goes to i * down + j * right. */
static void scatter(const SchurBand *rows, const double *nonzeros, size_t down, size_t right, size_t numbers)
{
    const MultiplierSolve *of = rows->of;
    memset(rows->factor, 0, numbers * sizeof *rows->factor);
    for (int i = 0; i < of->nonzeros; ++i) {
        int a = rows->place[of->pattern[i][0]], b = rows->place[of->pattern[i][1]];
        if (a < 0 || b < 0) continue;
        int low = a > b ? a : b, high = a > b ? b : a;
        rows->factor[(size_t)low * down + (size_t)high * right] = nonzeros[i] * rows->scale[a] * rows->scale[b];
    }
}

/* The band's factor; -1 where a row depends on the others, but for those that have vanished. */
static int factor_band(SchurBand *rows, const double *nonzeros)
{
    size_t width = (size_t)rows->width;
    scatter(rows, nonzeros, 1, width - 1, (size_t)rows->independent * width);
    rows->rank_deficiency = 0;
    for (int i = 0; i < rows->independent; ++i)
        if (rows->scale[i] == 0.0) {
            rows->factor[(size_t)i * width] = 1.0;
            rows->rank_deficiency += 1;
        }
    if (band_cholesky(rows->factor, rows->independent, rows->width)) return -1;
    for (int i = 0; i < rows->independent; ++i) {
        double pivot = rows->factor[(size_t)i * width];
        if (!(pivot * pivot > DEPENDENT)) return -1;
    }
    return 0;
}

#define HEADER ((sizeof(SchurBand) + sizeof(double) - 1) / sizeof(double))

/* What is kept beside S, for all steps that solve with it: the rows, what they were found from, and with `room` numbers their factor. NULL where there is no
   memory. */
static SchurBand *kept_rows(const MultiplierSolve *of, Instance *instance, size_t room)
{
    size_t count = (size_t)of->count, given = (size_t)of->nonzeros + (size_t)of->independent.size;
    double *numbers = kept_numbers(instance, at(instance, of->schur), HEADER + given + 3 * count + room);
    SchurBand *rows = (SchurBand *)numbers;
    if (!rows) return NULL;
    double *behind = numbers + HEADER + given;
    rows->of = of;
    rows->place = (int *)behind;
    rows->order = (int *)(behind + count);
    rows->scale = behind + 2 * count;
    rows->factor = behind + 3 * count;
    return rows;
}

/* Whether what is given is what it was. */
static int is_known(const SchurBand *rows, const Instance *instance)
{
    const Ref schur = rows->of->schur, independent = rows->of->independent;
    const double *given = (const double *)rows + HEADER;
    size_t nonzeros = (size_t)rows->of->nonzeros;
    return rows->known && !memcmp(given, at(instance, schur), nonzeros * sizeof *given)
           && !memcmp(given + nonzeros, at(instance, independent), (size_t)independent.size * sizeof *given);
}

static void note_given(SchurBand *rows, const Instance *instance)
{
    const Ref independent = rows->of->independent;
    double *given = (double *)rows + HEADER;
    copy_numbers(given, at(instance, rows->of->schur), (size_t)rows->of->nonzeros);
    copy_numbers(given + rows->of->nonzeros, at(instance, independent), (size_t)independent.size);
    rows->known = 1;
}

/* Where the band has found that rows depend on each other. */
static SchurBand *factor_dependent(SchurBand *rows, Instance *instance)
{
    size_t m = (size_t)rows->independent;
    if (!(rows = kept_rows(rows->of, instance, m * m))) return NULL;
    rows->by_pivots = 1;
    scatter(rows, at(instance, rows->of->schur), m, 1, m * m);
    rows->rank_deficiency = rows->independent - factor_by_pivots(rows->factor, rows->independent, rows->order);
    return rows;
}

static SchurBand *find_factor(SchurBand *rows, Instance *instance)
{
    const MultiplierSolve *of = rows->of;
    const double *nonzeros = at(instance, of->schur), *independent = at(instance, of->independent);
    rows->known = rows->by_pivots = 0;
    number_rows(rows, independent);
    find_scale(rows, nonzeros, independent);
    if (!(rows = kept_rows(of, instance, (size_t)rows->independent * (size_t)rows->width))) return NULL;
    if (factor_band(rows, nonzeros) && !(rows = factor_dependent(rows, instance))) return NULL;
    note_given(rows, instance);
    return rows;
}

int factor_schur_band(const MultiplierSolve *of, Instance *instance, int columns, SchurBand *found)
{
    SchurBand *rows = kept_rows(of, instance, 0);
    if (rows && !is_known(rows, instance)) rows = find_factor(rows, instance);
    if (!rows) return -1;
    *found = *rows;
    found->work = scratch_alloc(instance, 2 * (size_t)of->count * (size_t)columns);
    return 0;
}

size_t schur_band_scratch(const MultiplierSolve *of, int columns) { return 2 * (size_t)of->count * (size_t)columns; }

void solve_schur_band(const SchurBand *rows, double *B, int columns)
{
    const MultiplierSolve *of = rows->of;
    double *Y = rows->work;
    for (int i = 0; i < of->count; ++i) {
        int place = rows->place[i];
        for (int c = 0; c < columns && place >= 0; ++c) Y[(size_t)place * columns + c] = B[(size_t)i * columns + c] * rows->scale[place];
    }
    if (rows->by_pivots)
        solve_schur(rows->factor, rows->independent, rows->independent - rows->rank_deficiency, rows->order, Y, columns, Y + (size_t)rows->independent * columns);
    else
        band_solve(rows->factor, rows->independent, rows->width, Y, columns);
    for (int i = 0; i < of->count; ++i) {
        int place = rows->place[i];
        for (int c = 0; c < columns; ++c)
            B[(size_t)i * columns + c] = place < 0 ? 0.0 : Y[(size_t)place * columns + c] * rows->scale[place];
    }
}

void subtract_changed(const MultiplierSolve *of, const double *nonzeros, const double *X, double *B, int columns)
{
    for (int k = 0; k < of->nonzeros; ++k) {
        size_t i = (size_t)of->pattern[k][0] * columns, j = (size_t)of->pattern[k][1] * columns;
        for (int c = 0; c < columns; ++c) {
            B[i + c] -= nonzeros[k] * X[j + c];
            if (i != j) B[j + c] -= nonzeros[k] * X[i + c];
        }
    }
}

void add_to_nonzeros(const MultiplierSolve *of, const double *W, const double *X, double *nonzeros, int columns)
{
    for (int k = 0; k < of->nonzeros; ++k) {
        size_t i = (size_t)of->pattern[k][0] * columns, j = (size_t)of->pattern[k][1] * columns;
        for (int c = 0; c < columns; ++c) {
            nonzeros[k] -= W[i + c] * X[j + c];
            if (i != j) nonzeros[k] -= W[j + c] * X[i + c];
        }
    }
}
