/* A variable of the interface: how its values lie, and what they may be. */

#ifndef MBFMU_VARIABLE_H
#define MBFMU_VARIABLE_H

#include "problem.h"

/* How many values it has: a text is one, of many numbers. */
static inline int values_of(const Variable *variable) { return variable->type == STRING ? 1 : variable->ref.size; }

/* How many numbers stand for one value. */
static inline int width_of(const Variable *variable) { return variable->type == STRING ? variable->ref.size : 1; }

static inline int is_picture(const Problem *problem, const Variable *variable)
{
    Ref pictures = problem->pictures;
    return variable->causality == OUTPUT && variable->ref.start >= pictures.start && variable->ref.start < pictures.start + pictures.size;
}

/* Whether a value, which its numbers stand for, is one of its type and between its bounds. */
int is_allowed(const Variable *variable, const double *numbers);

/* Whether a text is UTF-8 that ends within its place; as numbers such bytes are finite, since none of its sequences ends in those of NaN and infinity. */
int is_text(const char *text);

/* What a value must be, as in "must be >= 0 m"; of numbers that are not finite, that. */
#define DEMAND_TEXT 512
const char *demand_text(char text[DEMAND_TEXT], const Variable *variable, double value);

/* A value with its unit, or the name of an item. */
const char *value_text(char text[DEMAND_TEXT], const Variable *variable, double value);

#endif
