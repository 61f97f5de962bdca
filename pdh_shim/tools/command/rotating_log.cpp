// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/rotating_log.h"

#include "tools/command/output_file.h"
#include "tools/command/output_log.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

namespace pdh_shim::tools::command {

namespace {

constexpr std::uint64_t megabyte = std::uint64_t{1} << 20U;

bool file_exists(const std::string& name) {
    std::error_code unknown;
    return std::filesystem::exists(name, unknown);
}

bool is_missing(const std::filesystem::path& path) {
    std::error_code unknown;
    return std::filesystem::status(path, unknown).type() == std::filesystem::file_type::not_found;
}

std::vector<std::string> names_beside(const std::string& output) {
    std::vector<std::string> names;
    std::error_code unknown;
    const auto folder = std::filesystem::path(output).parent_path();
    for (std::filesystem::directory_iterator entry(folder, unknown), end; !unknown && entry != end;
         entry.increment(unknown)) {
        names.push_back(entry->path().filename().string());
    }
    return names;
}

bool is_database(const LogFiles& files) {
    return files.format == OutputFormat::sql;
}

} // namespace

Clocks system_clocks(Platform& platform) {
    return {platform, [&platform] {
                constexpr std::int64_t from_1601_to_1970 = 116'444'736'000'000'000;
                constexpr std::int64_t ticks_per_minute = 600'000'000;
                const auto now = std::chrono::system_clock::now().time_since_epoch();
                const auto ticks = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count() / 100;
                return ticks + from_1601_to_1970 - platform.time_zone().bias_minutes * ticks_per_minute;
            }};
}

RotatingLog::RotatingLog(const LogFiles& files, Query& query, Clocks clocks, LogEvents events,
    std::string continued, MakeLog make_log)
    : files_(files), query_(query), clocks_(std::move(clocks)), events_(std::move(events)),
      continued_(std::move(continued)),
      names_(files, is_database(files) ? std::vector<std::string>() : names_beside(files.output)),
      make_log_(std::move(make_log)) {}

std::unique_ptr<Output> RotatingLog::make_log_of_library(bool append) const {
    const auto circular = files_.is_circular ? static_cast<DWORD>(*files_.megabytes * megabyte) : DWORD{0};
    return std::make_unique<OutputLog>(file_, files_.format, query_.handle(), append, circular);
}

void RotatingLog::open_log(bool append) {
    auto log =
        has_line_for_each_value(files_.format) ? make_log_(file_, append) : make_log_of_library(append);
    open_ = {file_, std::move(log), identity_of_file(file_)};
    is_retry_ = false;
    events_.opened(file_);
}

// If it fails, it is tried again with the next record.
void RotatingLog::open_again(bool append) {
    is_retry_ = true;
    is_retry_appended_ = append;
    try {
        open_log(append);
    } catch (const terminal::ProgramError&) {
        is_own_ = append || file_exists(file_); // a part of it, without records
        throw;
    }
}

// Goes on with the file of a run that died. @return false if a new one begins
bool RotatingLog::continue_file() {
    const auto file = std::exchange(continued_, {});
    if (file.empty() || !file_exists(file)) {
        return false;
    }
    if (names_.has(file) && !files_.is_circular) {
        try {
            file_ = file;
            open_log(true);
            return true;
        } catch (const terminal::ProgramError&) { // it has other counters, or is damaged
            if (versioning_of(files_) == Versioning::none && !files_.is_overwritten) {
                names_.number();
            }
        }
    }
    events_.closed(file);
    return false;
}

// What exists is never replaced, unless the files say so.
void RotatingLog::choose_file() {
    file_ = names_.next(clocks_.local_time(), file_exists);
    if (!files_.is_appended && !files_.is_overwritten && file_exists(file_)) {
        throw terminal::ProgramError("The file \"" + file_ +
                                     "\" exists: " + (files_.is_circular ? "" : "-a appends to it, ") +
                                     "-ow replaces it, -v numbers the files.");
    }
    open_again(files_.is_appended && file_exists(file_));
}

void RotatingLog::begin_file() {
    if (is_database(files_)) {
        file_ = files_.output;
        open_log(true);
    } else if (is_retry_ && (is_own_ || !file_exists(file_))) {
        open_again(is_retry_appended_);
    } else if (!continue_file()) {
        choose_file();
    }
}

void RotatingLog::open() {
    if (files_.segment) {
        segment_end_ = clocks_.platform.now() + *files_.segment;
    }
    begin_file();
}

// The ends of segments have the same distance, however late a record is.
void RotatingLog::move_segment() {
    const auto now = clocks_.platform.now();
    while (segment_end_ && *segment_end_ <= now) {
        *segment_end_ += *files_.segment;
    }
}

void RotatingLog::close_log(Output& log) {
    try {
        log.close();
    } catch (const terminal::ProgramError& error) {
        note(error);
    }
}

// If the next one cannot be opened, this one goes on: with records, or with its memory until the disk has
// room.
void RotatingLog::replace_log(const std::function<void()>& open_next) {
    auto last = std::exchange(open_, {});
    try {
        open_next();
    } catch (const terminal::ProgramError&) {
        open_ = std::move(last);
        throw;
    }
    close_log(*last.log);
}

void RotatingLog::begin_next_file() {
    const auto ended = open_.file;
    replace_log([this] { begin_file(); });
    events_.closed(ended);
    move_segment();
}

// A binary log grows by whole buffers, and a record may need several.
bool RotatingLog::has_its_size() {
    if (!open_.has_records || !files_.megabytes || files_.is_circular) {
        return false;
    }
    std::error_code unknown;
    const auto size = std::filesystem::file_size(open_.file, unknown);
    if (unknown) {
        return false;
    }
    if (files_.format == OutputFormat::bin) {
        growth_ = open_.size == 0 || size < open_.size ? growth_ : std::max(growth_, size - open_.size);
        open_.size = size;
    }
    return size + growth_ >= *files_.megabytes * megabyte;
}

bool RotatingLog::is_full() {
    const bool is_over = open_.has_records && segment_end_ && clocks_.platform.now() >= *segment_end_;
    return is_over || (!files_.ends_when_full && has_its_size());
}

// A folder that cannot be looked into says nothing of the file.
RotatingLog::Place RotatingLog::place() const {
    if (is_database(files_)) {
        return Place::here;
    }
    if (is_missing(open_.file)) {
        return is_missing(std::filesystem::path(open_.file).parent_path()) ? Place::folder_moved
                                                                           : Place::moved;
    }
    const auto identity = identity_of_file(open_.file);
    return identity.empty() || identity == open_.identity ? Place::here : Place::replaced;
}

void RotatingLog::reopen_by_name(Place found) {
    if (found == Place::folder_moved) { // it may come back, and takes the records with it
        throw terminal::ProgramError(
            "The log \"" + open_.file + "\" was moved away: its folder does not exist.");
    }
    if (found == Place::replaced && files_.is_circular) {
        throw terminal::ProgramError("In the place of the log \"" + open_.file +
                                     "\" is another file, and a circular log is not appended to.");
    }
    replace_log([this, file = open_.file] {
        file_ = file;
        open_log(!files_.is_circular);
    });
}

// Has the log open that the next record belongs to. If this fails, another one may be open.
void RotatingLog::prepare_log() {
    if (open_.log == nullptr) {
        begin_file();
        return;
    }
    if (is_full()) {
        begin_next_file();
    } else if (const auto found = place(); found != Place::here) {
        reopen_by_name(found);
    }
}

// The first of several reasons is the one that counts.
void RotatingLog::note(const terminal::ProgramError& error) {
    failure_ = failure_.empty() ? error.what() : failure_;
}

// The library keeps records that a database does not take, and connects again. If another run can be begun
// all the same, this one has been removed, or its tables.
void RotatingLog::replace_database_log() {
    constexpr int patience = 2;
    if (!is_database(files_) || ++open_.failures < patience) {
        return;
    }
    try {
        begin_next_file();
    } catch (const terminal::ProgramError& error) {
        note(error);
    }
}

// Without a log, the rates of the next record are those since this one. @return false if there is no more
// data
bool RotatingLog::write_record() {
    if (open_.log == nullptr) {
        return query_.collect();
    }
    try {
        const bool goes_on = open_.log->update();
        open_.has_records = true;
        open_.failures = 0;
        return goes_on;
    } catch (const terminal::ProgramError& error) {
        note(error);
    }
    replace_database_log();
    return true;
}

bool RotatingLog::update() {
    failure_.clear();
    try {
        prepare_log();
    } catch (const terminal::ProgramError& error) {
        note(error);
    }
    const bool goes_on = write_record();
    if (failure_.empty()) {
        events_.written();
    } else {
        events_.failed(failure_);
    }
    if (files_.ends_when_full && has_its_size()) {
        events_.full(open_.file);
        return false;
    }
    return goes_on;
}

void RotatingLog::reopen() {
    if (open_.log == nullptr || is_database(files_) || files_.is_circular) {
        return;
    }
    try {
        open_.log->reopen();
        open_.identity = identity_of_file(open_.file);
    } catch (const terminal::ProgramError& error) {
        file_ = open_.file;
        open_ = {};
        is_retry_ = true;
        is_retry_appended_ = true;
        is_own_ = true;
        events_.failed(error.what());
    }
}

void RotatingLog::close() {
    failure_.clear();
    if (open_.log != nullptr) {
        close_log(*open_.log);
        events_.closed(open_.file);
    }
    if (!failure_.empty()) {
        events_.failed(failure_);
    }
}

} // namespace pdh_shim::tools::command
