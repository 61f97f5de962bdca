// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A monitor that writes to a database includes ODBC's headers after <windows.h>, or after <pdh.h>.

#include <pdh.h>

#include <doctest/doctest.h>

#include <sql.h>
#include <sqlext.h>
#include <type_traits>

TEST_CASE("ODBC's headers take the types of <windows.h>") {
    CHECK(std::is_same_v<SQLHWND, HWND>);
    CHECK(std::is_same_v<SDWORD, LONG>);
    CHECK(sizeof(SQLWCHAR) == 2);
    CHECK(std::is_same_v<SQLWCHAR, WCHAR> == (sizeof(WCHAR) == 2));
}
