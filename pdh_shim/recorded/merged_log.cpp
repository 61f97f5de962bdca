// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "base/saturating.h"
#include "recorded/log_file.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace pdh_shim::recorded {
namespace {

constexpr std::int64_t most_between_seasons = 2 * std::int64_t{3600} * ticks_per_second;

// A counter and the list of the same path are two entries.
std::u16string key_of(const model::LogEntry& entry) {
    return model::path_key(entry) + static_cast<char16_t>(entry.kind);
}

/// One of the logs, and its next record.
struct MergedReader {
    std::unique_ptr<model::LogReader> reader;
    std::vector<std::size_t> entries;               // position of each of its entries in the merged log
    std::optional<std::vector<std::size_t>> chosen; // of its entries; before a choice, all are
    bool is_read = false;                           // `record` has its next one, unless it is at its end
    bool is_at_end = false;
    bool is_out_of_date = false; // it was read with another choice
    model::LogRecord record;
    std::optional<model::RecordZone> zone; // since the first record
    std::optional<std::int32_t> bias;      // of the record

    /// UTC, or the local time of a zone that is not known.
    [[nodiscard]] std::int64_t time() const { return model::to_utc(record.time_stamp, bias.value_or(0)); }
};

void shift(model::LogValue& value, std::int64_t ticks) noexcept {
    value.time_stamp = value.time_stamp == 0 ? 0 : saturated_add(value.time_stamp, ticks);
}

/// Moves the times of a cell into another zone.
void shift(model::LogCell& cell, std::int64_t ticks) noexcept {
    shift(cell.value, ticks);
    for (model::LogInstance& instance : cell.instances) {
        shift(instance.value, ticks);
    }
}

class MergedLog final : public model::LogReader {
  public:
    explicit MergedLog(std::vector<std::unique_ptr<model::LogReader>> readers) {
        std::map<std::u16string, std::size_t> positions;
        for (auto& reader : readers) {
            MergedReader& input = inputs_.emplace_back();
            for (const model::LogEntry& entry : reader->entries()) {
                const auto [place, is_new] = positions.try_emplace(key_of(entry), entries_.size());
                if (is_new) {
                    entries_.push_back(entry);
                }
                input.entries.push_back(place->second);
            }
            input.reader = std::move(reader);
            input.reader->forget_entries();
        }
    }

    [[nodiscard]] const std::vector<model::LogEntry>& entries() const override { return entries_; }

    [[nodiscard]] model::LogZone zone() const override { return inputs_.front().reader->zone(); }

    [[nodiscard]] const model::LogTitles* titles(std::u16string_view machine) const override {
        for (const MergedReader& input : inputs_) {
            if (const model::LogTitles* const titles = input.reader->titles(machine)) {
                return titles;
            }
        }
        return nullptr;
    }

    void choose(const std::vector<std::size_t>& entries) override {
        for (MergedReader& input : inputs_) {
            std::vector<std::size_t> of_input;
            for (std::size_t i = 0; i < input.entries.size(); ++i) {
                if (std::ranges::binary_search(entries, input.entries[i])) {
                    of_input.push_back(i);
                }
            }
            choose(input, std::move(of_input));
        }
    }

    Result<bool, Failure> all_instances(std::size_t entry, std::vector<std::u16string>& names) override {
        for (MergedReader& input : inputs_) {
            const auto own = std::ranges::find(input.entries, entry);
            if (own == input.entries.end()) {
                continue;
            }
            std::vector<std::u16string> more;
            const auto position = static_cast<std::size_t>(own - input.entries.begin());
            PDH_SHIM_TRY(const bool is_known, input.reader->all_instances(position, more));
            if (!is_known) {
                return false;
            }
            const std::vector<std::u16string> others = names;
            std::ranges::copy_if(more, std::back_inserter(names), [&others](const std::u16string& name) {
                return std::ranges::find(others, name) == others.end();
            });
        }
        return true;
    }

    Result<bool, Failure> next(model::LogRecord& record) override {
        PDH_SHIM_TRY(const std::optional<std::int64_t> time, next_time());
        if (!time) {
            return false;
        }
        const auto bias = bias_at(*time);
        newest_time_ = time;
        newest_bias_ = bias.value_or(0);
        record.time_stamp = model::to_local(*time, bias.value_or(0));
        record.bias = bias;
        record.cells.resize(entries_.size());
        for (model::LogCell& cell : record.cells) {
            cell.is_there = false;
        }
        record.blocks.clear();
        for (MergedReader& input : inputs_) {
            if (!input.is_at_end && input.time() == *time) {
                take(input, record);
                newest_ = &input;
            }
        }
        return true;
    }

