/* model.c: the pendulum, what may be set when, and how it moves. */

#include <math.h>

#include "stub.h"

static const double DAMPING = 0.1, INTERNAL_STEP = 1e-3;

static Model shared;

Model *model_of(Instance *instance) { return instance->lies & SHARED ? &shared : &instance->own; }

int allowed(Instance *instance, int modes) { return instance->lies & ANY_STATE || model_of(instance)->mode & modes; }

fmi2Status go(Instance *instance, int from, int to)
{
    if (!allowed(instance, from)) return fmi2Error;
    model_of(instance)->mode = to;
    return fmi2OK;
}

static double acceleration(const Instance *instance, const Model *m, double x, double v, double u)
{
    double k = instance->lies & TRAJECTORY && instance->type == fmi2CoSimulation ? m->k / 2 : m->k;
    if (instance->lies & INEXACT && instance->type == fmi2CoSimulation) k *= 1.0 + 1e5 * instance->tolerance;
    return -k * sin(x) - DAMPING * v + u;
}

/* The input at a time within a step. */
static double carried_on(const Instance *instance, const Model *m, double t)
{
    if (instance->lies & INPUT_DERIVATIVES) return m->u;
    const double *rate = m->u_rates;
    return m->u + t * rate[0] + t * t / 2 * rate[1] + t * t * t / (instance->lies & FACTORIAL ? 2 : 6) * rate[2];
}

void integrate(Instance *instance, Model *m, double size)
{
    int steps = (int)ceil(size / INTERNAL_STEP - 1e-9);
    double h = size / steps;
    for (int i = 0; i < steps; ++i) {
        double begin = carried_on(instance, m, i * h), mid = carried_on(instance, m, (i + 0.5) * h), end = carried_on(instance, m, (i + 1) * h);
        double x1 = m->v, v1 = acceleration(instance, m, m->x, m->v, begin);
        double x2 = m->v + h / 2 * v1, v2 = acceleration(instance, m, m->x + h / 2 * x1, x2, mid);
        double x3 = m->v + h / 2 * v2, v3 = acceleration(instance, m, m->x + h / 2 * x2, x3, mid);
        double x4 = m->v + h * v3, v4 = acceleration(instance, m, m->x + h * x3, x4, end);
        m->x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4);
        m->v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    }
    m->u = carried_on(instance, m, size);
}

double value(Instance *instance, fmi2ValueReference which)
{
    Model *m = model_of(instance);
    double der_v = acceleration(instance, m, m->x, m->v, m->u);
    const double values[VARIABLES] = {m->k, m->u, m->x, m->v, m->v, der_v, m->x + (instance->lies & DEPENDENCY ? m->u : 0.0), der_v,
                                      m->time};
    return values[which];
}

double *settable(Instance *instance, fmi2ValueReference which)
{
    Model *m = model_of(instance);
    double *const places[] = {&m->k, &m->u, &m->x, &m->v};
    const int start = INSTANTIATED | INITIALIZATION;
    const int modes[] = {~CONTINUOUS & ~TERMINATED, ~TERMINATED, start | CONTINUOUS, start | CONTINUOUS};
    return which <= V && allowed(instance, modes[which]) ? places[which] : NULL;
}

/* Takes long at t = 0.5 s, in the calls that `where` names. */
void dawdle(const Instance *instance, int where)
{
    static int before = 0;
    if (!(instance->lies & where) || fabs(instance->own.time - 0.5) > 1e-6 || (instance->lies & SLOW_ONCE && before++)) return;
    for (volatile long i = 0; i < 10000000; ++i) {}
}

void begin(Instance *instance)
{
    Model *m = model_of(instance);
    Model fresh = {.k = 9.81, .x = 0.5, .mode = INSTANTIATED};
    if (instance->lies & RESET && m->mode) fresh.k = m->k;
    *m = fresh;
}

double partial(Instance *instance, fmi2ValueReference unknown, fmi2ValueReference known)
{
    Model *m = model_of(instance);
    if (known > V) return 0.0;
    const double of_acceleration[] = {-sin(m->x), 1.0, -m->k * cos(m->x), -DAMPING};
    if (unknown == DER_V || unknown == A) return of_acceleration[known];
    return unknown == DER_X ? known == V : known == X;
}

double difference(Instance *instance, fmi2ValueReference unknown, const fmi2ValueReference knowns[], size_t n, const double seed[])
{
    Model *m = model_of(instance);
    const Model kept = *m;
    double *const places[] = {&m->k, &m->u, &m->x, &m->v};
    double step = instance->lies & CRUDE ? 1e-2 : 1e-8, before = value(instance, unknown);
    for (size_t j = 0; j < n; ++j) *places[knowns[j]] += step * seed[j];
    double behind = value(instance, unknown);
    *m = kept;
    return (behind - before) / step;
}
