// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/sql/odbc_connection.h"

#include "base/clock.h"
#include "base/platform.h"
#include "base/shared_library.h"
#include "log/sql/database.h"
#include "log/sql/odbc_trust.h"

#include <algorithm>
#include <utility>

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

namespace {

using SqlState = std::array<SQLCHAR, 6>;

constexpr std::uintptr_t longest_login = 10; // seconds

// Drivers give up by themselves, if they can, a little before their caller does.
std::uintptr_t answer_seconds() noexcept {
    return static_cast<std::uintptr_t>((call_time_limit() + ticks_per_second - 1) / ticks_per_second);
}

// Attributes that are numbers are passed as pointers.
SQLPOINTER number_attribute(std::uintptr_t number) noexcept {
    return reinterpret_cast<SQLPOINTER>(number); // NOLINT(performance-no-int-to-ptr): so ODBC defines it
}

// ODBC takes what it only reads by pointers to what can be written.
template <class T>
SQLPOINTER read_only(const T* data) noexcept {
    return const_cast<T*>(data);
}

SQLCHAR* as_sql(const std::string& text) noexcept {
    return static_cast<SQLCHAR*>(read_only(text.data()));
}

// What the driver says about the last call that failed.
std::pair<std::string, std::string> diagnosis_of(const Odbc& odbc, SQLSMALLINT kind, SQLHANDLE handle) {
    SqlState state{};
    std::array<SQLCHAR, 512> text{};
    SQLINTEGER native = 0;
    SQLSMALLINT size = 0;
    const SQLRETURN result = odbc.diagnosis(
        kind, handle, 1, state.data(), &native, text.data(), static_cast<SQLSMALLINT>(text.size()), &size);
    if (!SQL_SUCCEEDED(result)) {
        return {};
    }
    return {reinterpret_cast<const char*>(state.data()), reinterpret_cast<const char*>(text.data())};
}

Failure failure_of(const Odbc& odbc, Status status, SQLSMALLINT kind, SQLHANDLE handle) {
    const auto [state, text] = diagnosis_of(odbc, kind, handle);
    return {status, state, text.empty() ? "ODBC gives no reason" : text};
}

} // namespace

OdbcConnection::OdbcConnection(std::shared_ptr<const Odbc> odbc, std::shared_ptr<WorkProgress> progress)
    : odbc_(std::move(odbc)), progress_(std::move(progress)), epoch_(fork_epoch()) {}

OdbcConnection::~OdbcConnection() {
    if (!is_own()) {
        return; // to end it here would end it for the parent too
    }
    if (is_connected_) {
        roll_back();
        odbc_->disconnect(connection_);
    }
    if (connection_ != nullptr) {
        odbc_->release(SQL_HANDLE_DBC, connection_);
    }
    if (environment_ != nullptr) {
        odbc_->release(SQL_HANDLE_ENV, environment_);
    }
}

bool OdbcConnection::is_own() const noexcept {
    return epoch_ == fork_epoch();
}

Result<std::unique_ptr<OdbcConnection>, Failure> OdbcConnection::open(
    std::u16string_view data_source, const char* odbc_file, std::shared_ptr<WorkProgress> progress) {
    PDH_SHIM_CHECK(check_odbc_trust(data_source));
    PDH_SHIM_TRY(auto odbc, Odbc::load(odbc_file));
    std::unique_ptr<OdbcConnection> connection(new OdbcConnection(std::move(odbc), std::move(progress)));
    PDH_SHIM_CHECK(connection->connect(data_source));
    return connection;
}

