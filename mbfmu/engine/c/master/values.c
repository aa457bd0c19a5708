/* values.c: numbers and texts of an FMU, copied. */

#include "values.h"

#include <stdlib.h>
#include <string.h>

void keep_text(char **kept, const char *text)
{
    size_t size = text ? strlen(text) + 1 : 1;
    char *copy = realloc(*kept, size);
    if (!copy) return;
    memcpy(copy, text ? text : "", size);
    *kept = copy;
}

int new_values(Values *values, const Values *like)
{
    *values = *like;
    values->reals = calloc((size_t)values->real_count + 1, sizeof(double));
    values->others = calloc((size_t)values->other_count + 1, sizeof(int64_t));
    values->texts = calloc((size_t)values->text_count + 1, sizeof(char *));
    return values->reals && values->others && values->texts;
}

void free_texts(Values *values)
{
    for (int i = 0; values->texts && i < values->text_count; ++i) {
        free(values->texts[i]);
        values->texts[i] = NULL;
    }
}

void free_values(Values *values)
{
    free_texts(values);
    free(values->reals);
    free(values->others);
    free(values->texts);
}

void copy_values(Values *to, const Values *from)
{
    if (from->real_count) memcpy(to->reals, from->reals, (size_t)from->real_count * sizeof(double));
    if (from->other_count) memcpy(to->others, from->others, (size_t)from->other_count * sizeof(int64_t));
    for (int i = 0; i < from->text_count; ++i) keep_text(&to->texts[i], from->texts[i]);
}
