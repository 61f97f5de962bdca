// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* The addresses of the functions of pdh.h, as a program gets them from the linked library. */
#include <stdio.h>

typedef void (*any_function)(void);
extern const any_function entry_points[];
extern const unsigned entry_point_count;

int main(void) {
    unsigned missing = 0;
    for (unsigned i = 0; i < entry_point_count; ++i) {
        missing += entry_points[i] == 0;
    }
    printf("%u functions, %u missing\n", entry_point_count, missing);
    return entry_point_count == 0 || missing != 0;
}
