// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "log/sql/odbc_connection.h"

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

// Work on databases is done in separate threads. A driver may wait for ever in a call for a server that is
// frozen or cut off, and then ignores time-outs. The library stops waiting for such a call: its thread keeps
// all that it uses and ends when the call returns.

namespace pdh_shim::log::sql {

/// How long a call of ODBC may take, in ticks of 100 ns: 30 seconds unless it is set.
[[nodiscard]] std::int64_t call_time_limit() noexcept;
void set_call_time_limit(std::int64_t ticks) noexcept;

/// Runs `job` in another thread, and waits for it until a call of ODBC has taken call_time_limit(), and at
/// most an eighth more. If it is overdue it continues until that call returns, so it must own all that it
/// uses.
/// @retval sql_connect_failed, sql_exec_direct_failed it is overdue, before or after it has connected
/// @retval memory_allocation_failure the system gives no thread
[[nodiscard]] Result<void, Failure> run_in_time(
    const std::shared_ptr<WorkProgress>& progress, std::function<void()> job);

/// The same for a job with a result.
template <class T>
[[nodiscard]] Result<T, Failure> in_time(
    const std::shared_ptr<WorkProgress>& progress, std::function<Result<T, Failure>()> job) {
    struct Outcome {
        std::optional<Result<T, Failure>> result;
        std::exception_ptr exception;
    };
    const auto outcome = std::make_shared<Outcome>();
    PDH_SHIM_CHECK(run_in_time(progress, [outcome, job = std::move(job)] {
        try {
            outcome->result.emplace(job());
        } catch (...) {
            outcome->exception = std::current_exception();
        }
    }));
    if (outcome->exception != nullptr) {
        std::rethrow_exception(outcome->exception);
    }
    return std::move(*outcome->result);
}

/// Releases an object that uses a connection, in another thread: the statements and the connection end by
/// calls of ODBC.
/// @param progress which `used` does not own alone
void release_in_time(const std::shared_ptr<WorkProgress>& progress, std::shared_ptr<void> used) noexcept;

/// Runs work on a database in another thread, with a connection that is opened for the first work and again
/// after a failure. One thread at a time.
class Database : boost::noncopyable {
  public:
    explicit Database(std::u16string_view data_source) : data_source_(data_source) {}
    ~Database();

    /// @param work owns all that it uses @retval see run_in_time(), OdbcConnection::open()
    template <class T>
    [[nodiscard]] Result<T, Failure> run(std::function<Result<T, Failure>(OdbcConnection&)> work) {
        auto used = std::exchange(state_, nullptr);
        if (used == nullptr) {
            used = std::make_shared<ThreadState>();
        }
        auto result = in_time<T>(
            used->progress, [used, name = data_source_, work = std::move(work)]() -> Result<T, Failure> {
                PDH_SHIM_CHECK(used->connect(name));
                auto answer = work(*used->connection);
                if (!answer) {
                    used->connection.reset();
                }
                return answer;
            });
        if (result) {
            state_ = used;
        }
        return result;
    }

  private:
    /// What the thread uses, and keeps while it is overdue.
    struct ThreadState {
        const std::shared_ptr<WorkProgress> progress = std::make_shared<WorkProgress>();
        std::unique_ptr<OdbcConnection> connection;

        [[nodiscard]] Result<void, Failure> connect(const std::u16string& data_source);
    };

    const std::u16string data_source_;
    std::shared_ptr<ThreadState> state_;
};

} // namespace pdh_shim::log::sql
