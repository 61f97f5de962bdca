// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/output_file.h"

#include "tools/command/text_file.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace pdh_shim::tools::command {

namespace {

struct NamedFormat {
    std::string_view name;
    OutputFormat format;
    std::string_view extension;
};

// Of two formats with one extension, the first is the one that it says.
constexpr std::array formats = {
    NamedFormat{"csv", OutputFormat::csv, ".csv"},
    NamedFormat{"tsv", OutputFormat::tsv, ".tsv"},
    NamedFormat{"bin", OutputFormat::bin, ".blg"},
    NamedFormat{"sql", OutputFormat::sql, ""},
    NamedFormat{"html", OutputFormat::html, ".html"},
    NamedFormat{"json", OutputFormat::json, ".json"},
    NamedFormat{"long", OutputFormat::long_table, ".csv"},
    NamedFormat{"influx", OutputFormat::influx, ".lp"},
    NamedFormat{"openmetrics", OutputFormat::openmetrics, ".om"},
};

const NamedFormat& named(OutputFormat format) {
    return *std::ranges::find(formats, format, &NamedFormat::format);
}

} // namespace

std::optional<OutputFormat> find_output_format(const std::string& name) {
    const auto wanted = lower_case(name);
    for (const auto& format : formats) {
        if (format.name == wanted) {
            return format.format;
        }
    }
    return std::nullopt;
}

std::string name_of_format(OutputFormat format) {
    return std::string(named(format).name);
}

std::string extension_of(OutputFormat format) {
    return std::string(named(format).extension);
}

OutputFormat parse_output_format(const std::string& name) {
    if (const auto format = find_output_format(name)) {
        return *format;
    }
    throw terminal::UsageError(
        "\"" + name +
        "\" is not a format; the formats are CSV, TSV, BIN, SQL, HTML, JSON, LONG, INFLUX and "
        "OPENMETRICS.");
}

void check_format_options(OutputFormat format, bool with_raw, bool epoch, bool for_spreadsheets) {
    if (with_raw && format != OutputFormat::json && format != OutputFormat::long_table) {
        throw terminal::UsageError("-raw is for -f JSON and -f LONG.");
    }
    if (epoch && format != OutputFormat::long_table) {
        throw terminal::UsageError("-epoch is for -f LONG.");
    }
    if (for_spreadsheets && format != OutputFormat::csv && format != OutputFormat::tsv &&
        format != OutputFormat::long_table) {
        throw terminal::UsageError("-spreadsheet is for -f CSV, -f TSV and -f LONG.");
    }
}

bool is_database_log(const std::string& name) {
    return lower_case(name.substr(0, 4)) == "sql:";
}

std::string database_log_name(const std::string& name) {
    return is_database_log(name) ? name : "SQL:" + name;
}

namespace {

constexpr std::string_view line_end = "\r\n";

bool is_file_name(const std::string& name) {
    return !name.empty() && !is_standard_output(name) && !is_database_log(name);
}

std::string upper_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
        [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return text;
}

} // namespace

std::string with_extension(const std::string& name, OutputFormat format) {
    const auto last = name.substr(name.find_last_of("/\\") + 1);
    std::error_code unknown;
    const bool exists =
        std::filesystem::exists(name, unknown) && !std::filesystem::is_directory(name, unknown);
    const bool is_complete = last.empty() || last.find('.') != std::string::npos || exists;
    return is_complete || !is_file_name(name) ? name : name + extension_of(format);
}

void warn_of_extension(const std::string& name, OutputFormat format, Console& console) {
    if (!is_file_name(name) || console.audience() == Audience::windows) {
        return;
    }
    const std::filesystem::path path = name;
    const auto extension =
        lower_case((streams::is_compressed_name(name) ? path.stem() : path).extension().string());
    const auto* const other = std::ranges::find(formats, extension, &NamedFormat::extension);
    if (!extension.empty() && other != formats.end() && extension != extension_of(format)) {
        console.warn("The file \"" + name + "\" is written as " + upper_case(name_of_format(format)) +
                     ", not as its extension says; -f " + upper_case(std::string(other->name)) +
                     " does that.");
    }
}

void warn_of_backslash(const std::string& name, Console& console) {
    const bool is_plain = name.find('\\') == std::string::npos || name.find('/') != std::string::npos;
    if (std::filesystem::path::preferred_separator == '/' && is_file_name(name) && !is_plain) {
        console.warn("The file is written in the current folder, with the name \"" + name +
                     "\": on this system a backslash does not separate folders.");
    }
}

