/* Sentences that are put together from parts; what does not fit is cut off. */

#ifndef MBFMU_SENTENCE_H
#define MBFMU_SENTENCE_H

#include "instance.h"

typedef struct {
    char text[1024];
    size_t length;
} Sentence;

void say(Sentence *sentence, const char *format, ...) PRINTF; /* behind what was said before; a Sentence begins as {"", 0} */

#endif
