/* Loads a shared library with what the operating system has. */

#include <stdio.h>
#include <stdlib.h>

#include "host.h"

static void *library;

#ifdef _WIN32
#include <windows.h>

static void *find(const char *name) { return (void *)(size_t)GetProcAddress((HMODULE)library, name); }

void *library_open(const char *path)
{
    library = (void *)LoadLibraryA(path);
    if (!library) fprintf(stderr, "%s cannot be loaded: error %lu\n", path, GetLastError());
    return library;
}
#else
#include <dlfcn.h>

static void *find(const char *name) { return dlsym(library, name); }

void *library_open(const char *path)
{
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) fprintf(stderr, "%s\n", dlerror());
    return library;
}
#endif

int library_has(const char *name) { return find(name) != NULL; }

void *library_symbol(const char *name)
{
    void *symbol = find(name);
    if (!symbol) {
        fprintf(stderr, "the library has no %s\n", name);
        exit(2);
    }
    return symbol;
}
