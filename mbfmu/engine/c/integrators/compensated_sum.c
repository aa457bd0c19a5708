/* compensated_sum.c: see compensated_sum.h. */

#include "compensated_sum.h"

void sum_begin(Summed sum, const double *x, int n)
{
    for (int i = 0; i < n; ++i) {
        sum.start[i] = x[i];
        sum.carried[i] = x[i] + sum.lost[i] == x[i] ? sum.lost[i] : 0.0; /* more than the resolution of x was lost of another x */
    }
}

/* Knuth's exact sum of two numbers, whichever is larger. */
void sum_end(Summed sum, const double *change, double *x, int n)
{
    for (int i = 0; i < n; ++i) {
        double start = sum.start[i], more = change[i] + sum.carried[i], end = start + more, added = end - start;
        sum.lost[i] = (start - (end - added)) + (more - added);
        x[i] = end;
    }
}
