// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/text.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>

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

/// How far the work on a connection has come: shared by the thread that does it and the thread that waits.
struct WorkProgress {
    std::atomic<std::uint64_t> calls{0}; ///< of ODBC that have begun
    std::atomic<bool> is_connected{false};
    std::atomic<bool> is_given_up{false}; ///< nobody waits any more: no further call is made
};

/// A connection to a data source of ODBC. One thread at a time; a child of fork() does not touch its
/// parent's. After a failure the caller drops the connection and opens another one: the transaction is rolled
/// back.
class OdbcConnection : boost::noncopyable {
  public:
    /// @retval invalid_datasource the driver manager is not installed, or does not know the name
    /// @retval access_denied see check_odbc_trust()
    /// @retval sql_connect_failed the database cannot be reached
    [[nodiscard]] static Result<std::unique_ptr<OdbcConnection>, Failure> open(
        std::u16string_view data_source, const char* odbc_file = Odbc::default_file,
        std::shared_ptr<WorkProgress> progress = std::make_shared<WorkProgress>());
    ~OdbcConnection();

    /// Whether this process has opened it.
    [[nodiscard]] bool is_own() const noexcept;

    /// Runs a statement without parameters and rows. @retval sql_exec_direct_failed
    [[nodiscard]] Result<void, Failure> run(const std::string& text);

    /// From here on, statements take effect together with commit(), or not at all.
    [[nodiscard]] Result<void, Failure> begin();
    [[nodiscard]] Result<void, Failure> commit();
    void roll_back() noexcept;

  private:
    friend class Statement;
    OdbcConnection(std::shared_ptr<const Odbc> odbc, std::shared_ptr<WorkProgress> progress);
    [[nodiscard]] Result<void, Failure> connect(std::u16string_view data_source);
    [[nodiscard]] Result<void, Failure> begin_call() const;

    const std::shared_ptr<const Odbc> odbc_;
    const std::shared_ptr<WorkProgress> progress_;
    const std::uint32_t epoch_;
    SQLHANDLE environment_ = nullptr;
    SQLHANDLE connection_ = nullptr;
    bool is_connected_ = false;
    bool is_in_transaction_ = false;
};

/// A column of text in the rows of a statement, for names: at most 1,024 characters.
class TextColumn {
  public:
    /// None for NULL, and for a longer text.
    [[nodiscard]] std::optional<std::u16string> value() const;

  private:
    friend class Statement;
    std::array<char16_t, 1025> text_{};
    SQLLEN size_ = 0; // bytes
};

/// A column of short texts or numbers in the rows of a statement; the driver gives both as text.
class CellColumn {
  public:
    /// None for NULL, and for a longer text.
    [[nodiscard]] std::optional<std::string_view> value() const;

  private:
    friend class Statement;
    std::array<char, 40> text_{};
    SQLLEN size_ = 0;
};

/// A text as a parameter of a statement.
class TextParameter {
  public:
    /// An empty text is NULL. What is ill-formed is U+FFFD: drivers convert texts to UTF-8, and some refuse
    /// it.
    explicit TextParameter(std::u16string_view text) : text_(well_formed(text)) {}

  private:
    friend class Statement;
    std::u16string text_;
    SQLLEN size_ = 0;
};

/// A statement with parameters. What is bound is used when it is executed or fetched, and has to stay where
/// it is.
class Statement : boost::noncopyable {
  public:
    explicit Statement(const OdbcConnection& connection) noexcept;
    ~Statement();

    /// @retval sql_alloc_failed, sql_exec_direct_failed
    [[nodiscard]] Result<void, Failure> prepare(const std::string& text);

    void bind(const std::int32_t& number);
    void bind(const double& number);
    /// @param null_or_set SQL_NULL_DATA, or anything that is not negative
    void bind(const std::int32_t& number, const SQLLEN& null_or_set);
    void bind(TextParameter& text);
    /// Text of ASCII characters that ends with a NUL.
    template <std::size_t Size>
    void bind(const std::array<char, Size>& text) {
        bind_ascii(text.data(), Size - 1);
    }

    void read_into(TextColumn& column);
    void read_into(CellColumn& column);
    void read_into(CellColumn* column) { read_into(*column); }
    /// One behind the other.
    template <class Columns>
    requires std::ranges::range<Columns>
    void read_into(Columns& columns) {
        for (auto& column : columns) {
            read_into(column);
        }
    }

    /// @retval sql_bind_failed, sql_exec_direct_failed
    [[nodiscard]] Result<void, Failure> execute();
    /// @return false at the end of the rows @retval sql_fetch_failed
    [[nodiscard]] Result<bool, Failure> fetch();
    /// Leaves the other rows, so that the statement can be executed again.
    void close() noexcept;

    /// Whether the database gives the numbers of the first column itself. It is asked after execute().
    [[nodiscard]] bool numbers_itself() const noexcept;

  private:
    void bind_ascii(const char* text, std::size_t size);
    void bound(SQLRETURN result) noexcept;
    [[nodiscard]] Failure failure(Status status) const;

    const OdbcConnection& connection_;
    const Odbc& odbc_;
    SQLHANDLE statement_ = nullptr;
    SQLUSMALLINT parameters_ = 0;
    SQLUSMALLINT columns_ = 0;
    bool is_bound_ = true;
};

/// Runs a statement with these parameters.
template <class... Parameters>
[[nodiscard]] Result<void, Failure> run(
    const OdbcConnection& connection, const std::string& text, Parameters&... parameters) {
    Statement statement(connection);
    PDH_SHIM_CHECK(statement.prepare(text));
    (statement.bind(parameters), ...);
    return statement.execute();
}

/// Begins a query with these parameters, whose rows are read into these columns.
template <class... Parameters, class... Columns>
[[nodiscard]] Result<void, Failure> begin_query(Statement& select, const std::string& text,
    const std::tuple<Parameters&...>& parameters, const std::tuple<Columns&...>& columns) {
    PDH_SHIM_CHECK(select.prepare(text));
    std::apply([&](auto&... parameter) { (select.bind(parameter), ...); }, parameters);
    std::apply([&](auto&... column) { (select.read_into(column), ...); }, columns);
    return select.execute();
}

/// Reads the first row of a query. @return whether there is one
template <class Parameters, class Columns>
[[nodiscard]] Result<bool, Failure> read_row(const OdbcConnection& connection, const std::string& text,
    const Parameters& parameters, const Columns& columns) {
    Statement select(connection);
    PDH_SHIM_CHECK(begin_query(select, text, parameters, columns));
    return select.fetch();
}

/// Calls `take` for each row of a query, when the columns have it.
template <class Parameters, class Columns, class Take>
[[nodiscard]] Result<void, Failure> read_rows(const OdbcConnection& connection, const std::string& text,
    const Parameters& parameters, const Columns& columns, Take take) {
    Statement select(connection);
    PDH_SHIM_CHECK(begin_query(select, text, parameters, columns));
    while (true) {
        PDH_SHIM_TRY(const bool is_there, select.fetch());
        if (!is_there) {
            return outcome::success();
        }
        take();
    }
}

} // namespace pdh_shim::log::sql
