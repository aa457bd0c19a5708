/* mechanism_start.c: see mechanism_start.h.

   1. Measure the coordinates of joints that close loops.
   2. Assemble positions, with fixed start coordinates kept; refuse the wrong branch of a closure.
   3. Choose the independent rows, and find what redundant rows leave open.
   4. Assemble speeds, with fixed start speeds kept, and sharpen them to roundoff.
   5. Project onto the constraints, as after every step; refuse a start coordinate that does not stay fixed by that. */

#include "mechanism_start.h"

#include "assembly.h"
#include "contact_rows.h"
#include "contradiction.h"
#include "drift_check.h"
#include "indeterminate_multipliers.h"
#include "projection.h"
#include "rank.h"
#include "schedule.h"
#include "sentence.h"

#define KEPT (10 * CONSISTENCY_TOLERANCE) /* how far rounded parameters may move a fixed start */

static int refuse_wrong_branch(Instance *instance, const Mechanism *mechanism)
{
    Sentence joints = {"", 0};
    if (mechanism->closing && run(instance, mechanism->find_closure_branches)) return -1;
    for (int i = 0; i < mechanism->closing; ++i)
        if (at(instance, mechanism->closure_branch)[i] < 0.0) say(&joints, "%s%s", joints.length ? ", " : "", mechanism->closing_joint[i]);
    if (!joints.length) return 0;
    return fail(instance,
                "%s: the loop closes only with frame_b half a turn off from where the joint can be; "
                "start less than a quarter turn from where it closes: change the start coordinates",
                joints.text);
}

/* Project. What assembly left of the rows, within the consistency tolerance, may ask for more than to round a fixed start. */
static int project_start(Instance *instance, const Mechanism *mechanism, const Level *by_position, Rows fixed)
{
    double *x = at(instance, mechanism->x), *before = scratch_copy(instance, x, states_of(mechanism));
    Outcome outcome;
    if (project(instance, mechanism, NULL, &outcome) || mechanism_evaluate_starts(instance, mechanism)) return -1;
    const Rows moved = moved_starts(by_position, fixed, KEPT);
    if (!moved.count) return 0;
    copy_numbers(x, before, states_of(mechanism));
    return mechanism_evaluate_starts(instance, mechanism) || refuse_moved_starts(by_position, rows_of(by_position), moved) ? -1 : 0;
}

/* Positions, then the permanent rank there, then speeds; starts that are fixed hold where `heeded`. */
static int put_together(Instance *instance, const Mechanism *mechanism, int heeded)
{
    const Level by_position = positions(instance, mechanism), by_speed = speeds(instance, mechanism);
    Rows fixed_positions = fixed_starts(&by_position), fixed_speeds = fixed_starts(&by_speed);
    if (!heeded) fixed_positions.count = fixed_speeds.count = 0;
    for (int i = 0; i < mechanism->rows; ++i) at(instance, mechanism->independent)[i] = 0.0;
    if (assemble(&by_position, rows_of(&by_position), fixed_positions)) return -1;
    if (refuse_wrong_branch(instance, mechanism)) return -1;
    if (choose_independent(instance, mechanism) || choose_contact_rows(instance, mechanism)) return -1;
    if (find_indeterminate_multipliers(instance, mechanism)) return -1;
    if (assemble(&by_speed, rows_of(&by_speed), fixed_speeds)) return -1;
    if (sharpen(&by_speed, independent_rows_of(&by_speed), fixed_speeds)) return -1;
    return project_start(instance, mechanism, &by_position, fixed_positions);
}

static int put_together_and_give_back(Instance *instance, const Mechanism *mechanism, int heeded)
{
    size_t mark = instance->scratch_used;
    int failed = put_together(instance, mechanism, heeded);
    instance->scratch_used = mark;
    return failed;
}

int start_on_manifold(Instance *instance, const Mechanism *mechanism)
{
    if (run(instance, mechanism->find_measured) || mechanism_evaluate_starts(instance, mechanism)) return -1;
    return put_together_and_give_back(instance, mechanism, 1);
}

int reassemble_mechanism(Instance *instance, const Mechanism *mechanism) { return put_together_and_give_back(instance, mechanism, 0); }

static int follow(Instance *instance, const Mechanism *mechanism)
{
    const Level levels[] = {positions(instance, mechanism), speeds(instance, mechanism)};
    Outcome outcome;
    if (mechanism_evaluate(instance, mechanism) || project(instance, mechanism, NULL, &outcome)) return -1;
    if (outcome != GIVEN_UP && !violated_rows(&levels[0], 1.0).count && !violated_rows(&levels[1], 1.0).count) return 0;
    for (int i = 0; i < 2; ++i) {
        Rows none = {0, NULL};
        if (assemble(&levels[i], rows_of(&levels[i]), none)) return -1;
    }
    return refuse_wrong_branch(instance, mechanism);
}

int follow_inputs(Instance *instance, const Mechanism *mechanism)
{
    size_t mark = instance->scratch_used;
    int failed = follow(instance, mechanism);
    instance->scratch_used = mark;
    return failed;
}
