#include "core/log_cursor.h"

#include "base/trace.h"

#include <utility>

namespace pdh_shim::core {

Result<void> LogCursor::set_range(std::int64_t begin, std::int64_t end) {
    begin_ = begin;
    end_ = end;
    is_in_place_ = false;
    return outcome::success();
}

void LogCursor::choose(std::vector<std::size_t> entries) {
    chosen_ = std::move(entries);
}

Result<const model::LogRecord*> LogCursor::next(model::Snapshot& snapshot) {
    const Result<bool, Failure> is_there = read();
    if (!is_there) {
        snapshot.forced_status = trace::report(is_there.error());
        return nullptr;
    }
    if (!is_there.value() || record_.time_stamp > end_) {
        return Status::no_more_data;
    }
    snapshot.local_time = record_.time_stamp;
    return &record_;
}

Result<bool, Failure> LogCursor::read() {
    PDH_SHIM_CHECK(make_ready());
    return reader_->next(record_);
}

Result<void, Failure> LogCursor::make_ready() {
    if (reader_ == nullptr) {
        PDH_SHIM_TRY(reader_, open_());
        is_in_place_ = begin_ == 0;
    }
    if (chosen_) {
        reader_->choose(*std::exchange(chosen_, std::nullopt));
    }
    if (!is_in_place_) {
        PDH_SHIM_CHECK(reader_->seek(begin_));
        record_.cells.clear(); // what was read elsewhere is not before what is read here
        is_in_place_ = true;
    }
    return outcome::success();
}

} // namespace pdh_shim::core
