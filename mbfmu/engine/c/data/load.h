/* A Problem made of bytes (mbfmu/problem/codegen/tables.py has them written): every count, index, size and text is checked here, once. */

#ifndef MBFMU_LOAD_H
#define MBFMU_LOAD_H

#include <stddef.h>

#include "problem.h"

/* The Problem, or NULL and in `why` what is wrong; problem_unload frees it, and does nothing to NULL. */
const Problem *problem_load(const unsigned char *bytes, size_t size, char why[WHY]);
void problem_unload(const Problem *problem);

#endif
