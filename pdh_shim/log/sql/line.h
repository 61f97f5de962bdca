// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "log/sql/connection.h"

#include <boost/noncopyable.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

// Work on databases is done in threads of its own. A driver may wait for ever in a call, for the answer of a
// server that is frozen or cut off, and heeds no time-out then. Such a call is given up: its thread is left
// to itself, with all that it uses.

namespace pdh_shim::log::sql {

/// How long a call of ODBC may take: 30 seconds unless it is set, in ticks of 100 ns.
[[nodiscard]] std::int64_t answer_time() noexcept;
void set_answer_time(std::int64_t ticks) noexcept;

/// Runs `job` in another thread, and waits for it until a call of ODBC has taken answer_time(), and at most
/// an eighth more. If it is overdue it continues until that call returns, so it must own all that it uses.
/// @retval sql_connect_failed, sql_exec_direct_failed it is overdue, before or after it has connected
/// @retval memory_allocation_failure the system gives no thread
[[nodiscard]] Result<void, Failure> run_in_time(
    const std::shared_ptr<Progress>& progress, std::function<void()> job);

/// The same for a job with a result.
template <class T>
[[nodiscard]] Result<T, Failure> in_time(
    const std::shared_ptr<Progress>& progress, std::function<Result<T, Failure>()> job) {
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

/// Releases what uses a connection: its statements, for one, may take calls of ODBC.
/// @param progress which `used` does not own alone
void release_in_time(const std::shared_ptr<Progress>& progress, std::shared_ptr<void> used) noexcept;

/// A database and, from the first question on, a connection to it. After a failure the next question opens
/// another one. One thread at a time.
class Line : boost::noncopyable {
  public:
    explicit Line(std::u16string_view data_source) : data_source_(data_source) {}
    ~Line();

    /// @param work owns all that it uses @retval see run_in_time(), Connection::open()
    template <class T>
    [[nodiscard]] Result<T, Failure> ask(std::function<Result<T, Failure>(Connection&)> work) {
        auto used = std::exchange(end_, nullptr);
        if (used == nullptr) {
            used = std::make_shared<End>();
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
            end_ = used;
        }
        return result;
    }

  private:
    /// What the thread of an overdue question keeps.
    struct End {
        const std::shared_ptr<Progress> progress = std::make_shared<Progress>();
        std::unique_ptr<Connection> connection;

        [[nodiscard]] Result<void, Failure> connect(const std::u16string& data_source);
    };

    const std::u16string data_source_;
    std::shared_ptr<End> end_;
};

} // namespace pdh_shim::log::sql
