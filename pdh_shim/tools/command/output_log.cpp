// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/output_log.h"

#include "tools/command/status_text.h"

#include <pdhmsg.h>

#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace pdh_shim::tools::command {

namespace {

constexpr DWORD appended = PDH_LOG_OPEN_ALWAYS | PDH_LOG_OPT_APPEND;

DWORD type_of(OutputFormat format) {
    switch (format) {
    case OutputFormat::csv:
        return PDH_LOG_TYPE_CSV;
    case OutputFormat::tsv:
        return PDH_LOG_TYPE_TSV;
    case OutputFormat::sql:
        return PDH_LOG_TYPE_SQL;
    default: // those that are not logs never get here
        break;
    }
    return PDH_LOG_TYPE_BINARY;
}

} // namespace

bool is_streamed(const std::string& name, OutputFormat format) {
    std::error_code none;
    const auto file = std::filesystem::status(name, none);
    const bool is_pipe = std::filesystem::is_fifo(file) || std::filesystem::is_character_file(file);
    return format != OutputFormat::sql &&
           (is_standard_output(name) || is_pipe || streams::is_compressed_name(name));
}

OutputLog::OutputLog(
    const std::string& name, OutputFormat format, PDH_HQUERY query, bool append, DWORD circular_bytes)
    : name_(format == OutputFormat::sql ? database_log_name(name) : name), format_(format), query_(query),
      circular_bytes_(circular_bytes) {
    open(append ? appended : PDH_LOG_CREATE_ALWAYS);
}

OutputLog::OutputLog(const std::string& name, OutputFormat format, PDH_HQUERY query, bool append,
    bool yes_to_all, Console& console)
    : name_(format == OutputFormat::sql ? database_log_name(name) : name), format_(format), query_(query) {
    if (is_streamed(name, format)) {
        stream_.emplace(name, yes_to_all, console);
        name_ = spool_.emplace().path();
    } else if (!append) {
        confirm_overwrite(name, yes_to_all, console);
    }
    open(append && !stream_ ? appended : PDH_LOG_CREATE_ALWAYS);
}

void OutputLog::fail(std::string_view what, DWORD status) const {
    const auto end = " cannot be " + std::string(what);
    if (!stream_) {
        throw status_error("The log \"" + name_ + '"' + end, status);
    }
    // The name of a temporary file means nothing outside this process.
    const auto error = status_error("The temporary file of the log" + end, status);
    std::string text = error.what();
    const auto place = text.find(name_ + ": ");
    if (place != std::string::npos) {
        text.erase(place, name_.size() + 2);
    }
    throw terminal::ProgramError(text, error.status(), error.on_windows());
}

void OutputLog::open(DWORD creation) {
    DWORD type = type_of(format_);
    const DWORD access =
        PDH_LOG_WRITE_ACCESS | creation | (circular_bytes_ > 0 ? DWORD{PDH_LOG_OPT_CIRCULAR} : DWORD{0});
    const auto status = static_cast<DWORD>(
        PdhOpenLogA(name_.c_str(), access, &type, query_, circular_bytes_, nullptr, &log_));
    if (status != ERROR_SUCCESS) {
        fail("created", status);
    }
}

void OutputLog::reopen() {
    close();
    open(appended);
}

OutputLog::~OutputLog() {
    if (log_ != nullptr) {
        (void)PdhCloseLog(log_, 0);
    }
}

bool OutputLog::update() {
    try {
        return write_record();
    } catch (const terminal::ProgramError&) {
        if (stream_ && log_ != nullptr) { // what was collected is not lost with the temporary file
            (void)PdhCloseLog(std::exchange(log_, nullptr), 0);
            end_stream();
        }
        throw;
    }
}

bool OutputLog::write_record() {
    auto status = static_cast<DWORD>(PdhUpdateLogA(log_, nullptr));
    if (is_loss(status) && !has_loss_) {
        has_loss_ = true;
        status = static_cast<DWORD>(PdhUpdateLogA(log_, nullptr));
    }
    if (status == PDH_NO_MORE_DATA) {
        return false;
    }
    if (status == PDH_UNKNOWN_LOG_FORMAT) { // of what the query reads: the log is open
        throw SourceError(status);
    }
    // A record of a time without data is written too.
    if (status != ERROR_SUCCESS && status != PDH_NO_DATA) {
        fail("written", status);
    }
    if (stream_) {
        constexpr std::uint64_t portion = std::uint64_t{256} << 10U;
        if (format_ != OutputFormat::bin && spool_->size() >= copied_ + portion) {
            copy_to_stream();
        }
        spool_->check_limit();
    }
    return true;
}

void OutputLog::copy_to_stream() {
    std::vector<char> buffer(std::size_t{64} << 10U);
    while (const auto count = spool_->read(copied_, buffer)) {
        stream_->write(std::string_view(buffer.data(), count));
        copied_ += count;
    }
    spool_->forget(copied_);
}

void OutputLog::close() {
    const auto status = static_cast<DWORD>(PdhCloseLog(std::exchange(log_, nullptr), 0));
    if (stream_) {
        end_stream();
    }
    if (status != ERROR_SUCCESS) {
        fail("written", status);
    }
}

void OutputLog::end_stream() {
    copy_to_stream();
    stream_->close();
}

} // namespace pdh_shim::tools::command
