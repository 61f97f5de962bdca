// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Uses what the library itself does with fmt, spdlog and nlohmann-json: logs, and reads scripts. Prints
// nothing, so that the output of the program can be compared.

#include "use_pdh.h"

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

void expect(PDH_STATUS wanted, PDH_STATUS status, const char* what) {
    if (status != wanted) {
        std::fprintf(stderr, "%s: 0x%08x\n", what, static_cast<unsigned>(status));
        std::_Exit(EXIT_FAILURE);
    }
}

} // namespace

void use_pdh() {
    expect(ERROR_SUCCESS, pdh_shim_set_log("debug", std::getenv("GUEST_LOG")), "pdh_shim_set_log");
    expect(
        PDH_INVALID_DATASOURCE, pdh_shim_set_sources("script:{\"objects\": [1.5, }"), "a malformed script");
    const std::string script = std::string("script:") + std::getenv("GUEST_SCRIPT");
    expect(ERROR_SUCCESS, pdh_shim_set_sources(script.c_str()), "pdh_shim_set_sources");

    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    PDH_FMT_COUNTERVALUE value{};
    expect(ERROR_SUCCESS, PdhOpenQueryA(nullptr, 0, &query), "PdhOpenQueryA");
    expect(ERROR_SUCCESS, PdhAddEnglishCounterA(query, "\\Processor(_Total)\\% Processor Time", 0, &counter),
        "PdhAddEnglishCounterA");
    expect(ERROR_SUCCESS, PdhCollectQueryData(query), "PdhCollectQueryData");
    expect(ERROR_SUCCESS, PdhCollectQueryData(query), "PdhCollectQueryData");
    expect(ERROR_SUCCESS, PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, nullptr, &value),
        "PdhGetFormattedCounterValue");
    expect(50, static_cast<PDH_STATUS>(value.doubleValue), "the value");
    expect(ERROR_SUCCESS, PdhCloseQuery(query), "PdhCloseQuery");
}
