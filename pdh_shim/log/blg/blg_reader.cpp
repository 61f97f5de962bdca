// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/blg/blg_reader.h"

#include "base/text.h"
#include "block/block.h"
#include "log/blg/blg_writer.h"
#include "log/blg/catalogue.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <utility>

namespace pdh_shim::log::blg {
namespace {

constexpr std::uint64_t most_names = std::uint64_t{64} << 20U; // bytes; a machine has a quarter of a MiB

/// A hash (FNV-1a) of entries. Values of others may stand where theirs stood only if it is the same. The
/// clock does not count: it may be another one since the computer was started anew.
std::uint64_t paths_hash_of(std::span<const model::LogEntry> entries) {
    std::uint64_t hash = 0xCBF29CE484222325;
    const auto add = [&hash](std::uint64_t number) { hash = (hash ^ number) * 0x100000001B3; };
    for (const model::LogEntry& entry : entries) {
        add(static_cast<std::uint64_t>(entry.kind));
        for (const std::u16string* const text :
            {&entry.machine, &entry.object, &entry.parent, &entry.instance, &entry.counter}) {
            std::ranges::for_each(*text, add);
            add(std::numeric_limits<std::uint64_t>::max()); // ends it
        }
        add(entry.duplicate);
        add(entry.type);
        add(static_cast<std::uint32_t>(entry.default_scale));
    }
    return hash;
}

} // namespace

Result<std::unique_ptr<BlgReader>, Failure> BlgReader::open(std::unique_ptr<DataFile> file) {
    PDH_SHIM_TRY(TraceReader trace, TraceReader::open(std::move(file)));
    std::unique_ptr<BlgReader> reader(new BlgReader(std::move(trace)));
    PDH_SHIM_CHECK(reader->read_start());
    return reader;
}

/// Reads as far as the first record: titles and the catalogue stand before it.
Result<void, Failure> BlgReader::read_start() {
    PDH_SHIM_TRY(kept_, next_record());
    if (kinds_.empty()) {
        return Failure(Status::binary_log_corrupt, {}, "has no catalogue of counters");
    }
    clock_ = model::RecordClock(entries_);
    return outcome::success();
}

/// The next record, after what stands before it was taken in.
Result<void, Failure> BlgReader::take_names(const TraceEvent& event) {
    names_size_ += event.payload.size();
    if (names_size_ > most_names) {
        return Failure(Status::binary_log_corrupt, {}, "has more titles than any system");
    }
    if (const auto read = read_names(event.payload, names_); !read) {
        trace_.lose(event, 0, event.payload.size(), read.error().what());
    }
    return outcome::success();
}

Result<void, Failure> BlgReader::take_catalogue(const TraceEvent& event) {
    auto entries = read_catalogue(event.payload);
    if (!entries) {
        trace_.lose(event, 0, event.payload.size(), entries.error().what());
    } else if (kinds_.empty()) {
        entries_ = std::move(entries).value();
        kinds_ = kinds_of(entries_);
        paths_hash_ = paths_hash_of(entries_);
    } else if (paths_hash_of(entries.value()) != paths_hash_) {
        return Failure(Status::unmatched_append_counter, {}, "was appended to with other counters");
    }
    return outcome::success();
}

Result<std::optional<TraceEvent>, Failure> BlgReader::next_record() {
    while (true) {
        PDH_SHIM_TRY(std::optional<TraceEvent> event, trace_.next());
        if (!event || event->kind == EventKind::record || begins_as_record(event->payload)) {
            return event;
        }
        if (event->kind == EventKind::names) {
            PDH_SHIM_CHECK(take_names(*event));
        } else if (event->kind == EventKind::catalogue) {
            PDH_SHIM_CHECK(take_catalogue(*event));
        }
    }
}

Result<bool, Failure> BlgReader::next(model::LogRecord& record) {
    if (std::exchange(is_loss_of_range_, false)) {
        trace_.forget_loss();
    }
    newest_.reset();
    lost_.clear();
    while (true) {
        std::optional<TraceEvent> event = std::exchange(kept_, std::nullopt);
        if (!event) {
            PDH_SHIM_TRY(event, next_record());
        }
        if (!event) {
            return false;
        }
        const auto read = read_record(event->payload, kinds_, record);
        if (read) {
            record.time_stamp = event->time_stamp;
            record.bias = clock_.bias_of(record);
            for (std::size_t i = 0; i < record.blocks.size() && !record.bias; ++i) {
                record.bias = block::bias_in_block(record.blocks[i], record.time_stamp);
            }
            for (const LostPart& lost : read.value()) {
                trace_.lose(*event, lost.offset, lost.size, "a block of a record that cannot be read");
            }
            newest_ = event;
            return true;
        }
        trace_.lose(*event, 0, event->payload.size(), read.error().what());
        record.cells.clear(); // it may have taken some of its values
    }
}

/// Several sessions may find the same damage, each for its computer.
void BlgReader::lose(std::span<const std::byte> bytes, std::string_view what) {
    const bool is_counted = std::ranges::find(lost_, bytes.data()) != lost_.end();
    if (newest_ && !is_counted) {
        lost_.push_back(bytes.data());
        const auto offset = static_cast<std::size_t>(bytes.data() - newest_->payload.data());
        trace_.lose(*newest_, offset, bytes.size(), what);
    }
}

const model::LogTitles* BlgReader::titles(std::u16string_view machine) const {
    const auto found = std::ranges::find_if(
        names_, [machine](const auto& table) { return equal_folded(table.first, machine); });
    return found == names_.end() ? nullptr : &found->second;
}

Result<std::uint64_t, Failure> BlgReader::whole_size() {
    if (header().is_circular || header().has_wnodes || header().buffer_size != buffer_size_to_write) {
        return Failure(Status::log_file_open_error, {},
            "is circular, or has buffers of another size or of a Windows before Vista");
    }
    PDH_SHIM_TRY(const std::uint64_t bytes, size());
    return bytes / buffer_size_to_write * buffer_size_to_write;
}

Result<std::optional<TraceEvent>, Failure> BlgReader::first_record_in(std::uint64_t buffer) {
    trace_.seek(buffer);
    names_size_ = 0;
    return next_record();
}

/// Halves the file buffer by buffer. Where the clocks were set back the times of a file do not rise
/// everywhere; then it is one of the places where such a record stands.
Result<void, Failure> BlgReader::seek(std::int64_t local_time) {
    kept_.reset();
    std::uint64_t before = 0; // a buffer whose first record is earlier, or the first one
    PDH_SHIM_TRY(const std::uint64_t end, trace_.buffers());
    std::uint64_t behind = end;
    while (behind > before + 1) {
        const bool was_put_in_order = trace_.is_put_in_order();
        const std::uint64_t middle = before + (behind - before) / 2;
        // A place that cannot be read is reported when reading comes there: the search goes before it.
        const auto event = first_record_in(middle);
        const bool is_before = event && event.value() && event.value()->time_stamp < local_time;
        (is_before ? before : behind) = middle;
        if (trace_.is_put_in_order() != was_put_in_order) { // the buffers have other numbers now
            before = 0;
            behind = end;
        }
    }
    trace_.forget_loss();
    is_loss_of_range_ = false;
    PDH_SHIM_TRY(kept_, first_record_in(before));
    while (kept_ && kept_->time_stamp < local_time) {
        PDH_SHIM_TRY(kept_, next_record());
    }
    return outcome::success();
}

Result<model::LogRange, Failure> BlgReader::range() {
    model::LogRange range;
    trace_.forget_loss();
    PDH_SHIM_TRY(kept_, first_record_in(0));
    while (kept_) {
        range.add(kept_->time_stamp);
        PDH_SHIM_TRY(kept_, next_record());
    }
    trace_.seek(0);
    is_loss_of_range_ = true;
    if (range.records == 0) {
        return Failure(Status::no_data, {}, "has no record");
    }
    return range;
}

} // namespace pdh_shim::log::blg
