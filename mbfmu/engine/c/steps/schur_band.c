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

int factor_schur_band(const MultiplierSolve *of, Instance *instance, int columns, SchurBand *found)
{
    const double *nonzeros = at(instance, of->schur), *independent = at(instance, of->independent);
    size_t count = (size_t)of->count;
    SchurBand rows = {.of = of, .width = 1};
    rows.place = (int *)scratch_alloc(instance, count);
    rows.scale = scratch_alloc(instance, count);
    rows.work = scratch_alloc(instance, 2 * count * (size_t)columns);
    int *order = (int *)scratch_alloc(instance, count);
    number_rows(&rows, independent);
    find_scale(&rows, nonzeros, independent);
    if (reserve(instance, (size_t)rows.independent * (size_t)rows.width)) return -1;
    rows.factor = scratch_alloc(instance, (size_t)rows.independent * (size_t)rows.width);
    if (factor_band(&rows, nonzeros)) {
        size_t m = (size_t)rows.independent;
        if (reserve(instance, m * m)) return -1;
        rows.factor = scratch_alloc(instance, m * m);
        scatter(&rows, nonzeros, m, 1, m * m);
        rows.order = order;
        rows.rank_deficiency = rows.independent - factor_by_pivots(rows.factor, rows.independent, order);
    }
    *found = rows;
    return 0;
}

size_t schur_band_scratch(const MultiplierSolve *of, int columns)
{
    size_t count = (size_t)of->count;
    return 3 * count + 2 * count * (size_t)columns;
}

void solve_schur_band(const SchurBand *rows, double *B, int columns)
{
    const MultiplierSolve *of = rows->of;
    double *Y = rows->work;
    for (int i = 0; i < of->count; ++i) {
        int place = rows->place[i];
        for (int c = 0; c < columns && place >= 0; ++c) Y[(size_t)place * columns + c] = B[(size_t)i * columns + c] * rows->scale[place];
    }
    if (rows->order)
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
