// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/trace.h"
#include "recorded/log_cursor.h"
#include "recorded/merged_log.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::recorded;

namespace log_cursor_test {
namespace {

constexpr std::int64_t second = 10'000'000;

/// A log with a record each second from second 1 on. What lies before a record may be damaged.
class DamagedLog final : public model::LogReader {
  public:
    DamagedLog(std::int64_t records, std::vector<std::int64_t> damaged)
        : records_(records), damaged_(std::move(damaged)) {}

    [[nodiscard]] const std::vector<model::LogEntry>& entries() const override { return entries_; }
    [[nodiscard]] const model::LogTitles* titles(std::u16string_view /*machine*/) const override {
        return nullptr;
    }
    Result<bool, Failure> next(model::LogRecord& record) override {
        ++number_;
        for (const std::int64_t damaged : damaged_) {
            if (damaged == number_) {
                const std::string place = "byte " + std::to_string(damaged * 100);
                loss_.add({Status::binary_log_corrupt, place, "no event"}, 10);
            }
        }
        record.time_stamp = number_ * second;
        return number_ <= records_;
    }
    [[nodiscard]] model::LogLoss loss() const override { return loss_; }
    [[nodiscard]] model::LogZone zone() const override { return {}; }
    [[nodiscard]] std::span<const std::byte> bytes() const override { return {}; }
    Result<void, Failure> seek(std::int64_t local_time) override {
        number_ = (local_time + second - 1) / second - 1;
        loss_ = {};
        return outcome::success();
    }
    Result<model::LogRange, Failure> range() override { return model::LogRange{}; }
    Result<std::uint64_t, Failure> size() override { return 0; }
    Result<std::uint64_t, Failure> whole_size() override { return 0; }

  private:
    std::vector<model::LogEntry> entries_;
    std::int64_t records_;
    std::vector<std::int64_t> damaged_;
    std::int64_t number_ = 0;
    model::LogLoss loss_;
};

LogCursor cursor_of(std::int64_t records, std::vector<std::int64_t> damaged) {
    return {"log a.blg", [=]() -> Result<std::unique_ptr<model::LogReader>, Failure> {
                return std::unique_ptr<model::LogReader>(std::make_unique<DamagedLog>(records, damaged));
            }};
}

/// What the next collect gives.
Status status_of_next(LogCursor& cursor) {
    model::Snapshot snapshot;
    const auto next = cursor.next(snapshot);
    return next ? Status::success : next.error().status();
}

std::size_t records_before_end(LogCursor& cursor) {
    std::size_t records = 0;
    model::Snapshot snapshot;
    auto next = cursor.next(snapshot);
    for (; next; next = cursor.next(snapshot)) {
        ++records;
    }
    CHECK(next.error().status() == Status::binary_log_corrupt);
    return records;
}

} // namespace

TEST_CASE("a log in which something was lost says so once, at its end") {
    LogCursor cursor = cursor_of(5, {3});
    CHECK(records_before_end(cursor) == 5);
    CHECK(status_of_next(cursor) == Status::no_more_data);
    CHECK(status_of_next(cursor) == Status::no_more_data);
}

TEST_CASE("a log in which nothing was lost ends without another status") {
    LogCursor cursor = cursor_of(2, {});
    CHECK(status_of_next(cursor) == Status::success);
    CHECK(status_of_next(cursor) == Status::success);
    CHECK(status_of_next(cursor) == Status::no_more_data);
}

TEST_CASE("each time range says anew what was lost in it") {
    LogCursor cursor = cursor_of(10'000, {9'000});
    cursor.set_range(100 * second, 101 * second);
    CHECK(status_of_next(cursor) == Status::success);
    CHECK(status_of_next(cursor) == Status::success);
    CHECK(status_of_next(cursor) == Status::no_more_data);
    cursor.set_range(8'999 * second, 9'001 * second);
    CHECK(records_before_end(cursor) == 3);
    CHECK(status_of_next(cursor) == Status::no_more_data);
}

TEST_CASE("the log of the library says which log lost how much, and where") {
    const test::TemporaryFolder folder;
    REQUIRE(trace::configure(trace::Level::warning, folder.path("log")));
    LogCursor cursor = cursor_of(5, {2, 4});
    CHECK(records_before_end(cursor) == 5);
    REQUIRE(trace::configure(trace::Level::off, {}));
    CHECK(folder.read("log").find(
              "log a.blg: byte 200: no event (2 such places, 20 bytes, were passed over)") !=
          std::string::npos);
}

TEST_CASE("several logs that are read as one add up what they lost") {
    std::vector<std::unique_ptr<model::LogReader>> readers;
    readers.push_back(std::make_unique<DamagedLog>(3, std::vector<std::int64_t>{}));
    readers.push_back(std::make_unique<DamagedLog>(3, std::vector<std::int64_t>{2, 3}));
    const auto merged = merge_logs(std::move(readers));
    model::LogRecord record;
    while (merged->next(record).value()) {
    }
    CHECK(merged->loss().places == 2);
    CHECK(merged->loss().where == "log 2: byte 200");
}

} // namespace log_cursor_test
