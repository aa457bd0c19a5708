/* Mechanisms with constraints: mbfmu.runtime.{mechanism, assembly, rank, projection, starting, branching, adrift,
   loss_watch, contradiction, open_multipliers} in C. Each takes the instance and the tables of one mechanism. */

#ifndef MBFMU_MECHANISM_H
#define MBFMU_MECHANISM_H

#include "instance.h"

size_t mechanism_scratch(const Mechanism *mechanism); /* the most that any function takes, besides schedules and a copy of all states */

int start_on_manifold(Instance *instance, const Mechanism *mechanism);
int put_together_again(Instance *instance, const Mechanism *mechanism);
int follow_inputs(Instance *instance, const Mechanism *mechanism);
int refuse_off_branches(Instance *instance, const Mechanism *mechanism);
int mechanism_evaluate(Instance *instance, const Mechanism *mechanism); /* run(evaluate) */

typedef enum { NOTHING, MOVED, GIVEN_UP } Outcome;
int project(Instance *instance, const Mechanism *mechanism, Outcome *outcome); /* after mechanism_evaluate */
int refuse_adrift(Instance *instance, const Mechanism *mechanism);             /* as last evaluated and projected */
int choose_again(Instance *instance, const Mechanism *mechanism, int *changed);
double drift(Instance *instance, const Mechanism *mechanism); /* see model_drift; as last evaluated */
int any_kept(const Instance *instance, const Mechanism *mechanism);
int any_fed(const Mechanism *mechanism);
int any_mechanism_fed(const Problem *problem); /* whether inputs feed any constraint */

/* loss_watch.c: what constraints that become dependent for the moment are noticed by. `anew` at a start, `look` after each evaluation of
   the derivative, `tell` after each accepted step, after mechanism_evaluate and before project: it reports. */
void loss_anew(Instance *instance, const Mechanism *mechanism);
void loss_look(Instance *instance, const Mechanism *mechanism);
int loss_tell(Instance *instance, const Mechanism *mechanism);

#endif
