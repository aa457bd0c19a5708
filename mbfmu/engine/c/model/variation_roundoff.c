/* variation_roundoff.c: see variation_roundoff.h. */

#include "variation_roundoff.h"

#define EXPLAINED 16.0 /* times a difference of two errors, which may be small by chance */
#define REMEMBERED 0.5 /* of the largest difference yet, from one to the next: it is not small by chance again and again */

int variation_excuse_roundoff(Instance *instance, const Integrator *integrator, const VariationMethod *method, Variation *variation, double from,
                              double to)
{
    size_t count = (size_t)variation->directions * (size_t)instance->problem->x.size;
    double *tried = variation->plain, *error = variation->plain + count;
    copy_numbers(tried, variation->tried, count);
    copy_numbers(error, variation->error, count);
    variation->known = 0;
    variation->disturbed = 1;
    int failed = method->attempt(instance, integrator, variation, from, to);
    variation->disturbed = 0;
    variation->known = 0;
    for (size_t i = 0; i < count && !failed; ++i) {
        double *roundoff = variation->roundoff + i, differs = fabs(variation->error[i] - error[i]);
        if (differs < INFINITY) *roundoff = fmax(REMEMBERED * *roundoff, differs);
        variation->error[i] = fmax(0.0, fabs(error[i]) - EXPLAINED * *roundoff);
    }
    copy_numbers(variation->tried, tried, count);
    return failed;
}
