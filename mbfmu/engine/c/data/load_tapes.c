/* load_tapes.c: tapes from bytes. An operand lies before the result, a called tape calls queries only, what is looked up is there. */

#include "load_tapes.h"

#include <math.h>

#include "convex_core.h"
#include "convex_query.h"
#include "tape_order.h"

/* How many numbers the next call of a tape makes, all of whose arguments are there. */
static int made_by_call(Reader *reader, const Tape *tape, int number)
{
    if (number >= tape->calls) damaged(reader, "a tape has %d calls and makes more", tape->calls);
    const TapeCall *call = &tape->call[number];
    for (int k = 0; k < call->tape->inputs; ++k)
        if (call->argument[k] >= tape->numbers) damaged(reader, "call %d of a tape reads a number that is not there yet", number);
    return call->tape->outputs;
}

static int looks_up(int operation) { return operation == CELL || operation == ENTRY; }

/* The first operand of a look-up is a constant, the number of stored numbers; an axis must have two at least, which ascend. */
static void check_look_up(Reader *reader, const Tape *tape, FileInstruction at, int count)
{
    double number = at.a < tape->constants ? tape->constant[at.a] : -1.0;
    if (!(number >= 0 && number < count) || number != floor(number)) damaged(reader, "an instruction looks up numbers that are not stored");
    const Stored *of = &tape->stored[(int)number];
    for (int i = 1; at.operation == CELL && i < of->count; ++i)
        if (!(of->number[i - 1] < of->number[i])) damaged(reader, "number %d of an axis does not ascend", i);
    if (at.operation == CELL && of->count < 2) damaged(reader, "an axis has %d numbers", of->count);
}

static void check_instructions(Reader *reader, Tape *tape, const FileInstruction *instruction, int count, int stored)
{
    int calls = 0, is_inside = 0;
    for (int i = 0; i < count; ++i) {
        FileInstruction at = instruction[i];
        int is_end = at.operation == END_WHERE, is_edge = is_end || at.operation == WHERE;
        if (at.operation > END_WHERE) damaged(reader, "there is no operation %d", at.operation);
        if (at.a >= tape->numbers || at.b >= tape->numbers)
            damaged(reader, "instruction %d of a tape reads numbers %d and %d of %d", i, at.a, at.b, tape->numbers);
        if (looks_up(at.operation)) check_look_up(reader, tape, at, stored);
        int is_call = at.operation == CALL_TAPE && calls < tape->calls && !tape->call[calls].tape->is_query;
        if (is_edge ? is_end != is_inside : is_inside && is_call)
            damaged(reader, "instruction %d of a tape begins, ends or calls where it must not", i);
        is_inside ^= is_edge;
        int made = is_edge ? 0 : at.operation == CALL_TAPE ? made_by_call(reader, tape, calls++) : 1;
        if (made > MOST - tape->numbers) damaged(reader, "a tape has too many numbers");
        tape->numbers += made;
    }
    if (is_inside) damaged(reader, "the last branch of a tape does not end");
    if (calls != tape->calls) damaged(reader, "a tape has %d calls and makes %d", tape->calls, calls);
}

static void read_calls(Reader *reader, Tape *tape, const Tape *known, int count)
{
    tape->calls = read_length(reader, ANY, "calls");
    TapeCall *calls = room_for(reader, (size_t)tape->calls, sizeof *calls);
    tape->call = calls;
    for (int i = 0; i < tape->calls; ++i) {
        calls[i].tape = &known[read_between(reader, 0, count - 1, "the number of a called tape")];
        for (int k = 0; k < calls[i].tape->calls; ++k)
            if (!calls[i].tape->call[k].tape->is_query) damaged(reader, "a called tape calls another");
        calls[i].argument = read_integers(reader, calls[i].tape->inputs, 0, MOST, NULL, "arguments of a call");
        if (calls[i].tape->numbers + calls[i].tape->room > tape->room) tape->room = calls[i].tape->numbers + calls[i].tape->room;
    }
}