void confirm_overwrite(const std::string& name, bool yes_to_all, Console& console) {
    std::error_code unknown;
    // Devices and pipes have no contents to lose.
    if (std::filesystem::is_regular_file(name, unknown) && !yes_to_all && !console.may_overwrite(name)) {
        throw terminal::ProgramError(
            "The file \"" + name + "\" exists and was left as it is.", terminal::ExitStatus::nothing);
    }
}

OutputFile::OutputFile(const std::string& name, bool yes_to_all, Console& console)
    : name_(name), console_(&console) {
    if (is_standard_output(name)) {
        console.reserve_output_for_data();
    } else if (!name.empty()) {
        compression_ = streams::compression_of(name);
        confirm_overwrite(name, yes_to_all, console);
        file_.emplace(name, ExistingFile::emptied, FileToWrite::Streams::taken);
    }
}

OutputFile::OutputFile(const std::string& name, bool yes_to_all, Console& console, PlainFile /*plain*/)
    : name_(name), console_(&console) {
    confirm_overwrite(name, yes_to_all, console);
    file_.emplace(name, ExistingFile::emptied, FileToWrite::Streams::taken);
}

OutputFile::OutputFile(const std::string& name, ExistingFile existing) : name_(name), console_(nullptr) {
    file_.emplace(name, existing, FileToWrite::Streams::refused);
}

bool OutputFile::is_moved() const {
    return file_ && file_->is_moved_from(name_);
}

void OutputFile::reopen() {
    close();
    file_.reset(); // its lock too
    has_bytes_ = false;
    file_.emplace(
        name_, ExistingFile::kept, is_log() ? FileToWrite::Streams::refused : FileToWrite::Streams::taken);
    write({});
    flush();
}

void OutputFile::begin_again_if_emptied() {
    if (!file_ || (head_.empty() && !has_bytes_) || !file_->is_empty()) {
        return;
    }
    if (compression_) {
        (void)compression_->end(); // of what somebody has removed
    }
    put(head_);
}

void OutputFile::write(std::string_view bytes) {
    begin_again_if_emptied();
    put(bytes);
}

void OutputFile::flush() {
    if (compression_) {
        put_in_file(compression_->flush());
    }
}

void OutputFile::store() const {
    file_->store();
}

void OutputFile::close() {
    if (compression_) {
        begin_again_if_emptied(); // the end alone is not a file
        put_in_file(compression_->end());
    }
    if (is_log()) {
        store();
    }
}

void OutputFile::put(std::string_view bytes) {
    if (compression_) {
        put_in_file(compression_->write(bytes));
    } else {
        put_in_file(bytes);
    }
}

void OutputFile::put_in_file(std::string_view bytes) {
    if (!file_ && name_.empty()) {
        console_->write_line(bytes.substr(0, bytes.size() - line_end.size()));
        return;
    }
    if (!file_) {
        console_->write_data(bytes);
        return;
    }
    if (const auto reason = file_->write(bytes)) {
        const auto text = " \"" + name_ + "\" cannot be written: " + reason.message() + ".";
        if (is_log()) {
            throw terminal::ProgramError("The log" + text);
        }
        if (reason == std::errc::broken_pipe) {
            throw terminal::OutputClosed();
        }
        throw terminal::OutputError("The file" + text);
    }
    has_bytes_ = has_bytes_ || !bytes.empty();
}

void OutputFile::write_line(std::string line) {
    line += line_end;
    write(line);
}

void OutputFile::write_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& line : lines) {
        text.append(line).append(line_end);
    }
    write(text);
}

void OutputFile::begin_with(std::string text, bool again) {
    if (!is_log() || file_->is_empty()) {
        write(text);
        flush(); // the head is in the file from now on, or somebody has emptied it
    }
    head_ = again ? std::move(text) : std::string();
}

void OutputFile::keep_lines(std::string_view begin, std::string_view tail) {
    constexpr std::uint64_t longest_line = std::uint64_t{1} << 20U;
    if (file_->is_empty()) {
        return;
    }
    if (file_->read(0, begin.size()) != begin) {
        throw terminal::ProgramError("The log \"" + name_ + "\" is in another format.");
    }
    const auto size = file_->size();
    const auto start = size - std::min(size, longest_line);
    auto end = file_->read(start, static_cast<std::size_t>(size - start));
    end.resize(end.rfind('\n') + 1); // none is npos, and so 0
    const std::size_t ending = !tail.empty() && end.ends_with(tail) ? tail.size() : 0;
    if (const auto reason = file_->cut(start + end.size() - ending)) {
        throw terminal::ProgramError(
            "The log \"" + name_ + "\" cannot be written: " + reason.message() + '.');
    }
}

} // namespace pdh_shim::tools::command
