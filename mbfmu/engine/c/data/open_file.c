/* open_file.c: Windows wants paths in UTF-16. It is a file of its own because the headers of Windows have names that ours have as well. */

#include "open_file.h"

#if defined(_WIN32)
#include <windows.h>

FILE *open_file(const char *path)
{
    wchar_t wide[LONGEST_PATH];
    return MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, LONGEST_PATH) ? _wfopen(wide, L"rb") : NULL;
}
#else
FILE *open_file(const char *path) { return fopen(path, "rb"); }
#endif