/* Kind and size of both cores; a query has their numbers and their pose as inputs, and nothing to do but to tell its outputs. */
static void read_query(Reader *reader, Tape *tape, int instructions)
{
    int count;
    const int *of = read_integers(reader, ANY, 0, MOST, &count, "numbers of a query");
    tape->is_query = count > 0;
    if (count && count != 4) damaged(reader, "a query has %d numbers", count);
    for (int i = 0; i < count; i += 2)
        if (of[i] >= CORES || !core_fits(of[i], of[i + 1])) damaged(reader, "a convex core of kind %d has %d numbers", of[i], of[i + 1]);
    if (count) {
        QueriedCore a = {of[0], of[1]}, b = {of[2], of[3]};
        if ((long long)tape->inputs != (long long)CONVEX_POSE + a.count + b.count || tape->outputs != CONVEX_FOUND || tape->constants || instructions)
            damaged(reader, "a query of cores of %d and %d numbers has %d inputs and %d outputs", a.count, b.count, tape->inputs, tape->outputs);
        for (int i = 0; i < CONVEX_FOUND; ++i)
            if (tape->output[i] != tape->inputs + i) damaged(reader, "output %d of a query is not its own", i);
        tape->a = a;
        tape->b = b;
        tape->numbers += CONVEX_FOUND + tape->inputs % 2; /* an even number */
    }
    give_back(reader, of);
}

static void read_tape(Reader *reader, TapeOrder *order, Tape *tape, const Tape *known, int count, int stored)
{
    tape->constant = read_numbers(reader, ANY, &tape->constants, "constants");
    tape->inputs = read_between(reader, 0, MOST, "the number of inputs");
    tape->numbers = tape->constants + tape->inputs;
    int integers;
    const int *integer = read_integers(reader, ANY, 0, MOST, &integers, "instructions");
    const FileInstruction *instruction = (const FileInstruction *)integer;
    if (integers % 3) damaged(reader, "the last instruction of a tape is cut off");
    read_calls(reader, tape, known, count);
    check_instructions(reader, tape, instruction, integers / 3, stored);
    tape->output = read_integers(reader, ANY, 0, MOST, &tape->outputs, "outputs");
    read_query(reader, tape, integers);
    for (int i = 0; i < tape->outputs; ++i)
        if (tape->output[i] >= tape->numbers) damaged(reader, "output %d of a tape is number %d of %d", i, tape->output[i], tape->numbers);
    if (!tape->is_query) order_tape(reader, order, tape, instruction, integers / 3);
    give_back(reader, integer);
    tape->frame = reader->work + reader->work % 2;
    reader->work = tape->frame + frame_size(tape) + 1;
}

static const Stored *read_stored(Reader *reader, int *count)
{
    *count = read_length(reader, ANY, "arrays of stored numbers");
    Stored *stored = room_for(reader, (size_t)*count, sizeof *stored);
    for (int k = 0; k < *count; ++k) {
        stored[k].number = read_numbers(reader, ANY, &stored[k].count, "stored numbers");
        if (!stored[k].count) damaged(reader, "an array of stored numbers is empty");
        for (int i = 0; i < stored[k].count; ++i)
            if (!isfinite(stored[k].number[i])) damaged(reader, "stored number %d of array %d is not finite", i, k);
    }
    return stored;
}

Tapes read_tapes(Reader *reader)
{
    int count;
    const Stored *stored = read_stored(reader, &count);
    Tapes tapes = {read_length(reader, ANY, "tapes"), NULL};
    Tape *tape = room_for(reader, (size_t)tapes.count, sizeof *tape);
    TapeOrder *order = tape_order(reader);
    tapes.tape = tape;
    for (int i = 0; i < tapes.count; ++i) {
        tape[i].stored = stored;
        read_tape(reader, order, &tape[i], tape, i, count);
    }
    give_back_order(reader, order);
    return tapes;
}
