/* sentence.c: see sentence.h. */

#include "sentence.h"

#include <stdarg.h>
#include <stdio.h>

void say(Sentence *sentence, const char *format, ...)
{
    size_t room = sizeof sentence->text - sentence->length;
    va_list values;
    va_start(values, format);
    int wanted = vsnprintf(sentence->text + sentence->length, room, format, values);
    va_end(values);
    if (wanted > 0) sentence->length += (size_t)wanted < room ? (size_t)wanted : room - 1;
}
