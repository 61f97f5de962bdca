// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <memory>
#include <string>

#ifdef _WIN32
#include <windows.h> // its types are those of ODBC's headers
#endif

#include <sql.h>
#include <sqlext.h>

namespace pdh_shim::log::sql {

/// The functions of ODBC's driver manager that the library calls. It is loaded at run time, so that programs
/// start without it.
struct Odbc {
    decltype(&::SQLAllocHandle) allocate = nullptr;
    decltype(&::SQLBindCol) bind_column = nullptr;
    decltype(&::SQLBindParameter) bind_parameter = nullptr;
    decltype(&::SQLColAttribute) column_attribute = nullptr;
    decltype(&::SQLConnectW) connect = nullptr;
    decltype(&::SQLDisconnect) disconnect = nullptr;
    decltype(&::SQLEndTran) end_transaction = nullptr;
    decltype(&::SQLExecDirect) execute_text = nullptr;
    decltype(&::SQLExecute) execute = nullptr;
    decltype(&::SQLFetch) fetch = nullptr;
    decltype(&::SQLFreeHandle) release = nullptr;
    decltype(&::SQLFreeStmt) reset = nullptr;
    decltype(&::SQLGetDiagRec) diagnosis = nullptr;
    decltype(&::SQLPrepare) prepare = nullptr;
    decltype(&::SQLSetConnectAttr) set_connection_attribute = nullptr;
    decltype(&::SQLSetEnvAttr) set_environment_attribute = nullptr;
    decltype(&::SQLSetStmtAttr) set_statement_attribute = nullptr;

    /// unixODBC, or on Windows the system's own.
    static const char* const default_file;

    /// @param file name or path of the shared library
    /// @retval invalid_datasource it is not there
    [[nodiscard]] static Result<std::shared_ptr<const Odbc>, Failure> load(const std::string& file);
};

} // namespace pdh_shim::log::sql
