/* reader.c: see reader.h. */

#include "reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Block {
    Block *next;
    double content[]; /* aligned for everything that tables hold */
};

void damaged(Reader *reader, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(reader->why, WHY, format, values);
    va_end(values);
    TAKE_WAY_OUT(reader->refused);
}

void *room_for(Reader *reader, size_t count, size_t size)
{
    Block *block = calloc(1, sizeof *block + (count ? count : 1) * size); /* there are no more entries than the file has bytes */
    if (!block) damaged(reader, "memory is missing");
    block->next = reader->blocks;
    reader->blocks = block;
    return block->content;
}

void give_back(Reader *reader, const void *room)
{
    Block **at = &reader->blocks;
    while ((*at)->content != room) at = &(*at)->next;
    Block *block = *at;
    *at = block->next;
    free(block);
}

void free_blocks(Block *blocks)
{
    while (blocks) {
        Block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
}

static const unsigned char *next(Reader *reader, size_t size)
{
    const unsigned char *found = reader->bytes + reader->place;
    if (size > reader->size - reader->place) damaged(reader, "it ends too early");
    reader->place += size;
    return found;
}

static int read_int(Reader *reader)
{
    int value;
    memcpy(&value, next(reader, sizeof value), sizeof value);
    return value;
}

int read_between(Reader *reader, int least, int most, const char *what)
{
    int value = read_int(reader);
    if (value < least || value > most) damaged(reader, "%s is %d, not %d to %d", what, value, least, most);
    return value;
}

/* Every entry has a byte at least. */
int read_length(Reader *reader, int expected, const char *what)
{
    int length = read_between(reader, 0, MOST, what);
    if (expected != ANY && length != expected) damaged(reader, "there are %d of %s instead of %d", length, what, expected);
    if ((size_t)length > reader->size - reader->place) damaged(reader, "there is no room for %d of %s", length, what);
    return length;
}

double read_number(Reader *reader)
{
    double value;
    memcpy(&value, next(reader, sizeof value), sizeof value);
    return value;
}

const char *read_string(Reader *reader)
{
    size_t length = (size_t)read_length(reader, ANY, "the characters of a name");
    char *text = room_for(reader, length + 1, 1);
    memcpy(text, next(reader, length), length);
    if (strlen(text) != length) damaged(reader, "a name has a zero in it");
    return text;
}

const int *read_integers(Reader *reader, int expected, int least, int most, int *length, const char *what)
{
    int count = read_length(reader, expected, what), *values = room_for(reader, (size_t)count, sizeof *values);
    memcpy(values, next(reader, (size_t)count * sizeof *values), (size_t)count * sizeof *values);
    for (int i = 0; i < count; ++i)
        if (values[i] < least || values[i] > most) damaged(reader, "%s: number %d is %d, not %d to %d", what, i, values[i], least, most);
    if (length) *length = count;
    return values;
}

const double *read_numbers(Reader *reader, int expected, int *length, const char *what)
{
    int count = read_length(reader, expected, what);
    double *values = room_for(reader, (size_t)count, sizeof *values);
    memcpy(values, next(reader, (size_t)count * sizeof *values), (size_t)count * sizeof *values);
    if (length) *length = count;
    return values;
}

const char *const *read_strings(Reader *reader, int expected, int *length, const char *what)
{
    int count = read_length(reader, expected, what);
    const char **strings = room_for(reader, (size_t)count, sizeof *strings);
    if (length) *length = count;
    for (int i = 0; i < count; ++i) strings[i] = read_string(reader);
    return strings;
}

Ref read_ref(Reader *reader, int size, const char *what)
{
    Ref ref = {read_int(reader), 0};
    ref.size = read_int(reader);
    if (ref.start < 0 || ref.size < 0 || ref.start > reader->numbers || ref.size > reader->numbers - ref.start)
        damaged(reader, "%s are %d numbers from number %d on, of %d", what, ref.size, ref.start, reader->numbers);
    if (size != ANY && ref.size != size) damaged(reader, "%s are %d numbers instead of %d", what, ref.size, size);
    return ref;
}

const Ref *read_refs(Reader *reader, int expected, int *length, const char *what)
{
    int count = read_length(reader, expected, what);
    Ref *refs = room_for(reader, (size_t)count, sizeof *refs);
    for (int i = 0; i < count; ++i) refs[i] = read_ref(reader, ANY, what);
    if (length) *length = count;
    return refs;
}

void read_lists(Reader *reader, int expected, int most, int all, const int **start, const int **entries, const char *what)
{
    *start = read_integers(reader, expected + 1, 0, all, NULL, what);
    if ((*start)[0] != 0) damaged(reader, "the first of %s does not begin at the beginning", what);
    for (int i = 0; i < expected; ++i)
        if ((*start)[i] > (*start)[i + 1]) damaged(reader, "number %d of %s ends before it begins", i, what);
    *entries = read_integers(reader, (*start)[expected], 0, most - 1, NULL, what);
}

void refuse_overlap(Reader *reader, const Ref *refs, int count, const char *what)
{
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < i; ++j) {
            Ref low = refs[i].start < refs[j].start ? refs[i] : refs[j], high = refs[i].start < refs[j].start ? refs[j] : refs[i];
            if (low.size && high.size && high.start < low.start + low.size) damaged(reader, "two of %s share a number", what);
        }
}
