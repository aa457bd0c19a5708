/* jacobi.c: a master for FMUs of FMI 2 whose inputs and outputs lie in arrays that they share: side by side, as quick as a master can be. */

#include <stddef.h>

typedef struct {
    void *instance;
    int (*set)(void *instance, const unsigned *references, size_t count, const double *values);
    int (*step)(void *instance, double t, double size, int no_way_back);
    int (*get)(void *instance, const unsigned *references, size_t count, double *values);
    const unsigned *inputs, *outputs;
    size_t input_count, output_count;
    double *taken, *given;
} Fmu;

/* Take steps from number `first` to before `last`; the number of the one that failed, else the last. */
int jacobi(const Fmu *fmus, int count, double size, int first, int last)
{
    for (int i = first; i < last; ++i) {
        int failed = 0;
        for (const Fmu *fmu = fmus; fmu < fmus + count; ++fmu) failed |= fmu->set(fmu->instance, fmu->inputs, fmu->input_count, fmu->taken);
        for (const Fmu *fmu = fmus; fmu < fmus + count; ++fmu) failed |= fmu->step(fmu->instance, i * size, size, 1);
        for (const Fmu *fmu = fmus; fmu < fmus + count; ++fmu) failed |= fmu->get(fmu->instance, fmu->outputs, fmu->output_count, fmu->given);
        if (failed) return i;
    }
    return last;
}
