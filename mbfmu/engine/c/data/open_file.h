/* A file for reading, its path in UTF-8. */

#ifndef MBFMU_OPEN_FILE_H
#define MBFMU_OPEN_FILE_H

#include <stdio.h>

#define LONGEST_PATH 4096 /* characters */

FILE *open_file(const char *path); /* NULL where it cannot be opened */

#endif
