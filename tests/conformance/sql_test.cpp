// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Logs in databases: PdhEnumLogSetNames, PdhVerifySQLDB, PdhCreateSQLTables, PdhGetLogSetGUID,
// PdhSetLogSetRunID.
#include "support.h"

#include <array>

using namespace conformance;

TEST_CASE("functions on databases need the name of one") {
    for (const TCHAR* const name : {static_cast<const TCHAR*>(nullptr), TEXT("")}) {
        DWORD size = 0;
        CHECK_STATUS(PdhEnumLogSetNames(name, nullptr, &size), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhVerifySQLDB(name), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhCreateSQLTables(name), PDH_INVALID_ARGUMENT);
    }
}

TEST_CASE("PdhEnumLogSetNames checks the buffer before the database") {
    std::array<TCHAR, 4> names{};
    DWORD size = 4;
    CHECK_STATUS(PdhEnumLogSetNames(TEXT("dsn"), names.data(), nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(PdhEnumLogSetNames(TEXT("dsn"), nullptr, &size), PDH_INVALID_ARGUMENT);
}

TEST_CASE("a data source that ODBC does not know is PDH_INVALID_DATASOURCE") {
    std::array<TCHAR, 4> names{};
    DWORD size = 4;
    CHECK_STATUS(PdhEnumLogSetNames(TEXT("dsn"), names.data(), &size), PDH_INVALID_DATASOURCE);
    CHECK(size == 4);
    CHECK_STATUS(PdhVerifySQLDB(TEXT("dsn")), PDH_INVALID_DATASOURCE);
    CHECK_STATUS(PdhCreateSQLTables(TEXT("dsn")), PDH_INVALID_DATASOURCE);
}

TEST_CASE_FIXTURE(WidgetQuery, "a handle that is not a database log has no identifier and no run number") {
    PDH_HLOG source = nullptr;
    REQUIRE_SUCCESS(PdhBindInputDataSource(&source, nullptr));
    for (auto* const bad : {HANDLE{nullptr}, invalid_handle_value, query.handle(), source,
             reinterpret_cast<HANDLE>(std::uintptr_t{1})}) {
        GUID guid{};
        int run = 42;
        CHECK_STATUS(PdhGetLogSetGUID(bad, nullptr, &run), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhGetLogSetGUID(bad, &guid, nullptr), PDH_INVALID_ARGUMENT);
        CHECK_STATUS(PdhGetLogSetGUID(bad, &guid, &run), PDH_INVALID_HANDLE);
        CHECK_STATUS(PdhSetLogSetRunID(bad, 1), PDH_INVALID_HANDLE);
        CHECK(run == 42);
    }
    CHECK_SUCCESS(PdhCloseLog(source, 0));
}
