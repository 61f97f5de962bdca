// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/trace.h"
#include "recorded/log_cursor.h"
#include "recorded/log_file.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
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

/// A log of two counters, each logged at its own seconds. Records without a chosen one are left out.
class SparseLog final : public model::LogReader {
  public:
    using Seconds = std::vector<std::int64_t>;

    SparseLog(std::u16string machine, Seconds first, Seconds second)
        : seconds_{std::move(first), std::move(second)}, entries_(seconds_.size()) {
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            entries_[i].machine = machine;
            entries_[i].counter = i == 0 ? u"first" : u"second";
        }
    }

    [[nodiscard]] const std::vector<model::LogEntry>& entries() const override { return entries_; }
    [[nodiscard]] const model::LogTitles* titles(std::u16string_view /*machine*/) const override {
        return nullptr;
    }
    void choose(const std::vector<std::size_t>& entries) override { chosen_ = entries; }
    [[nodiscard]] bool leaves_out_records() const noexcept override { return true; }
    Result<bool, Failure> next(model::LogRecord& record) override {
        std::int64_t next = never;
        for (const std::size_t entry : chosen_) {
            for (const std::int64_t candidate : seconds_[entry]) {
                next = candidate > newest_ ? std::min(next, candidate) : next;
            }
        }
        newest_ = next;
        record.time_stamp = next * second;
        record.bias = 0;
        record.cells.resize(entries_.size());
        for (const std::size_t entry : chosen_) {
            record.cells[entry].is_there = std::ranges::find(seconds_[entry], next) != seconds_[entry].end();
            record.cells[entry].value.first = next;
        }
        return next != never;
    }
    [[nodiscard]] model::LogZone zone() const override { return {}; }
    [[nodiscard]] std::span<const std::byte> bytes() const override { return {}; }
    Result<void, Failure> seek(std::int64_t local_time) override {
        newest_ = (local_time + second - 1) / second - 1;
        return outcome::success();
    }
    Result<model::LogRange, Failure> range() override { return model::LogRange{}; }
    Result<std::uint64_t, Failure> size() override { return 0; }
    Result<std::uint64_t, Failure> whole_size() override { return 0; }

  private:
    static constexpr std::int64_t never = 1'000'000;

    std::vector<Seconds> seconds_; // of each entry
    std::vector<model::LogEntry> entries_;
    std::vector<std::size_t> chosen_{0, 1};
    std::int64_t newest_ = 0;
};

/// The times of the records that a reader still has, and the counters that they have: `3:ab`.
std::string rest_of(model::LogReader& reader, std::size_t most = 100) {
    std::string all;
    model::LogRecord record;
    for (std::size_t i = 0; i < most && reader.next(record).value(); ++i) {
        all += (all.empty() ? "" : " ") + std::to_string(record.time_stamp / second) + ':';
        for (std::size_t entry = 0; entry < record.cells.size(); ++entry) {
            const model::LogCell& cell = record.cells[entry];
            if (cell.is_there) {
                CHECK(cell.value.first == record.time_stamp / second);
                all += static_cast<char>('a' + entry);
            }
        }
    }
    return all;
}

std::unique_ptr<model::LogReader> merged_sparse_logs() {
    std::vector<std::unique_ptr<model::LogReader>> readers;
    readers.push_back(std::make_unique<SparseLog>(
        u"one", SparseLog::Seconds{1, 3, 5, 7, 9}, SparseLog::Seconds{2, 4, 6, 8}));
    readers.push_back(
        std::make_unique<SparseLog>(u"two", SparseLog::Seconds{3, 6, 9}, SparseLog::Seconds{4, 8}));
    return merge_logs(std::move(readers));
}

LogCursor cursor_of(std::int64_t records, std::vector<std::int64_t> damaged) {
    return {"log a.blg", [=]() -> Result<std::unique_ptr<model::LogReader>, Failure> {
                return std::unique_ptr<model::LogReader>(std::make_unique<DamagedLog>(records, damaged));
            }};
}

LogCursor::Entries entries_of(std::vector<std::size_t> positions) {
    return std::make_shared<const std::vector<std::size_t>>(std::move(positions));
}

/// What the next collect gives.
Status status_of_next(LogCursor& cursor) {
    cursor.ask(entries_of({}));
    model::Snapshot snapshot;
    const auto next = cursor.next(snapshot);
    return next ? Status::success : next.error().status();
}

std::size_t records_before_end(LogCursor& cursor) {
    std::size_t records = 0;
    Status status = status_of_next(cursor);
    for (; status == Status::success; status = status_of_next(cursor)) {
        ++records;
    }
    CHECK(status == Status::binary_log_corrupt);
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

TEST_CASE("all who ask for a record get the same one") {
    LogCursor cursor = cursor_of(3, {});
    const auto entries = entries_of({});
    for (std::int64_t number = 1; number <= 3; ++number) {
        cursor.ask(entries);
        cursor.ask(entries);
        for (int session = 0; session < 2; ++session) {
            model::Snapshot snapshot;
            REQUIRE(cursor.next(snapshot).has_value());
            CHECK(snapshot.record_time == number * second);
        }
    }
    CHECK(status_of_next(cursor) == Status::no_more_data);
}

TEST_CASE("a log is asked for the entries of all who read it, and only for these") {
    LogCursor cursor(
        "log", []() -> Result<std::unique_ptr<model::LogReader>, Failure> { return merged_sparse_logs(); });
    const auto times = [&cursor](const std::vector<LogCursor::Entries>& asked) {
        for (const LogCursor::Entries& entries : asked) {
            cursor.ask(entries);
        }
        model::Snapshot snapshot;
        return cursor.next(snapshot) ? snapshot.record_time / second : 0;
    };
    const auto [first_of_one, second_of_two] = std::pair(entries_of({0}), entries_of({3}));
    CHECK(times({first_of_one, second_of_two}) == 1);
    CHECK(times({first_of_one, second_of_two}) == 3);
    CHECK(times({first_of_one, second_of_two}) == 4);
    CHECK(times({second_of_two}) == 8);
    CHECK(times({second_of_two}) == 0);
}

TEST_CASE("logs that are read as one have the records of what is chosen") {
    const auto merged = merged_sparse_logs();
    CHECK(rest_of(*merged) == "1:a 2:b 3:ac 4:bd 5:a 6:bc 7:a 8:bd 9:ac");
    REQUIRE(merged->seek(0).has_value());
    merged->choose({0, 3});
    CHECK(rest_of(*merged) == "1:a 3:a 4:d 5:a 7:a 8:d 9:a");
}

TEST_CASE("what is chosen while logs are read as one is there from the next record on") {
    const auto merged = merged_sparse_logs();
    merged->choose({0});
    CHECK(rest_of(*merged, 2) == "1:a 3:a");
    merged->choose({0, 1, 2, 3}); // the second is read for the first time, and the first had 5 read ahead
    CHECK(rest_of(*merged, 2) == "4:bd 5:a");
    merged->choose({2}); // 6 was read ahead with another choice, and the first has nothing to read
    CHECK(rest_of(*merged) == "6:c 9:c");
    merged->choose({0}); // nothing is behind the end
    CHECK(rest_of(*merged).empty());
}

} // namespace log_cursor_test
