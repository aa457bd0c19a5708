/* value_codecs.c: see value_codecs.h. */

#include "value_codecs.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "variable.h"

#define NUMBERS(name, kind)                                                                                            \
    static void give_##name(const double *numbers, void *value) { *(kind *)value = (kind)*numbers; }                   \
    static void take_##name(double *numbers, const void *value) { *numbers = (double)*(const kind *)value; }

NUMBERS(double, double)
NUMBERS(int32, int32_t)
NUMBERS(int64, int64_t)
NUMBERS(bool, bool)

/* The bytes of a text lie in its numbers, with zeros behind them. */
static void give_text(const double *numbers, void *value) { *(const char **)value = (const char *)numbers; }

static void take_text(double *numbers, const void *value)
{
    const char *text = *(const char *const *)value;
    memset(numbers, 0, TEXT);
    memcpy(numbers, text, strlen(text));
}

#define AS_IS(text) #text
#define WRITTEN(macro) AS_IS(macro)

static const char *unfit_text(const void *value)
{
    const char *text = *(const char *const *)value;
    if (!text) return "missing";
    if (!memchr(text, '\0', TEXT)) return "longer than " WRITTEN(LONGEST_TEXT) " bytes";
    return is_text(text) ? NULL : "no UTF-8";
}

const ValueCodec DOUBLES = {.types = 1u << REAL, .size = sizeof(double), .give = give_double, .take = take_double};
const ValueCodec INT32S = {.types = 1u << INTEGER, .size = sizeof(int32_t), .give = give_int32, .take = take_int32};
const ValueCodec INT64S = {.types = 1u << ENUMERATION, .size = sizeof(int64_t), .give = give_int64, .take = take_int64};
const ValueCodec INTEGERS_AND_ITEMS = {.types = 1u << INTEGER | 1u << ENUMERATION, .size = sizeof(int32_t), .give = give_int32, .take = take_int32};
const ValueCodec INT_BOOLEANS = {.types = 1u << BOOLEAN, .size = sizeof(int32_t), .give = give_int32, .take = take_int32};
const ValueCodec BOOLEANS = {.types = 1u << BOOLEAN, .size = sizeof(bool), .give = give_bool, .take = take_bool};
const ValueCodec TEXTS = {.types = 1u << STRING, .size = sizeof(const char *), .give = give_text, .take = take_text, .unfit = unfit_text};
