// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/rotating_log.h"

#include "tools/terminal/program_error.h"

#include <chrono>
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

RotatingLog::RotatingLog(
    const LogFiles& files, Query& query, Clocks clocks, LogEvents events, std::string continued)
    : files_(files), query_(query), clocks_(std::move(clocks)), events_(std::move(events)),
      continued_(std::move(continued)),
      names_(files, is_database(files) ? std::vector<std::string>() : names_beside(files.output)) {}

void RotatingLog::open_log(bool append) {
    const auto circular = files_.is_circular ? static_cast<DWORD>(*files_.megabytes * megabyte) : DWORD{0};
    log_.emplace(file_, files_.format, query_.handle(), append, circular);
    has_records_ = false;
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
        } catch (const terminal::ProgramError& error) { // it has other counters, or is damaged
            if (versioning_of(files_) == Versioning::none && !files_.is_overwritten) {
                throw terminal::ProgramError(
                    std::string(error.what()) +
                    " A run that died left it: -ow replaces it, -v numbers the files.");
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
        throw terminal::ProgramError(
            "The file \"" + file_ + "\" exists: -a appends to it, -ow replaces it, -v numbers the files.");
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

void RotatingLog::end_file() {
    if (!log_) {
        return;
    }
    try {
        log_->close();
    } catch (const terminal::ProgramError& error) {
        events_.failed(error.what());
    }
    log_.reset();
    events_.closed(file_);
}

bool RotatingLog::is_full() const {
    if (!has_records_) {
        return false;
    }
    if (segment_end_ && clocks_.platform.now() >= *segment_end_) {
        return true;
    }
    if (!files_.megabytes || files_.is_circular) {
        return false;
    }
    std::error_code unknown;
    const auto size = std::filesystem::file_size(file_, unknown);
    return !unknown && size >= *files_.megabytes * megabyte;
}

// A folder that cannot be looked into says nothing of the file.
RotatingLog::Place RotatingLog::place() const {
    if (is_database(files_) || !is_missing(file_)) {
        return Place::here;
    }
    return is_missing(std::filesystem::path(file_).parent_path()) ? Place::folder_moved : Place::moved;
}

// A folder that was moved away may come back: its records still go into the open file.
bool RotatingLog::write_record(Place place) {
    const bool goes_on = log_->update();
    has_records_ = true;
    if (place == Place::folder_moved) {
        events_.failed("The log \"" + file_ + "\" was moved away: its folder does not exist.");
    } else {
        events_.written();
    }
    return goes_on;
}

bool RotatingLog::collect(Sample& /*sample*/) {
    if (!is_started_) {
        is_started_ = true;
        return query_.collect();
    }
    try {
        auto found = log_ ? place() : Place::here;
        if (log_ && is_full()) {
            end_file();
            move_segment();
        } else if (found == Place::moved) {
            log_.reset();
            open_again(!files_.is_circular);
        }
        if (!log_) {
            begin_file();
            found = Place::here;
        }
        return write_record(found);
    } catch (const terminal::ProgramError& error) {
        events_.failed(error.what());
    }
    // The rates of the next record are those since this one.
    return log_ || query_.collect();
}

void RotatingLog::reopen() {
    if (!log_ || is_database(files_) || files_.is_circular) {
        return;
    }
    try {
        log_->reopen();
    } catch (const terminal::ProgramError& error) {
        log_.reset();
        is_retry_ = true;
        is_retry_appended_ = true;
        is_own_ = true;
        events_.failed(error.what());
    }
}

void RotatingLog::close() {
    end_file();
}

} // namespace pdh_shim::tools::command
