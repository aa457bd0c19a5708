/* load_tapes.c: tapes from bytes. An operand lies before the result, a called tape calls nothing. */

#include "load_tapes.h"

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

static void check_instructions(Reader *reader, Tape *tape)
{
    int calls = 0;
    for (int i = 0; i < tape->instructions; ++i) {
        const Instruction *at = &tape->instruction[i];
        if (at->operation >= TAPE_OPERATION_COUNT) damaged(reader, "there is no operation %d", at->operation);
        if (at->a >= tape->numbers || at->b >= tape->numbers)
            damaged(reader, "instruction %d of a tape reads numbers %d and %d of %d", i, at->a, at->b, tape->numbers);
        int made = at->operation == TAPE_OPERATION_COUNT - 1 ? made_by_call(reader, tape, calls++) : 1;
        if (made > MOST - tape->numbers) damaged(reader, "a tape has too many numbers");
        tape->numbers += made;
    }
    if (calls != tape->calls) damaged(reader, "a tape has %d calls and makes %d", tape->calls, calls);
}

static void read_calls(Reader *reader, Tape *tape, const Tape *known, int count)
{
    tape->calls = read_length(reader, ANY, "calls");
    TapeCall *calls = room_for(reader, (size_t)tape->calls, sizeof *calls);
    tape->call = calls;
    for (int i = 0; i < tape->calls; ++i) {
        calls[i].tape = &known[read_between(reader, 0, count - 1, "the number of a called tape")];
        if (calls[i].tape->calls) damaged(reader, "a called tape calls another");
        calls[i].argument = read_integers(reader, calls[i].tape->inputs, 0, MOST, NULL, "arguments of a call");
        if (calls[i].tape->numbers > tape->room) tape->room = calls[i].tape->numbers;
    }
}

static void read_tape(Reader *reader, Tape *tape, const Tape *known, int count)
{
    tape->constant = read_numbers(reader, ANY, &tape->constants, "constants");
    tape->inputs = read_between(reader, 0, MOST, "the number of inputs");
    tape->numbers = tape->constants + tape->inputs;
    tape->instruction = (const Instruction *)read_integers(reader, ANY, 0, MOST, &tape->instructions, "instructions");
    if (tape->instructions % 3) damaged(reader, "the last instruction of a tape is cut off");
    tape->instructions /= 3;
    read_calls(reader, tape, known, count);
    check_instructions(reader, tape);
    tape->output = read_integers(reader, ANY, 0, tape->numbers - 1, &tape->outputs, "outputs");
    order_tape(tape);
}

Tapes read_tapes(Reader *reader)
{
    Tapes tapes = {read_length(reader, ANY, "tapes"), NULL};
    Tape *tape = room_for(reader, (size_t)tapes.count, sizeof *tape);
    tapes.tape = tape;
    for (int i = 0; i < tapes.count; ++i) read_tape(reader, &tape[i], tape, i);
    return tapes;
}
