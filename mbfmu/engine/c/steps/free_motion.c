/* free_motion.c: inertia beyond roundoff, and words for motions that have none. */

#include "free_motion.h"

#include <math.h>
#include <stdio.h>

#include "linear_algebra.h"

int factor_inertia(double *M, int n, const double *size, double *diagonal)
{
    for (int i = 0; i < n; ++i) diagonal[i] = M[(size_t)i * n + i];
    int singular = cholesky(M, n) != 0;
    for (int i = 0; i < n && !singular; ++i) singular = !(M[(size_t)i * n + i] * M[(size_t)i * n + i] > SINGULAR_INERTIA * size[i]);
    if (!singular) return 0;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < i; ++j) M[(size_t)i * n + j] = M[(size_t)j * n + i];
        M[(size_t)i * n + i] = diagonal[i];
    }
    return -1;
}

#define NAMED 6 /* speeds at most */

void words_for_motion(const double *motion, int n, char words[WORDS])
{
    double largest = 0.0;
    int count = 0, found[NAMED], length = 0;
    for (int i = 0; i < n; ++i) largest = fmax(largest, fabs(motion[i]));
    for (int i = 0; i < n && count < NAMED; ++i)
        if (fabs(motion[i]) > 0.1 * largest) found[count++] = i + 1;
    length = snprintf(words, WORDS, "the motion along speed%s ", count > 1 ? "s" : "");
    for (int i = 0; i < count; ++i) length += snprintf(words + length, (size_t)(WORDS - length), "%s%d", i ? ", " : "", found[i]);
    snprintf(words + length, (size_t)(WORDS - length), " of %d", n);
}
