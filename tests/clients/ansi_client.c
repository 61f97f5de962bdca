// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* A program without Unicode. */

#include "measure.h"

int main(void) {
    PDH_HQUERY query = NULL;
    PDH_HCOUNTER counter = NULL;
    check("PdhOpenQueryA", PdhOpenQueryA(NULL, 0, &query));
    check("PdhAddCounterA", PdhAddCounterA(query, "\\Processor(_Total)\\% Processor Time", 0, &counter));
    measure(query, counter);
    check("PdhCloseQuery", PdhCloseQuery(query));
    return EXIT_SUCCESS;
}
