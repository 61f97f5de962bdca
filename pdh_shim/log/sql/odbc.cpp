// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/sql/odbc.h"

#include "base/shared_library.h"

namespace pdh_shim::log::sql {

#ifdef _WIN32
const char* const Odbc::default_file = "odbc32.dll";
#else
const char* const Odbc::default_file = "libodbc.so.2";
#endif

Result<std::shared_ptr<const Odbc>, Failure> Odbc::load(const std::string& file) {
    PDH_SHIM_TRY(const SharedLibrary library, SharedLibrary::load(file));
    auto loaded = std::make_shared<Odbc>();
    PDH_SHIM_CHECK(library.find("SQLAllocHandle", loaded->allocate));
    PDH_SHIM_CHECK(library.find("SQLBindCol", loaded->bind_column));
    PDH_SHIM_CHECK(library.find("SQLBindParameter", loaded->bind_parameter));
    PDH_SHIM_CHECK(library.find("SQLColAttribute", loaded->column_attribute));
    PDH_SHIM_CHECK(library.find("SQLConnectW", loaded->connect));
    PDH_SHIM_CHECK(library.find("SQLDisconnect", loaded->disconnect));
    PDH_SHIM_CHECK(library.find("SQLEndTran", loaded->end_transaction));
    PDH_SHIM_CHECK(library.find("SQLExecDirect", loaded->execute_text));
    PDH_SHIM_CHECK(library.find("SQLExecute", loaded->execute));
    PDH_SHIM_CHECK(library.find("SQLFetch", loaded->fetch));
    PDH_SHIM_CHECK(library.find("SQLFreeHandle", loaded->release));
    PDH_SHIM_CHECK(library.find("SQLFreeStmt", loaded->reset));
    PDH_SHIM_CHECK(library.find("SQLGetDiagRec", loaded->diagnosis));
    PDH_SHIM_CHECK(library.find("SQLPrepare", loaded->prepare));
    PDH_SHIM_CHECK(library.find("SQLSetConnectAttr", loaded->set_connection_attribute));
    PDH_SHIM_CHECK(library.find("SQLSetEnvAttr", loaded->set_environment_attribute));
    PDH_SHIM_CHECK(library.find("SQLSetStmtAttr", loaded->set_statement_attribute));
    return loaded;
}

} // namespace pdh_shim::log::sql
