// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/recorded_source.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace pdh_shim;
using model::LogEntry;
using model::LogEntryKind;

namespace recorded_source_test {
namespace {

struct Reads {
    int opened = 0;
    int records = 0;
};

/// A log with a list of instances in each record, which counts how much is read of it.
class CountedLog final : public model::LogReader {
  public:
    CountedLog(std::vector<LogEntry> entries, std::vector<std::vector<std::u16string>> records, Reads& reads)
        : entries_(std::move(entries)), records_(std::move(records)), reads_(reads) {
        ++reads_.opened;
    }

    [[nodiscard]] const std::vector<LogEntry>& entries() const override { return entries_; }
    [[nodiscard]] const model::LogTitles* titles(std::u16string_view /*machine*/) const override {
        return nullptr;
    }
    Result<bool, Failure> next(model::LogRecord& record) override {
        if (next_ == records_.size()) {
            return false;
        }
        ++reads_.records;
        record.cells.resize(entries_.size());
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            record.cells[i].is_there = true;
            record.cells[i].instances.clear();
            std::map<std::u16string, std::uint32_t> seen;
            for (const std::u16string& name : records_[next_]) {
                record.cells[i].instances.push_back({name, {}, seen[name]++});
            }
        }
        ++next_;
        return true;
    }
    [[nodiscard]] model::LogZone zone() const override { return {}; }
    [[nodiscard]] std::span<const std::byte> bytes() const override { return {}; }
    Result<void, Failure> seek(std::int64_t /*local_time*/) override { return outcome::success(); }
    Result<model::LogRange, Failure> range() override { return model::LogRange{}; }
    Result<std::uint64_t, Failure> size() override { return 0; }
    Result<std::uint64_t, Failure> whole_size() override { return 0; }

  private:
    std::vector<LogEntry> entries_;
    std::vector<std::vector<std::u16string>> records_;
    Reads& reads_;
    std::size_t next_ = 0;
};

LogEntry entry(std::u16string object, std::u16string instance, LogEntryKind kind) {
    LogEntry made;
    made.kind = kind;
    made.machine = u"PC";
    made.object = std::move(object);
    made.instance = std::move(instance);
    made.counter = u"Size";
    return made;
}

} // namespace

TEST_CASE("a log is searched for an instance at most once, if its first record lacks it") {
    const std::vector<LogEntry> entries{
        entry(u"Disk", u"C:", LogEntryKind::counter), entry(u"Process", u"*", LogEntryKind::instances)};
    Reads reads;
    const auto source = recorded::make_recorded_source("log", recorded::lay_out(entries, u"PC"),
        [&]() -> Result<std::unique_ptr<model::LogReader>, Failure> {
            return std::unique_ptr<model::LogReader>(std::make_unique<CountedLog>(entries,
                std::vector<std::vector<std::u16string>>{{u"init", u"sh", u"sh"}, {u"init"}, {u"late"}},
                reads));
        });
    const auto has = [&](std::uint32_t object, std::u16string_view name, std::uint32_t duplicate = 0) {
        return source->is_recorded(object, 0, u"", name, duplicate).value();
    };
    CHECK(has(0, u"c:") == true);
    CHECK(has(0, u"D:") == false);
    CHECK(has(1, u"init") == true);
    CHECK(has(1, u"SH", 1) == true);
    CHECK(reads.records == 1);
    CHECK(has(1, u"late") == true);
    CHECK(reads.opened == 2);
    CHECK(reads.records == 1 + 3);
    CHECK(has(1, u"nobody") == false);
    CHECK(has(1, u"sh", 2) == false);
    CHECK(has(1, u"late") == true);
    CHECK(reads.opened == 2);
    CHECK(reads.records == 1 + 3);
}

TEST_CASE("a log without lists is not read for its instances") {
    const std::vector<LogEntry> entries{entry(u"Disk", u"C:", LogEntryKind::counter)};
    const auto source = recorded::make_recorded_source(
        "log", recorded::lay_out(entries, u"PC"), []() -> Result<std::unique_ptr<model::LogReader>, Failure> {
            return Failure(Status::log_file_open_error);
        });
    CHECK(source->is_recorded(0, 0, u"", u"C:", 0).value() == true);
    CHECK(source->is_recorded(0, 0, u"", u"D:", 0).value() == false);
    model::ObjectSnapshot instances;
    CHECK(source->enumerate(0, instances).has_value());
    CHECK(instances.rows() == 1);
}

TEST_CASE("a log that cannot be read says so to who needs more than its catalogue") {
    const std::vector<LogEntry> entries{
        entry(u"Disk", u"C:", LogEntryKind::counter), entry(u"Process", u"*", LogEntryKind::instances)};
    const auto source = recorded::make_recorded_source(
        "log", recorded::lay_out(entries, u"PC"), []() -> Result<std::unique_ptr<model::LogReader>, Failure> {
            return Failure(Status::log_file_open_error);
        });
    CHECK(source->is_recorded(0, 0, u"", u"C:", 0).value() == true);
    CHECK(source->is_recorded(0, 0, u"", u"D:", 0).value() == false);
    CHECK(source->is_recorded(1, 0, u"", u"init", 0).error().status() == Status::log_file_open_error);
}

} // namespace recorded_source_test
