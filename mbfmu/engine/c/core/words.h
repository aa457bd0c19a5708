/* Numbers and lists of names as messages show them. */

#ifndef MBFMU_WORDS_H
#define MBFMU_WORDS_H

#include <stddef.h>

#include "problem.h"

#define NUMBER_TEXT 40

/* The shortest decimal that is this number again, as Python shows it: 0.1, -2.0, 1e-05, nan. Returns text. */
const char *number_text(char text[NUMBER_TEXT], double value);

/* A number with its unit. */
#define QUANTITY_TEXT 120
const char *quantity_text(char text[QUANTITY_TEXT], double value, const char *unit);

/* The name of number `index` of a variable in row-major order: name, or name[1], or name[1,2], counted from 1. */
#define NAME_TEXT 512
const char *element_name(char text[NAME_TEXT], const Variable *variable, int index);

/* Appends a name to a list with commas between; what does not fit is cut off. */
void add_name(char *list, size_t size, const char *name);

#endif
