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

const ValueCodec DOUBLES = {1u << REAL, sizeof(double), give_double, take_double, NULL};
const ValueCodec INT32S = {1u << INTEGER, sizeof(int32_t), give_int32, take_int32, NULL};
const ValueCodec INT64S = {1u << ENUMERATION, sizeof(int64_t), give_int64, take_int64, NULL};
const ValueCodec INTEGERS_AND_ITEMS = {1u << INTEGER | 1u << ENUMERATION, sizeof(int32_t), give_int32, take_int32, NULL};
const ValueCodec INT_BOOLEANS = {1u << BOOLEAN, sizeof(int32_t), give_int32, take_int32, NULL};
const ValueCodec BOOLEANS = {1u << BOOLEAN, sizeof(bool), give_bool, take_bool, NULL};
const ValueCodec TEXTS = {1u << STRING, sizeof(const char *), give_text, take_text, unfit_text};
