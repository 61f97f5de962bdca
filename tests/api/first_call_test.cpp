// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// PdhSetDefaultRealTimeDataSource must precede all queries, so this test is a separate process.
#include <pdh.h>

#include <doctest/doctest.h>

#include <initializer_list>

namespace {

DWORD choose(DWORD data_source) {
    return static_cast<DWORD>(PdhSetDefaultRealTimeDataSource(data_source));
}

} // namespace

TEST_CASE("the real-time data source can be chosen until a query is opened on it") {
    CHECK(choose(DATA_SOURCE_WBEM) == ERROR_SUCCESS);
    CHECK(choose(DATA_SOURCE_REGISTRY) == ERROR_SUCCESS);
    PDH_HQUERY query = nullptr;
    CHECK(static_cast<DWORD>(PdhOpenQueryA("no such log", 0, &query)) == PDH_FILE_NOT_FOUND);
    CHECK(choose(DATA_SOURCE_WBEM) == ERROR_SUCCESS);
    REQUIRE(PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
    CHECK(choose(DATA_SOURCE_REGISTRY) == PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE);
    CHECK(PdhCloseQuery(query) == ERROR_SUCCESS);
    CHECK(choose(DATA_SOURCE_REGISTRY) == PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE);
}

TEST_CASE("no other value is accepted as the real-time data source") {
    for (const DWORD data_source : {DWORD{0}, DATA_SOURCE_LOGFILE, DWORD{3}, DWORD{5}, ~DWORD{0}}) {
        CHECK(choose(data_source) == PDH_INVALID_ARGUMENT);
    }
}
