// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The exported names that pdh.h does not declare.
#include <pdh.h>

#include <doctest/doctest.h>

#undef PdhOpenQuery // a macro of pdh.h
extern "C" PDH_STATUS WINAPI PdhOpenQuery(LPCWSTR data_source, DWORD_PTR user_data, PDH_HQUERY* query);

#define NOT_IMPLEMENTED(name, parameters, arguments) extern "C" PDH_STATUS WINAPI name parameters;
#include "api/not_implemented.inc"

namespace {

// Calls a function with an argument for each parameter that is the address of nothing.
template <class... Parameters>
DWORD call(PDH_STATUS(WINAPI* function)(Parameters...)) {
    return static_cast<DWORD>(function(static_cast<Parameters>(1)...));
}

struct Row {
    const char* name;
    DWORD (*call)();
};

const Row rows[] = {
#define NOT_IMPLEMENTED(name, parameters, arguments) {#name, [] { return call(name); }},
#include "api/not_implemented.inc"
};

} // namespace

TEST_CASE("functions without a known prototype return PDH_NOT_IMPLEMENTED for any arguments") {
    for (const Row& row : rows) {
        CAPTURE(row.name);
        CHECK(row.call() == PDH_NOT_IMPLEMENTED);
    }
}

TEST_CASE("PdhOpenQuery without a suffix takes UTF-16, as PdhOpenQueryW does") {
    PDH_HQUERY query = nullptr;
    CHECK(static_cast<DWORD>(PdhOpenQuery(nullptr, 0, nullptr)) == PDH_INVALID_ARGUMENT);
    CHECK(static_cast<DWORD>(PdhOpenQuery(u"no such log", 0, &query)) == PDH_FILE_NOT_FOUND);
    CHECK(static_cast<DWORD>(PdhOpenQuery(u"SQL:\u00df", 0, &query)) == PDH_INVALID_SQL_LOG_FORMAT);
    REQUIRE(PdhOpenQuery(nullptr, 0, &query) == ERROR_SUCCESS);
    CHECK(PdhIsRealTimeQuery(query) == TRUE);
    CHECK(PdhCloseQuery(query) == ERROR_SUCCESS);
}
