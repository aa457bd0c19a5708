/* tape_rig.c: tapes from bytes, for tests of them alone. */

#include <stdlib.h>
#include <string.h>

#include "load_tapes.h"
#include "tape_operations.h"

typedef struct {
    Reader reader;
    Tapes tapes;
} TapeRig;

TapeRig *tapes_new(const unsigned char *bytes, size_t size)
{
    TapeRig *rig = calloc(1, sizeof *rig);
    rig->reader.bytes = bytes;
    rig->reader.size = size;
    if (!setjmp(rig->reader.refused)) rig->tapes = read_tapes(&rig->reader);
    return rig;
}

const char *tapes_refused(const TapeRig *rig) { return rig->reader.why; }

void tapes_free(TapeRig *rig)
{
    free_blocks(rig->reader.blocks);
    free(rig);
}

static double *frame_of(const Tape *tape, const double *inputs)
{
    double *frame = calloc(frame_size(tape), sizeof *frame);
    tape_enter(tape, frame);
    memcpy(frame + tape->constants, inputs, (size_t)tape->inputs * sizeof *frame);
    return frame;
}

static void give(const Tape *tape, const double *frame, double *outputs)
{
    for (int i = 0; i < tape->outputs; ++i) outputs[i] = frame[tape->output[i]];
}

int tapes_pairs(const TapeRig *rig, int number)
{
    const Tape *tape = &rig->tapes.tape[number];
    int pairs = 0;
    for (int i = 0; i < tape->runs; ++i)
        if (tape->run[i].operation >= PAIRED) pairs += tape->run[i].count;
    return pairs;
}

int tapes_rows(const TapeRig *rig, int number)
{
    const Tape *tape = &rig->tapes.tape[number];
    int products = 0;
    for (int i = 0; i < tape->runs; ++i) products += tape->run[i].operation == ROWS;
    return products;
}

void tapes_value(const TapeRig *rig, int number, int count, const double *inputs, double *outputs)
{
    const Tape *tape = &rig->tapes.tape[number];
    double *frame = frame_of(tape, inputs);
    for (int i = 0; i < count; ++i) tape_values(tape, frame);
    give(tape, frame, outputs);
    free(frame);
}

void tapes_tangent(const TapeRig *rig, int number, int count, const double *inputs, const double *direction, double *outputs)
{
    const Tape *tape = &rig->tapes.tape[number];
    double *frame = frame_of(tape, inputs), *changed = frame_of(tape, direction);
    for (int i = 0; i < count; ++i) tape_tangent(tape, frame, changed);
    give(tape, changed, outputs);
    free(frame);
    free(changed);
}

void tapes_adjoint(const TapeRig *rig, int number, int count, const double *inputs, const double *seeds, double *of_inputs)
{
    const Tape *tape = &rig->tapes.tape[number];
    double *frame = frame_of(tape, inputs), *adjoint = calloc(frame_size(tape), sizeof *adjoint);
    for (int i = 0; i < count; ++i) {
        memset(adjoint, 0, frame_size(tape) * sizeof *adjoint);
        for (int k = 0; k < tape->outputs; ++k) adjoint[tape->output[k]] += seeds[k];
        tape_values(tape, frame);
        tape_adjoint(tape, frame, adjoint);
    }
    memcpy(of_inputs, adjoint + tape->constants, (size_t)tape->inputs * sizeof *adjoint);
    free(frame);
    free(adjoint);
}
