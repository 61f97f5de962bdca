// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "core/merged_log.h"

#include "base/text.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace pdh_shim::core {
namespace {

std::u16string key_of(const model::LogEntry& entry) {
    std::u16string key;
    for (const std::u16string* const part :
        {&entry.machine, &entry.object, &entry.parent, &entry.instance, &entry.counter}) {
        std::ranges::transform(*part, std::back_inserter(key), fold);
        key += u'\0';
    }
    append_decimal(key, entry.duplicate);
    key += static_cast<char16_t>(entry.kind);
    return key;
}

/// One of the logs, and its next record.
struct Input {
    std::unique_ptr<model::LogReader> reader;
    std::vector<std::size_t> entries; // position of each of its entries among those of all
    bool is_read = false;             // `record` has its next one, unless it is at its end
    bool is_at_end = false;
    model::LogRecord record;
};

class MergedLog final : public model::LogReader {
  public:
    explicit MergedLog(std::vector<std::unique_ptr<model::LogReader>> readers) {
        std::map<std::u16string, std::size_t> positions;
        for (auto& reader : readers) {
            Input& input = inputs_.emplace_back();
            for (const model::LogEntry& entry : reader->entries()) {
                const auto [place, is_new] = positions.try_emplace(key_of(entry), entries_.size());
                if (is_new) {
                    entries_.push_back(entry);
                }
                input.entries.push_back(place->second);
            }
            input.reader = std::move(reader);
        }
    }

    [[nodiscard]] const std::vector<model::LogEntry>& entries() const override { return entries_; }

    [[nodiscard]] const model::LogTitles* titles(std::u16string_view machine) const override {
        for (const Input& input : inputs_) {
            if (const model::LogTitles* const titles = input.reader->titles(machine)) {
                return titles;
            }
        }
        return nullptr;
    }

    void choose(const std::vector<std::size_t>& entries) override {
        for (Input& input : inputs_) {
            std::vector<std::size_t> of_input;
            for (std::size_t i = 0; i < input.entries.size(); ++i) {
                if (std::ranges::binary_search(entries, input.entries[i])) {
                    of_input.push_back(i);
                }
            }
            input.reader->choose(of_input);
        }
    }

    Result<bool, Failure> all_instances(std::size_t entry, std::vector<std::u16string>& names) override {
        for (Input& input : inputs_) {
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
        record.time_stamp = *time;
        record.cells.resize(entries_.size());
        for (model::LogCell& cell : record.cells) {
            cell.is_there = false;
        }
        record.blocks.clear();
        for (Input& input : inputs_) {
            if (!input.is_at_end && input.record.time_stamp == *time) {
                take(input, record);
                newest_ = &input;
            }
        }
        return true;
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

    Result<void, Failure> seek(std::int64_t local_time) override {
        for (Input& input : inputs_) {
            PDH_SHIM_CHECK(input.reader->seek(local_time));
            input.is_read = false;
            input.is_at_end = false;
        }
        return outcome::success();
    }

    /// The records of all: those of the same time count each.
    Result<model::LogRange, Failure> range() override {
        model::LogRange all;
        for (Input& input : inputs_) {
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
        }
        if (all.records == 0) {
            return Failure(Status::no_data, {}, "the logs have no record");
        }
        return all;
    }

    Result<std::uint64_t, Failure> size() override {
        std::uint64_t all = 0;
        for (const Input& input : inputs_) {
            PDH_SHIM_TRY(const std::uint64_t bytes, input.reader->size());
            all += bytes;
        }
        return all;
    }

    Result<std::uint64_t, Failure> whole_size() override {
        return Failure(Status::log_file_open_error, {}, "several logs cannot be added to as one");
    }

  private:
    /// Of the record that comes next; none at the end of all.
    Result<std::optional<std::int64_t>, Failure> next_time() {
        std::optional<std::int64_t> time;
        for (Input& input : inputs_) {
            PDH_SHIM_CHECK(read(input));
            if (!input.is_at_end) {
                time = std::min(time.value_or(input.record.time_stamp), input.record.time_stamp);
            }
        }
        return time;
    }

    static Result<void, Failure> read(Input& input) {
        if (!input.is_read && !input.is_at_end) {
            PDH_SHIM_TRY(const bool is_there, input.reader->next(input.record));
            input.is_read = is_there;
            input.is_at_end = !is_there;
        }
        return outcome::success();
    }

    /// The memory of the cells changes hands, so that both keep theirs.
    static void take(Input& input, model::LogRecord& record) {
        for (std::size_t i = 0; i < input.entries.size(); ++i) {
            if (input.record.cells[i].is_there) {
                std::swap(record.cells[input.entries[i]], input.record.cells[i]);
            }
        }
        record.blocks.insert(record.blocks.end(), input.record.blocks.begin(), input.record.blocks.end());
        input.is_read = false;
    }

    std::vector<Input> inputs_;
    std::vector<model::LogEntry> entries_;
    const Input* newest_ = nullptr; // of those that had the record that was read last
};

} // namespace

std::unique_ptr<model::LogReader> merge_logs(std::vector<std::unique_ptr<model::LogReader>> readers) {
    if (readers.size() == 1) {
        return std::move(readers.front());
    }
    return std::make_unique<MergedLog>(std::move(readers));
}

} // namespace pdh_shim::core
