/* words.c: numbers and lists of names as messages show them. */

#include "words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Python's repr has an exponent below 1e-4 and from 1e16 on. */
const char *number_text(char text[NUMBER_TEXT], double value)
{
    int digits = 1;
    if (!isfinite(value)) {
        snprintf(text, NUMBER_TEXT, "%s", isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
        return text;
    }
    while (digits < 17) {
        snprintf(text, NUMBER_TEXT, "%.*e", digits - 1, value);
        if (strtod(text, NULL) == value) break;
        ++digits;
    }
    snprintf(text, NUMBER_TEXT, "%.*e", digits - 1, value);
    int exponent = atoi(strchr(text, 'e') + 1);
    if (exponent >= -4 && exponent < 16) snprintf(text, NUMBER_TEXT, "%.*f", digits - 1 > exponent ? digits - 1 - exponent : 1, value);
    return text;
}

const char *quantity_text(char text[QUANTITY_TEXT], double value, const char *unit)
{
    char number[NUMBER_TEXT];
    number_text(number, value);
    snprintf(text, QUANTITY_TEXT, strcmp(unit, "1") ? "%s %s" : "%s", number, unit);
    return text;
}

const char *element_name(char text[NAME_TEXT], const Variable *variable, int index)
{
    int block = variable->ref.size;
    snprintf(text, NAME_TEXT, "%s", variable->name);
    for (int i = 0; i < variable->dimensions; ++i) {
        size_t used = strlen(text);
        block /= variable->shape[i];
        snprintf(text + used, NAME_TEXT - used, "%s%d%s", i ? "," : "[", index / block + 1, i + 1 < variable->dimensions ? "" : "]");
        index %= block;
    }
    return text;
}

void add_name(char *list, size_t size, const char *name)
{
    size_t used = strlen(list);
    snprintf(list + used, size - used, "%s%s", used ? ", " : "", name);
}