Result<void, Failure> OdbcConnection::connect(std::u16string_view data_source) {
    const Odbc& odbc = *odbc_;
    if (!SQL_SUCCEEDED(odbc.allocate(SQL_HANDLE_ENV, nullptr, &environment_))) {
        environment_ = nullptr;
        // Wine has its DLL of ODBC also where it has no unixODBC to lead calls to.
        return Failure(Status::invalid_datasource, {}, "there is no ODBC");
    }
    odbc.set_environment_attribute(environment_, SQL_ATTR_ODBC_VERSION, number_attribute(SQL_OV_ODBC3), 0);
    if (!SQL_SUCCEEDED(odbc.allocate(SQL_HANDLE_DBC, environment_, &connection_))) {
        connection_ = nullptr;
        return failure_of(odbc, Status::sql_alloccon_failed, SQL_HANDLE_ENV, environment_);
    }
    // Drivers that have no such times refuse them.
    odbc.set_connection_attribute(
        connection_, SQL_ATTR_LOGIN_TIMEOUT, number_attribute(std::min(longest_login, answer_seconds())), 0);
    odbc.set_connection_attribute(
        connection_, SQL_ATTR_CONNECTION_TIMEOUT, number_attribute(answer_seconds()), 0);
    std::u16string name(data_source);
    if (name.size() > SQL_MAX_DSN_LENGTH) { // which driver managers leave to their callers
        return Failure(Status::invalid_datasource, {}, "the name of the data source is too long");
    }
    PDH_SHIM_CHECK(begin_call());
    const SQLRETURN result = odbc.connect(connection_, reinterpret_cast<SQLWCHAR*>(name.data()),
        static_cast<SQLSMALLINT>(name.size()), nullptr, 0, nullptr, 0);
    if (!SQL_SUCCEEDED(result)) {
        const std::string state = diagnosis_of(odbc, SQL_HANDLE_DBC, connection_).first;
        const bool is_unknown = state == "IM002" || state.empty(); // the ODBC of Wine 10 says nothing then
        return failure_of(odbc, is_unknown ? Status::invalid_datasource : Status::sql_connect_failed,
            SQL_HANDLE_DBC, connection_);
    }
    is_connected_ = true;
    progress_->is_connected = true;
    return outcome::success();
}

Result<void, Failure> OdbcConnection::run(const std::string& text) {
    Statement statement(*this);
    PDH_SHIM_CHECK(statement.prepare(text));
    return statement.execute();
}

Result<void, Failure> OdbcConnection::begin_call() const {
    ++progress_->calls;
    if (progress_->is_given_up) {
        return Failure(Status::sql_exec_direct_failed, {}, "the database has answered too late");
    }
    return outcome::success();
}

Result<void, Failure> OdbcConnection::begin() {
    PDH_SHIM_CHECK(begin_call());
    const SQLRETURN result = odbc_->set_connection_attribute(
        connection_, SQL_ATTR_AUTOCOMMIT, number_attribute(SQL_AUTOCOMMIT_OFF), 0);
    if (!SQL_SUCCEEDED(result)) {
        return failure_of(*odbc_, Status::sql_exec_direct_failed, SQL_HANDLE_DBC, connection_);
    }
    is_in_transaction_ = true;
    return outcome::success();
}

Result<void, Failure> OdbcConnection::commit() {
    PDH_SHIM_CHECK(begin_call());
    if (!SQL_SUCCEEDED(odbc_->end_transaction(SQL_HANDLE_DBC, connection_, SQL_COMMIT))) {
        return failure_of(*odbc_, Status::sql_exec_direct_failed, SQL_HANDLE_DBC, connection_);
    }
    is_in_transaction_ = false;
    odbc_->set_connection_attribute(connection_, SQL_ATTR_AUTOCOMMIT, number_attribute(SQL_AUTOCOMMIT_ON), 0);
    return outcome::success();
}

void OdbcConnection::roll_back() noexcept {
    if (!is_in_transaction_) {
        return;
    }
    is_in_transaction_ = false;
    odbc_->end_transaction(SQL_HANDLE_DBC, connection_, SQL_ROLLBACK);
    odbc_->set_connection_attribute(connection_, SQL_ATTR_AUTOCOMMIT, number_attribute(SQL_AUTOCOMMIT_ON), 0);
}

std::optional<std::u16string> TextColumn::value() const {
    const auto most = static_cast<SQLLEN>((text_.size() - 1) * sizeof(char16_t));
    if (size_ < 0 || size_ > most) {
        return std::nullopt;
    }
    return std::u16string(text_.data(), static_cast<std::size_t>(size_) / sizeof(char16_t));
}

std::optional<std::string_view> CellColumn::value() const {
    if (size_ < 0 || size_ >= static_cast<SQLLEN>(text_.size())) {
        return std::nullopt;
    }
    return std::string_view(text_.data(), static_cast<std::size_t>(size_));
}

Statement::Statement(const OdbcConnection& connection) noexcept
    : connection_(connection), odbc_(*connection.odbc_) {
    if (!SQL_SUCCEEDED(odbc_.allocate(SQL_HANDLE_STMT, connection.connection_, &statement_))) {
        statement_ = nullptr;
        return;
    }
    odbc_.set_statement_attribute(statement_, SQL_ATTR_QUERY_TIMEOUT, number_attribute(answer_seconds()), 0);
}

Statement::~Statement() {
    if (statement_ != nullptr && connection_.is_own()) {
        odbc_.release(SQL_HANDLE_STMT, statement_);
    }
}

