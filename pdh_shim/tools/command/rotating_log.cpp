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

void RotatingLog::open_again(bool append) {
    is_retry_ = true;
    is_retry_appended_ = append;
    open_log(append);
}

// Opens the next file. What exists is never replaced, unless the files say so.
void RotatingLog::begin_file() {
    if (is_retry_) {
        open_log(is_retry_appended_);
        return;
    }
    if (is_database(files_)) {
        file_ = files_.output;
        open_log(true);
        return;
    }
    file_ = names_.next(clocks_.local_time(), file_exists);
    const bool is_own = file_ == std::exchange(continued_, {}) && !files_.is_circular;
    const bool append = files_.is_appended || is_own;
    if (!append && !files_.is_overwritten && file_exists(file_)) {
        throw terminal::ProgramError(
            "The file \"" + file_ + "\" exists: -a appends to it, -ow replaces it, -v numbers the files.");
    }
    open_again(append && file_exists(file_));
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

// Whether the file was removed, or moved away, without a signal.
bool RotatingLog::is_gone() const {
    return !is_database(files_) && !file_exists(file_);
}

bool RotatingLog::write_record() {
    const bool goes_on = log_->update();
    has_records_ = true;
    events_.written();
    return goes_on;
}

bool RotatingLog::collect(Sample& /*sample*/) {
    if (!is_started_) {
        is_started_ = true;
        return query_.collect();
    }
    try {
        if (log_ && is_full()) {
            end_file();
            move_segment();
        } else if (log_ && is_gone()) {
            log_.reset();
            open_again(false);
        }
        if (!log_) {
            begin_file();
        }
        return write_record();
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
        events_.failed(error.what());
    }
}

void RotatingLog::close() {
    end_file();
}

} // namespace pdh_shim::tools::command
