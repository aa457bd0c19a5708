/* variable.c: see variable.h. */

#include "variable.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "words.h"

int is_allowed(const Variable *variable, const double *numbers)
{
    double value = *numbers;
    if (variable->type == STRING) return is_text((const char *)numbers);
    int above = variable->exclusive_min ? value > variable->min : value >= variable->min;
    return isfinite(value) && above && value <= variable->max && (variable->type == REAL || value == floor(value));
}

/* How many bytes follow the first one of a character; -1 where none begins so. */
static int following(unsigned char first)
{
    return first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
}

int is_text(const char *text)
{
    for (size_t i = 0; i < TEXT; ++i) {
        if (!text[i]) return 1;
        for (int more = following((unsigned char)text[i]); more; --more)
            if (more < 0 || ++i == TEXT || ((unsigned char)text[i] & 0xc0) != 0x80) return 0;
    }
    return 0;
}

static const char *one_of_items(char text[DEMAND_TEXT], const Variable *variable)
{
    char item[NAME_TEXT];
    text[0] = '\0';
    for (int i = 0; i < variable->items; ++i) {
        snprintf(item, sizeof item, "%s%d (%s)", i ? "" : "one of ", i + 1, variable->item[i]);
        add_name(text, DEMAND_TEXT, item);
    }
    return text;
}

const char *demand_text(char text[DEMAND_TEXT], const Variable *variable, double value)
{
    int low = value < variable->min || (variable->exclusive_min && value == variable->min), high = value > variable->max;
    const char *sign = high ? "<=" : variable->exclusive_min ? ">" : ">=", *unit = strcmp(variable->unit, "1") ? variable->unit : "";
    if (variable->type == ENUMERATION) return one_of_items(text, variable);
    if (variable->type == BOOLEAN) snprintf(text, DEMAND_TEXT, "0 (false) or 1 (true)");
    else if (!isfinite(value)) snprintf(text, DEMAND_TEXT, "a finite number");
    else if (!low && !high) snprintf(text, DEMAND_TEXT, "a whole number");
    else snprintf(text, DEMAND_TEXT, "%s %.12g%s%s", sign, low ? variable->min : variable->max, unit[0] ? " " : "", unit);
    return text;
}

const char *value_text(char text[DEMAND_TEXT], const Variable *variable, double value)
{
    if (variable->type == REAL) return quantity_text(text, value, variable->unit);
    snprintf(text, DEMAND_TEXT, "%.12g", value);
    return text;
}
