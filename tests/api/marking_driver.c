// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* A "driver" that says by a file that it was loaded, and by whom. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void leave_mark(void) {
    const char* const mark = getenv("PDH_SHIM_TEST_MARK");
    const int file = mark == NULL ? -1 : open(mark, O_WRONLY | O_CREAT, 0666);
    if (file >= 0) {
        close(file);
    }
}
