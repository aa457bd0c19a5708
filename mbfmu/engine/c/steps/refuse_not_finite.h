/* Solves refuse what is no number. */

#ifndef MBFMU_REFUSE_NOT_FINITE_H
#define MBFMU_REFUSE_NOT_FINITE_H

#include "instance.h"

/* -1, with a message that begins with `what`, where anything given (count refs) is not finite, or its square is not. */
int refuse_not_finite(Instance *instance, const Ref *given, int count, const char *what);

#endif
