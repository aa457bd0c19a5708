/* EXPORTED: what a library shows to the outside. */

#ifndef MBFMU_EXPORTED_H
#define MBFMU_EXPORTED_H

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORTED __attribute__((visibility("default")))
#else
#define EXPORTED
#endif

#endif