    void lose(std::span<const std::byte> bytes, std::string_view what) override {
        const auto has_it = [bytes](std::span<const std::byte> block) {
            return std::less_equal<>()(block.data(), bytes.data()) &&
                   std::less<>()(bytes.data(), block.data() + block.size());
        };
        for (MergedReader& input : inputs_) {
            if (std::ranges::any_of(input.record.blocks, has_it)) {
                input.reader->lose(bytes, what);
            }
        }
    }

    [[nodiscard]] model::LogLoss loss() const override {
        model::LogLoss all;
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            all.add(inputs_[i].reader->loss(), "log " + std::to_string(i + 1));
        }
        return all;
    }

    [[nodiscard]] std::span<const std::byte> bytes() const override {
        return newest_ == nullptr ? std::span<const std::byte>() : newest_->reader->bytes();
    }

    /// Where a log has another zone, a record of it may come that is a bit earlier.
    Result<void, Failure> seek(std::int64_t local_time) override {
        if (local_time > 0) {
            PDH_SHIM_CHECK(next_time()); // so that the zones are known
        }
        for (MergedReader& input : inputs_) {
            PDH_SHIM_CHECK(input.reader->seek(time_in(input, local_time)));
            input.is_read = false;
            input.is_at_end = false;
            input.is_out_of_date = false;
        }
        newest_time_.reset();
        return outcome::success();
    }

    /// The records of all logs; records of the same time count each.
    Result<model::LogRange, Failure> range() override {
        PDH_SHIM_CHECK(seek(0));
        PDH_SHIM_CHECK(next_time());
        if (!std::ranges::all_of(
                inputs_, [this](const MergedReader& input) { return is_of_first_zone(input); })) {
            return range_of_zones();
        }
        model::LogRange all;
        for (MergedReader& input : inputs_) {
            input.is_read = false;
            input.is_at_end = false;
            auto range = input.reader->range();
            if (!range && range.error().status() == Status::no_data) {
                continue;
            }
            PDH_SHIM_CHECK(std::move(range));
            const model::LogRange& one = range.value();
            all.first = all.records == 0 ? one.first : std::min(all.first, one.first);
            all.last = all.records == 0 ? one.last : std::max(all.last, one.last);
            all.records += one.records;
            all.goes_back = all.goes_back || one.goes_back;
        }
        if (all.records == 0) {
            return Failure(Status::no_data, {}, "the logs have no record");
        }
        return all;
    }

    Result<std::uint64_t, Failure> size() override {
        std::uint64_t all = 0;
        for (const MergedReader& input : inputs_) {
            PDH_SHIM_TRY(const std::uint64_t bytes, input.reader->size());
            all += bytes;
        }
        return all;
    }

    Result<std::uint64_t, Failure> whole_size() override {
        return Failure(Status::log_file_open_error, {}, "several logs cannot be added to as one");
    }

  private:
    /// Of the record that comes next: see MergedReader::time(). None at the end of all.
    Result<std::optional<std::int64_t>, Failure> next_time() {
        std::optional<std::int64_t> time;
        for (MergedReader& input : inputs_) {
            PDH_SHIM_CHECK(read(input));
            if (!input.is_at_end) {
                time = std::min(time.value_or(input.time()), input.time());
            }
        }
        const auto has_zone = [](const MergedReader& input) {
            return input.is_at_end || input.bias.has_value();
        };
        const auto has_none = [](const MergedReader& input) {
            return input.is_at_end || !input.bias.has_value();
        };
        if (!std::ranges::all_of(inputs_, has_zone) && !std::ranges::all_of(inputs_, has_none)) {
            return Failure(Status::incorrect_append_time, {},
                "the zone of one log is known and that of another is not; PDH_SHIM_LOG_ZONE or relog -tz can "
                "say it");
        }
        return time;
    }

    void choose(MergedReader& input, std::vector<std::size_t> entries) const {
        if (input.chosen == entries) {
            return;
        }
        input.reader->choose(entries);
        input.chosen = std::move(entries);
        input.is_out_of_date = newest_time_.has_value() && input.reader->leaves_out_records();
    }

    Result<void, Failure> read(MergedReader& input) {
        if (input.is_out_of_date) {
            return read_again(input);
        }
        if (!input.is_read && !input.is_at_end) {
            return read_next(input);
        }
        return outcome::success();
    }

