/* variation_dormand_prince.c: see variation_dormand_prince.h. It keeps the rates of all stages, the first of which is the last of the part before. */

#include "variation_dormand_prince.h"

#include "dormand_prince_pair.h"

static size_t kept(const Problem *problem, int directions) { return PAIR_STAGES * (size_t)directions * (size_t)problem->x.size; }

/* to = from + h times the rates of the stages, weighted. */
static void combine(const Variation *variation, size_t count, const double *from, const double *weights, int stages, double h, double *to)
{
    for (size_t i = 0; i < count; ++i) {
        double sum = 0.0;
        for (int s = 0; s < stages; ++s) sum += weights[s] * variation->kept[(size_t)s * count + i];
        to[i] = (from ? from[i] : 0.0) + h * sum;
    }
}

static int attempt(Instance *instance, const Integrator *integrator, Variation *variation, double from, double to)
{
    size_t count = (size_t)variation->directions * (size_t)instance->problem->x.size;
    double h = (to - from) * instance->memory[SIZE];
    if (!variation->known && variation_rates(instance, integrator, variation, from, variation->X, variation->kept)) return -1;
    variation->known = 1;
    for (int s = 0; s < PAIR_STAGES - 1; ++s) {
        double theta = PAIR_NODES[s] == 1.0 ? to : from + PAIR_NODES[s] * (to - from), *rates = variation->kept + (size_t)(s + 1) * count;
        combine(variation, count, variation->X, PAIR_WEIGHTS[s], s + 1, h, variation->tried);
        if (variation_rates(instance, integrator, variation, theta, variation->tried, rates)) return -1;
    }
    combine(variation, count, NULL, PAIR_ERROR, PAIR_STAGES, h, variation->error);
    return 0;
}

static void accept(const Instance *instance, Variation *variation)
{
    size_t count = (size_t)variation->directions * (size_t)instance->problem->x.size;
    copy_numbers(variation->kept, variation->kept + (PAIR_STAGES - 1) * count, count);
}

const VariationMethod VARIATION_DORMAND_PRINCE = {5, kept, attempt, accept};
