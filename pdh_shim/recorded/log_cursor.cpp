// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/log_cursor.h"

#include "base/clock.h"
#include "base/failure_log.h"
#include "base/trace.h"

#include <algorithm>

namespace pdh_shim::recorded {
namespace {

// Records of the range may stand behind one that is later than it, up to so much; in a log that goes back in
// time further, anywhere.
constexpr std::int64_t longest_return = model::LogRange::longest_return;
constexpr std::int64_t latest_time = std::numeric_limits<std::int64_t>::max();

std::vector<std::size_t> all_of(const std::vector<LogCursor::Entries>& asked) {
    std::vector<std::size_t> all;
    for (const LogCursor::Entries& entries : asked) {
        all.insert(all.end(), entries->begin(), entries->end());
    }
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

} // namespace

Status report_loss(std::string_view name, const model::LogReader& reader) {
    const model::LogLoss loss = reader.loss();
    if (loss.places == 0) {
        return Status::success;
    }
    for (const model::LogLoss::LostCells& column : loss.columns) {
        trace::report(Failure(loss.status, column.where, column.what).within(name), trace::Level::warning);
    }
    return trace::report(loss.failure().within(name), trace::Level::warning);
}

void keep_loss(std::string_view name, const model::LogLoss& loss) {
    if (loss.places != 0) {
        keep_last_failure(loss.failure().within(name));
    }
}

void LogCursor::set_range(std::int64_t begin, std::int64_t end) {
    begin_ = begin;
    end_ = end;
    is_in_place_ = false;
    is_loss_reported_ = false;
}

Result<const model::LogRecord*, Failure> LogCursor::next(model::Snapshot& snapshot) {
    if (!asked_.empty()) {
        PDH_SHIM_CHECK(read());
    }
    snapshot.record_time = record_.time_stamp;
    snapshot.bias = zone_->bias_of(record_);
    snapshot.comment = record_.comment;
    snapshot.texts = record_.texts;
    return &record_;
}

Result<void, Failure> LogCursor::read() {
    auto found = read_in_range();
    asked_.clear();
    PDH_SHIM_TRY(const bool is_there, std::move(found));
    if (!is_there) {
        const Status lost =
            std::exchange(is_loss_reported_, true) ? Status::success : report_loss(name_, *reader_);
        return Failure(lost == Status::success ? Status::no_more_data : lost);
    }
    return outcome::success();
}

Result<bool, Failure> LogCursor::read_in_range() {
    PDH_SHIM_CHECK(make_ready());
    const bool has_no_latest = goes_back_ == true || end_ > latest_time - longest_return;
    const std::int64_t latest = has_no_latest ? latest_time : end_ + longest_return;
    bool is_behind_others = false;
    while (true) {
        PDH_SHIM_TRY(const bool is_there, reader_->next(record_));
        if (is_there && !zone_) {
            zone_.emplace(zone_of(*reader_, record_.time_stamp));
        }
        if (!is_there || record_.time_stamp > latest) {
            return false;
        }
        if ((begin_ == 0 || record_.time_stamp >= begin_) && record_.time_stamp <= end_) {
            break;
        }
        is_behind_others = true;
    }
    if (is_behind_others) {
        forget_missing();
    }
    return true;
}

// What was read outside the range is not before what is read in it.
void LogCursor::forget_missing() {
    for (model::LogCell& cell : record_.cells) {
        if (!cell.is_there) {
            cell = {};
        }
    }
}

Result<void, Failure> LogCursor::make_ready() {
    if (reader_ == nullptr) {
        PDH_SHIM_TRY(reader_, open_());
        reader_->forget_entries(); // the layout has them
        is_in_place_ = begin_ == 0;
    }
    if (asked_ != chosen_) {
        reader_->choose(all_of(asked_));
        chosen_ = asked_;
    }
    if (!goes_back_ && (begin_ != 0 || end_ != latest_time)) {
        const auto range = reader_->range();
        // Where the times cannot be read, each record is looked at as far as the log goes.
        goes_back_ = range ? range.value().goes_back : range.error().status() != Status::no_data;
        is_in_place_ = false;
    }
    if (!is_in_place_) {
        const bool begins_anywhere = goes_back_ == true || begin_ <= longest_return;
        PDH_SHIM_CHECK(reader_->seek(begins_anywhere ? 0 : begin_ - longest_return));
        record_.cells.clear(); // what was read elsewhere is not before what is read here
        is_in_place_ = true;
    }
    return outcome::success();
}

} // namespace pdh_shim::recorded
