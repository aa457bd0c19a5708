/* open_file.c: Windows wants paths in UTF-16. It is a file of its own because the headers of Windows have names that ours have as well. */

#include "open_file.h"

#if defined(_WIN32)
#include <windows.h>

#define LONGEST 4096 /* characters of a path */

FILE *open_file(const char *path)
{
    wchar_t wide[LONGEST];
    return MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, LONGEST) ? _wfopen(wide, L"rb") : NULL;
}
#else
FILE *open_file(const char *path) { return fopen(path, "rb"); }
#endif
