/* resources.c: the Problem of a library that serves all models: it lies in the FMU's resources.

   FMI 2 names the folder by a URI, FMI 3 by a path; some tools give a path where a URI is due, or leave out the empty host in it. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"
#include "open_file.h"

#define FILE_NAME "model.mbfmu" /* as in mbfmu/fmu/package/portable_fmu.py */
#define LARGEST (1L << 30)      /* bytes of a file */

static int hexadecimal(char digit) { return isdigit((unsigned char)digit) ? digit - '0' : tolower((unsigned char)digit) - 'a' + 10; }

/* What comes behind "file:" and the host, with its percent signs resolved. Of a drive, as in /C:/, the slash before it goes, too. */
static void decode(const char *uri, char *path)
{
    if (!strncmp(uri, "//", 2) && uri[2] != '/' && strchr(uri + 2, '/') && uri[3] != ':') uri = strchr(uri + 2, '/');
    while (uri[0] == '/' && uri[1] == '/') ++uri;
    if (uri[0] == '/' && isalpha((unsigned char)uri[1]) && uri[2] == ':') ++uri;
    while (*uri) {
        int escaped = uri[0] == '%' && isxdigit((unsigned char)uri[1]) && isxdigit((unsigned char)uri[2]);
        *path++ = escaped ? (char)(16 * hexadecimal(uri[1]) + hexadecimal(uri[2])) : *uri;
        uri += escaped ? 3 : 1;
    }
    *path = '\0';
}

static int path_of(const char *location, char path[LONGEST_PATH])
{
    if (!location || strlen(location) + sizeof "/" FILE_NAME > LONGEST_PATH) return -1;
    if (!strncmp(location, "file:", 5))
        decode(location + 5, path);
    else
        strcpy(path, location);
    size_t length = strlen(path);
    if (length && path[length - 1] != '/' && path[length - 1] != '\\') strcat(path, "/");
    strcat(path, FILE_NAME);
    return 0;
}

/* All bytes of a file; NULL where it cannot be read. */
static unsigned char *content_of(FILE *file, size_t *size)
{
    long end = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    if (end < 0 || end > LARGEST || fseek(file, 0, SEEK_SET)) return NULL;
    unsigned char *bytes = malloc((size_t)end + 1);
    *size = (size_t)end;
    if (bytes && fread(bytes, 1, *size, file) == *size) return bytes;
    free(bytes);
    return NULL;
}

const Problem *problem_open(const char *location, char why[WHY])
{
    char path[LONGEST_PATH], cause[WHY];
    size_t size = 0;
    if (path_of(location, path)) {
        snprintf(why, WHY, "the environment does not say where its resources are; they hold the model (%s)", FILE_NAME);
        return NULL;
    }
    FILE *file = open_file(path);
    unsigned char *bytes = file ? content_of(file, &size) : NULL;
    if (file) fclose(file);
    const Problem *problem = bytes ? problem_load(bytes, size, cause) : NULL;
    if (!bytes)
        snprintf(why, WHY, "%.200s cannot be read; it holds the model", path);
    else if (!problem)
        snprintf(why, WHY, "resources/%s is damaged: %.180s; take it from the FMU again", FILE_NAME, cause);
    free(bytes);
    return problem;
}

void problem_close(const Problem *problem) { problem_unload(problem); }
