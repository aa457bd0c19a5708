/* interfaces.c: what Model Exchange and Co-Simulation add. */

#include <stdlib.h>
#include <string.h>

#include "stub.h"

fmi2Status fmi2EnterEventMode(fmi2Component c) { return go(c, CONTINUOUS, EVENT); }
fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    memset(info, 0, sizeof *info);
    return allowed(c, EVENT) ? fmi2OK : fmi2Error;
}
fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) { return go(c, EVENT, CONTINUOUS); }
fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_set, fmi2Boolean *event, fmi2Boolean *terminate)
{
    (void)no_set;
    *event = *terminate = fmi2False;
    return allowed(c, CONTINUOUS) ? fmi2OK : fmi2Error;
}
fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
    if (!allowed(c, EVENT | CONTINUOUS)) return fmi2Error;
    model_of(c)->time = time;
    return fmi2OK;
}
fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n)
{
    if (n != 2 || !allowed(c, CONTINUOUS)) return fmi2Error;
    model_of(c)->x = x[0];
    model_of(c)->v = x[1];
    return fmi2OK;
}
fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t n)
{
    const fmi2ValueReference vr[] = {DER_X, DER_V};
    dawdle(c, SLOW_RATES);
    return n == 2 && allowed(c, READABLE & ~STEP) ? fmi2GetReal(c, vr, 2, derivatives) : fmi2Error;
}
fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t n)
{
    if (!(((Instance *)c)->lies & INDICATORS)) return n ? fmi2Error : fmi2OK;
    indicators[0] = 1.0;
    return fmi2OK;
}
fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n)
{
    const fmi2ValueReference vr[] = {X, V};
    return n == 2 && allowed(c, READABLE & ~STEP) ? fmi2GetReal(c, vr, 2, x) : fmi2Error;
}
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominals[], size_t n)
{
    (void)c;
    for (size_t i = 0; i < n; ++i) nominals[i] = 1.0;
    return n == 2 ? fmi2OK : fmi2Error;
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real size, fmi2Boolean no_set)
{
    (void)time, (void)no_set;
    Instance *instance = c;
    Model *m = model_of(c);
    if (m->mode != STEP && instance->lies & CRASH) abort();
    if (!allowed(c, STEP) || !(size > 0.0)) return fmi2Error;
    dawdle(instance, SLOW_STEP);
    if (m->first_step == 0.0) m->first_step = size;
    if (instance->lies & STEP_SIZE) size = m->first_step;
    integrate(instance, m, size);
    m->time += size;
    m->u_rates[0] = m->u_rates[1] = m->u_rates[2] = 0.0;
    return fmi2OK;
}
fmi2Status fmi2CancelStep(fmi2Component c)
{
    (void)c;
    return fmi2Error;
}
fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Integer order[],
                                       const fmi2Real rates[])
{
    for (size_t i = 0; i < n; ++i) {
        if (!allowed(c, STEP) || vr[i] != U || order[i] < 1 || order[i] > 3) return fmi2Error;
        model_of(c)->u_rates[order[i] - 1] = rates[i];
    }
    return fmi2OK;
}
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n, const fmi2Integer order[],
                                        fmi2Real rates[])
{
    for (size_t i = 0; i < n; ++i) {
        if (!allowed(c, STEP) || (vr[i] != Y && vr[i] != A) || order[i] != 1) return fmi2Error;
        double of_states = partial(c, vr[i], X) * value(c, DER_X) + partial(c, vr[i], V) * value(c, DER_V);
        rates[i] = ((Instance *)c)->lies & OUTPUT_DERIVATIVES ? 0.0 : of_states;
    }
    return fmi2OK;
}

/* No step is ever pending. */
#define STATUS(name, type) \
    fmi2Status name(fmi2Component c, const fmi2StatusKind kind, type *value) \
    { \
        (void)c, (void)kind, (void)value; \
        return fmi2Discard; \
    }
STATUS(fmi2GetStatus, fmi2Status)
STATUS(fmi2GetRealStatus, fmi2Real)
STATUS(fmi2GetIntegerStatus, fmi2Integer)
STATUS(fmi2GetBooleanStatus, fmi2Boolean)
STATUS(fmi2GetStringStatus, fmi2String)
