// The C library's <malloc.h> with Windows' functions.
#pragma GCC system_header

#include <alloca.h>
#include_next <malloc.h>
#define _alloca(size) __builtin_alloca(size)
