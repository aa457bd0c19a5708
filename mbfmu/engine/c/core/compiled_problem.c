/* compiled_problem.c: the Problem of a library that was compiled for it. */

#include "problem.h"
#include "processor.h"

#include <stdio.h>

const Problem *problem_open(const char *location, char why[WHY])
{
    const char *lacking = FUSED ? processor_lacks() : NULL;
    (void)location;
    if (lacking) snprintf(why, WHY, "%s", lacking);
    return lacking ? NULL : &PROBLEM;
}

void problem_close(const Problem *problem) { (void)problem; }
