// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A 32-bit program whose stack is aligned to 4 bytes when it calls the DLL, at each of the four places.
#include <pdh.h>

#include <doctest/doctest.h>

#include <initializer_list>

namespace {

PDH_STATUS status = -1;
double value = 0;

extern "C" void use_pdh() {
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    PDH_FMT_COUNTERVALUE formatted{};
    PdhOpenQueryW(nullptr, 0, &query);
    PdhAddCounterW(query, LR"(\System\Processes)", 0, &counter);
    PdhCollectQueryData(query);
    status = PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, nullptr, &formatted);
    value = formatted.doubleValue;
    PdhCloseQuery(query);
}

void call_with_offset(int offset) {
    asm volatile("movl %%esp, %%ebx\n\t"
                 "andl $-16, %%esp\n\t"
                 "subl %0, %%esp\n\t"
                 "call _use_pdh\n\t"
                 "movl %%ebx, %%esp"
                 :
                 : "r"(offset)
                 : "ebx", "eax", "ecx", "edx", "memory", "cc");
}

} // namespace

TEST_CASE("the stack may be aligned to 4 bytes only") {
    for (const int offset : {16, 4, 8, 12}) {
        CAPTURE(offset);
        status = -1;
        value = 0;
        call_with_offset(offset);
        CHECK(status == ERROR_SUCCESS);
        CHECK(value > 0);
    }
}