    /// What was read ahead may lack entries that are chosen now, and records of them may have been left out.
    Result<void, Failure> read_again(MergedReader& input) {
        const std::int64_t local_time = model::to_local(*newest_time_, input.bias.value_or(newest_bias_));
        PDH_SHIM_CHECK(input.reader->seek(std::max<std::int64_t>(local_time - most_between_seasons, 0)));
        input.is_out_of_date = false;
        do {
            PDH_SHIM_CHECK(read_next(input));
        } while (!input.is_at_end && input.time() <= *newest_time_);
        return outcome::success();
    }

    static Result<void, Failure> read_next(MergedReader& input) {
        PDH_SHIM_TRY(const bool is_there, input.reader->next(input.record));
        input.is_read = is_there;
        input.is_at_end = !is_there;
        if (is_there) {
            if (!input.zone) {
                input.zone.emplace(zone_of(*input.reader, input.record.time_stamp));
            }
            input.bias = input.zone->bias_of(input.record);
        }
        return outcome::success();
    }

    /// The bias of the first log at a time: that of its record of then, or else by its rules. If it has
    /// neither record nor zone, that of the log whose record it is.
    [[nodiscard]] std::optional<std::int32_t> bias_at(std::int64_t time) const {
        const MergedReader& first = inputs_.front();
        const auto is_it = [time](const MergedReader& input) {
            return !input.is_at_end && input.time() == time;
        };
        if (first.zone && !is_it(first) && first.zone->zone().is_known()) {
            return first.zone->zone().bias_at_utc(time);
        }
        return std::ranges::find_if(inputs_, is_it)->bias;
    }

    [[nodiscard]] bool is_of_first_zone(const MergedReader& input) const {
        const auto& first = inputs_.front().zone;
        return !input.zone || !first || input.zone->zone() == first->zone();
    }

    /// A local time of the first log in the zone of another, not later than it may be.
    [[nodiscard]] std::int64_t time_in(const MergedReader& input, std::int64_t local_time) const {
        if (local_time <= 0 || is_of_first_zone(input)) {
            return local_time;
        }
        const auto first = inputs_.front().zone->zone().bias_at_local(local_time);
        const std::int64_t utc = model::to_utc(local_time, first.value_or(0));
        const auto own = input.zone->zone().bias_at_utc(utc);
        return std::max<std::int64_t>(model::to_local(utc, own.value_or(0)) - most_between_seasons, 0);
    }

    /// Logs of several zones are read as a whole for their times in that of the first.
    Result<model::LogRange, Failure> range_of_zones() {
        PDH_SHIM_CHECK(seek(0));
        model::LogRange all;
        std::uint64_t records = 0;
        while (true) {
            PDH_SHIM_TRY(const std::optional<std::int64_t> time, next_time());
            if (!time) {
                break;
            }
            all.add(model::to_local(*time, bias_at(*time).value_or(0)));
            for (MergedReader& input : inputs_) {
                const bool is_it = !input.is_at_end && input.time() == *time;
                input.is_read = input.is_read && !is_it;
                records += is_it ? 1 : 0;
            }
        }
        all.records = records;
        PDH_SHIM_CHECK(seek(0));
        return all;
    }

    /// The memory of the cells changes hands, so that both keep theirs.
    static void take(MergedReader& input, model::LogRecord& record) {
        const std::int64_t ticks = saturated_subtract(record.time_stamp, input.record.time_stamp);
        for (std::size_t i = 0; i < input.entries.size(); ++i) {
            if (input.record.cells[i].is_there) {
                std::swap(record.cells[input.entries[i]], input.record.cells[i]);
                if (ticks != 0) {
                    shift(record.cells[input.entries[i]], ticks);
                }
            }
        }
        record.blocks.insert(record.blocks.end(), input.record.blocks.begin(), input.record.blocks.end());
        input.is_read = false;
    }

    std::vector<MergedReader> inputs_;
    std::vector<model::LogEntry> entries_;
    std::optional<std::int64_t> newest_time_; // of the record that was read last: see MergedReader::time()
    std::int32_t newest_bias_ = 0;            // of it
    const MergedReader* newest_ = nullptr;    // of those that had it
};

} // namespace

std::unique_ptr<model::LogReader> merge_logs(std::vector<std::unique_ptr<model::LogReader>> readers) {
    if (readers.size() == 1) {
        return std::move(readers.front());
    }
    return std::make_unique<MergedLog>(std::move(readers));
}

} // namespace pdh_shim::recorded
