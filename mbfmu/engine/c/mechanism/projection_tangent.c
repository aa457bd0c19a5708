/* projection_tangent.c: see projection_tangent.h. */

#include "projection_tangent.h"

#include "schedule.h"

int find_projection_tangent(Instance *instance, const Mechanism *mechanism, ProjectionTangent *found)
{
    const Level levels[] = {positions(instance, mechanism), speeds(instance, mechanism)};
    found->mechanism = mechanism;
    if (find_strong_rows(&levels[0], &found->positions) || find_strong_rows(&levels[1], &found->speeds)) return -1;
    return reserve(instance, (size_t)mechanism->rows + (size_t)mechanism->nv + (size_t)mechanism->nq);
}

/* The change of speeds (nv) that takes back how far the residuals' tangents are off. */
static void find_change(Instance *instance, const StrongRows *strong, const double *residual, double *change)
{
    size_t mark = instance->scratch_used;
    double *asked = scratch_alloc(instance, (size_t)strong->rank);
    for (int k = 0; k < strong->rank; ++k) asked[k] = -residual[strong->rows.number[strong->order[k]]] / strong->scaled.scale[strong->order[k]];
    shortest(strong, asked, change);
    from_metric(&strong->scaled.metric, change);
    instance->scratch_used = mark;
}

int projection_tangent(Instance *instance, const ProjectionTangent *of)
{
    const Mechanism *mechanism = of->mechanism;
    size_t mark = instance->scratch_used;
    double *tangent = instance->tangent, *change = scratch_alloc(instance, (size_t)mechanism->nv);
    if (run_tangent(instance, mechanism->evaluate)) return -1;
    find_change(instance, &of->positions, tangent + mechanism->phi.start, change);
    if (displace_tangent(instance, mechanism, change) || run_tangent(instance, mechanism->evaluate)) return -1;
    find_change(instance, &of->speeds, tangent + mechanism->psi.start, change);
    double *speed = tangent + (mechanism->x.start + mechanism->nq + mechanism->own);
    for (int j = 0; j < mechanism->nv; ++j) speed[j] += change[j];
    instance->scratch_used = mark;
    return 0;
}
