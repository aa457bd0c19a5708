/* tape_run.c: the step that runs a tape; derivatives come from the same tape. */

#include <string.h>

#include "instance.h"
#include "seeds.h"
#include "tape.h"

/* The pieces of `numbers` (numbers of an instance, tangents or adjoints) one behind the other. */
static void collect(const Ref *piece, int count, const double *numbers, double *to)
{
    for (int i = 0; i < count; ++i) {
        memcpy(to, numbers + piece[i].start, (size_t)piece[i].size * sizeof *to);
        to += piece[i].size;
    }
}

/* The frame of a step with its arguments. Constants are filled in once: they are a large part of what would be copied at each run. */
static double *filled(const TapeRun *step, const Instance *instance)
{
    double *frame = instance->w + step->tape->frame, *is_entered = frame + frame_size(step->tape);
    if (*is_entered == 0.0) tape_enter(step->tape, frame);
    *is_entered = 1.0;
    collect(step->argument, step->arguments, instance->numbers, frame + step->tape->constants);
    return frame;
}

static void store(const TapeRun *step, const double *frame, double *numbers)
{
    const int *output = step->tape->output;
    for (int i = 0; i < step->results; ++i)
        for (int j = 0; j < step->result[i].size; ++j) numbers[step->result[i].start + j] = frame[*output++];
}

static int tape_run_run(const void *step, Instance *instance)
{
    const TapeRun *of = step;
    double *frame = filled(of, instance);
    tape_values(of->tape, frame);
    store(of, frame, instance->numbers);
    return 0;
}

static int tape_run_tangent(const void *step, Instance *instance)
{
    const TapeRun *of = step;
    size_t before = instance->scratch_used;
    if (!any_seeded(instance, of->argument, of->arguments)) {
        set_no_tangents(instance, of->result, of->results);
        return 0;
    }
    double *frame = filled(of, instance), *changed = scratch_alloc(instance, frame_size(of->tape));
    collect(of->argument, of->arguments, instance->tangent, changed + of->tape->constants);
    tape_tangent(of->tape, frame, changed);
    store(of, changed, instance->tangent);
    instance->scratch_used = before;
    return 0;
}

/* A tape may read and write the same slot: what its results say is taken away before it is handed on. */
static int tape_run_adjoint(const void *step, Instance *instance)
{
    const TapeRun *of = step;
    const Tape *tape = of->tape;
    size_t before = instance->scratch_used;
    double *frame = filled(of, instance), *adjoint = scratch_alloc(instance, frame_size(tape));
    const int *output = tape->output;
    memset(adjoint, 0, (size_t)tape->numbers * sizeof *adjoint);
    for (int i = 0; i < of->results; ++i) {
        double *result = instance->adjoint + of->result[i].start;
        for (int j = 0; j < of->result[i].size; ++j) adjoint[*output++] += result[j];
        memset(result, 0, (size_t)of->result[i].size * sizeof *result);
    }
    tape_values(tape, frame);
    tape_adjoint(tape, frame, adjoint);
    const double *input = adjoint + tape->constants;
    for (int i = 0; i < of->arguments; ++i)
        for (int j = 0; j < of->argument[i].size; ++j) instance->adjoint[of->argument[i].start + j] += *input++;
    instance->scratch_used = before;
    return 0;
}

static size_t tape_run_scratch(const void *step) { return frame_size(((const TapeRun *)step)->tape); }

const StepKind TAPE_RUN = {tape_run_run, tape_run_tangent, tape_run_adjoint, tape_run_scratch};