Failure Statement::failure(Status status) const {
    return failure_of(odbc_, status, SQL_HANDLE_STMT, statement_);
}

Result<void, Failure> Statement::prepare(const std::string& text) {
    if (statement_ == nullptr) {
        return Failure(Status::sql_alloc_failed, {}, "ODBC has no memory for a statement");
    }
    PDH_SHIM_CHECK(connection_.begin_call());
    if (!SQL_SUCCEEDED(odbc_.prepare(statement_, as_sql(text), static_cast<SQLINTEGER>(text.size())))) {
        return failure(Status::sql_exec_direct_failed);
    }
    return outcome::success();
}

void Statement::bound(SQLRETURN result) noexcept {
    is_bound_ = is_bound_ && SQL_SUCCEEDED(result);
}

void Statement::bind(const std::int32_t& number) {
    bound(odbc_.bind_parameter(statement_, ++parameters_, SQL_PARAM_INPUT, SQL_C_SLONG, SQL_INTEGER, 0, 0,
        read_only(&number), 0, nullptr));
}

void Statement::bind(const std::int32_t& number, const SQLLEN& null_or_set) {
    bound(odbc_.bind_parameter(statement_, ++parameters_, SQL_PARAM_INPUT, SQL_C_SLONG, SQL_INTEGER, 0, 0,
        read_only(&number), 0, static_cast<SQLLEN*>(read_only(&null_or_set))));
}

void Statement::bind(const double& number) {
    bound(odbc_.bind_parameter(statement_, ++parameters_, SQL_PARAM_INPUT, SQL_C_DOUBLE, SQL_DOUBLE, 0, 0,
        read_only(&number), 0, nullptr));
}

void Statement::bind(TextParameter& text) {
    const auto size = static_cast<SQLLEN>(text.text_.size() * sizeof(char16_t));
    text.size_ = text.text_.empty() ? SQLLEN{SQL_NULL_DATA} : size;
    const SQLULEN width = std::max<SQLULEN>(text.text_.size(), 1);
    bound(odbc_.bind_parameter(statement_, ++parameters_, SQL_PARAM_INPUT, SQL_C_WCHAR, SQL_WVARCHAR, width,
        0, text.text_.data(), size, &text.size_));
}

// The text ends with a NUL: no place for its size is needed, which would have to stay there.
void Statement::bind_ascii(const char* text, std::size_t size) {
    bound(odbc_.bind_parameter(statement_, ++parameters_, SQL_PARAM_INPUT, SQL_C_CHAR, SQL_CHAR, size, 0,
        read_only(text), static_cast<SQLLEN>(size), nullptr));
}

void Statement::read_into(TextColumn& column) {
    bound(odbc_.bind_column(statement_, ++columns_, SQL_C_WCHAR, column.text_.data(),
        static_cast<SQLLEN>(column.text_.size() * sizeof(char16_t)), &column.size_));
}

void Statement::read_into(CellColumn& column) {
    bound(odbc_.bind_column(statement_, ++columns_, SQL_C_CHAR, column.text_.data(),
        static_cast<SQLLEN>(column.text_.size()), &column.size_));
}

Result<void, Failure> Statement::execute() {
    if (!is_bound_) {
        return failure(Status::sql_bind_failed);
    }
    PDH_SHIM_CHECK(connection_.begin_call());
    const SQLRETURN result = odbc_.execute(statement_);
    // SQL_NO_DATA: nothing was there to be changed.
    if (!SQL_SUCCEEDED(result) && result != SQL_NO_DATA) {
        return failure(Status::sql_exec_direct_failed);
    }
    return outcome::success();
}

Result<bool, Failure> Statement::fetch() {
    PDH_SHIM_CHECK(connection_.begin_call());
    const SQLRETURN result = odbc_.fetch(statement_);
    if (result == SQL_NO_DATA) {
        return false;
    }
    if (!SQL_SUCCEEDED(result)) {
        return failure(Status::sql_fetch_failed);
    }
    return true;
}

void Statement::close() noexcept {
    odbc_.reset(statement_, SQL_CLOSE);
}

bool Statement::numbers_itself() const noexcept {
    SQLLEN is_auto = SQL_FALSE;
    const SQLRETURN result =
        odbc_.column_attribute(statement_, 1, SQL_DESC_AUTO_UNIQUE_VALUE, nullptr, 0, nullptr, &is_auto);
    return SQL_SUCCEEDED(result) && is_auto == SQL_TRUE;
}

} // namespace pdh_shim::log::sql
