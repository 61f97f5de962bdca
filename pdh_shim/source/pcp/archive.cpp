// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/archive.h"

#include "base/platform.h"
#include "base/trace.h"
#include "source/pcp/libpcp.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

namespace pdh_shim::source::pcp {
namespace {

constexpr int any_step = 1; // milliseconds; what was logged is read as it is

Status status_of(int error) noexcept {
    switch (error) {
    case -ENOENT:
    case PM_ERR_LOGFILE:
        return Status::file_not_found;
    case PM_ERR_LABEL:
    case PM_ERR_LOGREC:
    case PM_ERR_RECTYPE:
    case PM_ERR_FEATURE:
    case PM_ERR_NODATA:
        return Status::unable_read_log_header;
    default:
        return Status::log_file_open_error;
    }
}

// As libpcp takes several.
Result<std::string, Failure> joined(std::span<PlainArchive> archives) {
    std::string list;
    ArchiveBudget budget;
    for (PlainArchive& archive : archives) {
        PDH_SHIM_TRY(const std::string name, archive.plain_name(budget));
        list.append(list.empty() ? "" : ",").append(name);
    }
    return list;
}

std::span<pmValueSet* const> sets_of(const pmResult& result) {
    return {result.vset, static_cast<std::size_t>(std::max(result.numpmid, 0))};
}

bool is_mark(const pmResult& result) {
    return result.numpmid == 0;
}

bool belongs_to(const pmResult& result, const Moment& moment) {
    const std::int64_t time = to_file_time(result.timestamp);
    return !is_mark(result) && time >= moment.time && time - moment.time < Moment::longest &&
           std::ranges::none_of(
               sets_of(result), [&](const pmValueSet* set) { return moment.values.contains(set->pmid); });
}

void add(const std::shared_ptr<const pmResult>& result, Moment& moment) {
    const std::int64_t time = to_file_time(result->timestamp);
    for (const pmValueSet* const set : sets_of(*result)) {
        moment.values.insert_or_assign(set->pmid, LoggedValue{result, set, time});
    }
}

} // namespace

Result<ArchiveLabel, Failure> read_label(
    const Libpcp& library, const std::string& name, const std::string& plain_name) {
    const Archive::PresentContext present(library);
    const int context = library.new_context(PM_CONTEXT_ARCHIVE, plain_name.c_str());
    if (context < 0) {
        return Failure(status_of(context), name, library.text_of(context));
    }
    pmLogLabel label{};
    timeval end{};
    const int result = library.archive_label(&label);
    const bool has_end = library.archive_end(&end) >= 0;
    static_cast<void>(library.destroy_context(context));
    if (result < 0) {
        return Failure(status_of(result), name, library.text_of(result));
    }
    const std::string_view field(label.ll_hostname, sizeof(label.ll_hostname));
    std::string host(field.substr(0, field.find('\0')));
    const std::int64_t start = to_file_time(label.ll_start);
    return ArchiveLabel{host.empty() ? "localhost" : std::move(host), start,
        has_end ? std::max(start, to_file_time(end)) : start};
}

Archive::PresentContext::~PresentContext() {
    if (before_ >= 0) {
        static_cast<void>(library_.use_context(before_));
    }
}

Archive::Archive(std::shared_ptr<const Libpcp> library, ArchiveFiles files)
    : LibpcpContext(std::move(library)), files_(std::move(files)) {
    set_generation(1);
}

// What a child of fork() got from its parent has files that are still the parent's.
Archive::~Archive() {
    if (epoch_ != fork_epoch()) {
        set_number(-1);
    }
}

Result<std::unique_ptr<Archive>, Failure> Archive::open(
    std::shared_ptr<const Libpcp> library, ArchiveFiles files) {
    std::unique_ptr<Archive> archive(new Archive(std::move(library), std::move(files)));
    const PresentContext present(archive->library());
    PDH_SHIM_CHECK(archive->open_from(0));
    PDH_SHIM_CHECK(archive->go_to(archive->files_.starts.front()));
    return archive;
}

Result<void, Failure> Archive::open_from(std::size_t first) {
    PDH_SHIM_TRY(const std::string names, joined(std::span(files_.archives).subspan(first)));
    const int made = library().new_context(PM_CONTEXT_ARCHIVE, names.c_str());
    if (made < 0) {
        return Failure(status_of(made), names, library().text_of(made));
    }
    if (epoch_ == fork_epoch()) {
        close();
    }
    set_number(made);
    first_ = first;
    epoch_ = fork_epoch();
    return outcome::success();
}

Result<std::unique_ptr<Archive::PresentContext>, Failure> Archive::make_present() {
    auto present = std::make_unique<PresentContext>(library());
    if (epoch_ == fork_epoch()) {
        static_cast<void>(library().use_context(number()));
        return present;
    }
    PDH_SHIM_CHECK(open_from(first_));
    PDH_SHIM_CHECK(set_mode(PM_MODE_FORW, position_));
    is_set_back_ = is_read_;
    return present;
}

Result<void, Failure> Archive::set_mode(int mode, std::int64_t time) {
    const timeval when = to_timeval(std::max(time, files_.starts.front()));
    const int result = library().set_mode(mode, &when, any_step);
    if (result < 0) {
        return Failure(
            Status::log_file_open_error, files_.archives[first_].name(), library().text_of(result));
    }
    return outcome::success();
}

Result<void, Failure> Archive::go_to(std::int64_t time) {
    ahead_ = nullptr;
    if (first_ != 0) {
        PDH_SHIM_CHECK(open_from(0));
    }
    position_ = std::max(time, files_.starts.front());
    is_read_ = false;
    is_set_back_ = false;
    return set_mode(PM_MODE_FORW, position_);
}

Result<void, Failure> Archive::values_at(std::int64_t time, std::vector<pmID> metrics, Moment& moment) {
    if (metrics.empty()) {
        return outcome::success();
    }
    PDH_SHIM_CHECK(set_mode(PM_MODE_INTERP, time));
    pmResult* fetched = nullptr;
    if (library().fetch(static_cast<int>(metrics.size()), metrics.data(), &fetched) >= 0) {
        const Record result = owned(fetched);
        for (const pmValueSet* const set : sets_of(*result)) {
            if (set->numval > 0) {
                moment.values.insert_or_assign(set->pmid, LoggedValue{result, set, time});
            }
        }
    }
    is_set_back_ = is_read_;
    return set_mode(PM_MODE_FORW, position_);
}

void Archive::fail(int error) {
    trace::write(
        trace::Level::warning, "archive " + files_.archives[first_].name() + ": " + library().text_of(error));
}

// Null at the end.
Result<Archive::Record, Failure> Archive::read() {
    pmResult* fetched = nullptr;
    const int result = library().fetch_archive(&fetched);
    if (result >= 0) {
        return Record(owned(fetched));
    }
    if (result == PM_ERR_EOL) {
        return Record();
    }
    fail(result);
    return leave_archive();
}

// Goes to the archive behind one that cannot be read further: what is between is a gap. libpcp would not get
// past it.
Result<Archive::Record, Failure> Archive::leave_archive() {
    auto next = std::ranges::upper_bound(files_.starts, position_);
    const bool may_begin_here = !is_read_ && next != files_.starts.begin() && *std::prev(next) == position_ &&
                                static_cast<std::size_t>(next - files_.starts.begin()) > first_ + 1;
    next -= may_begin_here ? 1 : 0;
    if (next == files_.starts.end()) {
        return Record();
    }
    auto mark = std::make_shared<pmResult>();
    mark->timestamp = to_timeval(position_);
    PDH_SHIM_CHECK(open_from(static_cast<std::size_t>(next - files_.starts.begin())));
    PDH_SHIM_CHECK(set_mode(PM_MODE_FORW, *next));
    return Record(std::move(mark));
}

// Null at the end.
Result<Archive::Record, Failure> Archive::next_record() {
    if (ahead_ != nullptr) {
        return std::exchange(ahead_, nullptr);
    }
    PDH_SHIM_TRY(Record record, read());
    while (is_set_back_ && record != nullptr && to_file_time(record->timestamp) <= position_) {
        PDH_SHIM_TRY(record, read());
    }
    is_set_back_ = false;
    if (record != nullptr) {
        position_ = std::max(position_, to_file_time(record->timestamp));
        is_read_ = true;
    }
    return record;
}

Result<bool, Failure> Archive::next(Moment& moment) {
    moment.values.clear();
    PDH_SHIM_TRY(Record record, next_record());
    if (record == nullptr) {
        return false;
    }
    moment.time = to_file_time(record->timestamp);
    moment.is_gap = is_mark(*record);
    while (!moment.is_gap && record != nullptr && belongs_to(*record, moment)) {
        add(record, moment);
        PDH_SHIM_TRY(record, next_record());
    }
    ahead_ = moment.is_gap ? nullptr : std::move(record);
    return true;
}

} // namespace pdh_shim::source::pcp
