/* Values of the master's own, and copies of them. */

#ifndef MBFMU_VALUES_H
#define MBFMU_VALUES_H

#include "master.h"

/* Room for as many numbers as others are; 0 where there is no memory. It is freed in either case. */
int new_values(Values *values, const Values *like);
void free_values(Values *values);
/* Texts are none afterwards. */
void free_texts(Values *values);
/* Have `to` be what `from` is; a text stays what it was where there is no memory. */
void copy_values(Values *to, const Values *from);
/* Have `kept` be a copy of a text; it stays what it was where there is no memory. */
void keep_text(char **kept, const char *text);

#endif
