/* finite_rows.c: see finite_rows.h. */

#include "finite_rows.h"

#include <string.h>

#include "linear_algebra.h"
#include "sentence.h"
#include "sparse.h"
#include "words.h"

/* Whether a row of `rows` before number `end` has the same element. */
static int is_said(const Row *row, Rows rows, int end, const char *element)
{
    for (int i = 0; i < end; ++i)
        if (!strcmp(row[rows.number[i]].element, element)) return 1;
    return 0;
}

static void say_residual(Sentence *said, const Level *level, int row)
{
    const Row *of = &level->mechanism->row[row];
    char number[NUMBER_TEXT];
    int plain = !strcmp(of->unit, "1") && !*level->per;
    say(said, "%sthe residual of %s is %s", said->length ? "; " : "", of->element, number_text(number, level->residual[row]));
    if (!plain) say(said, " %s%s", of->unit, level->per);
}

int refuse_not_finite_rows(const Level *level, Rows rows)
{
    Instance *instance = level->instance;
    const Mechanism *mechanism = level->mechanism;
    size_t mark = instance->scratch_used;
    Rows bad = {0, scratch_alloc_ints(instance, (size_t)(rows.count + mechanism->rows))};
    Sentence said = {"", 0};
    for (int i = 0; i < rows.count; ++i) {
        double residual = level->residual[rows.number[i]];
        if (isfinite(residual * residual)) continue;
        bad.number[bad.count++] = rows.number[i];
        if (!is_said(mechanism->row, bad, bad.count - 1, mechanism->row[rows.number[i]].element)) say_residual(&said, level, rows.number[i]);
    }
    for (int i = 0; i < mechanism->rows; ++i) {
        const double *A = at(instance, mechanism->A) + mechanism->A_pattern.start[i];
        const char *element = mechanism->row[i].element;
        if (isfinite(dot(A, A, sparse_length(mechanism->A_pattern, i)))) continue;
        bad.number[bad.count++] = i;
        if (is_said(mechanism->row, bad, bad.count - 1, element)) continue;
        say(&said, "%sthe residual of %s has no finite derivative", said.length ? "; " : "", element);
    }
    instance->scratch_used = mark;
    if (!said.length) return 0;
    return fail(instance, "constraints cannot be evaluated: %s; start elsewhere, or look in them for a division by zero, a root or a logarithm",
                said.text);
}
