/* refuse_not_finite.c: numbers whose squares overflow are refused too, since solves multiply what they are given. */

#include "refuse_not_finite.h"

#include <math.h>

#include "linear_algebra.h"

int refuse_not_finite(Instance *instance, const Ref *given, int count, const char *what)
{
    for (int i = 0; i < count; ++i)
        if (!isfinite(dot(at(instance, given[i]), at(instance, given[i]), given[i].size)))
            return fail(instance, "%s: masses, forces or constraints are not numbers or too large; look for a division by zero", what);
    return 0;
}
