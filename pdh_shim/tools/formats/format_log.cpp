// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/formats/format_log.h"

#include "tools/terminal/program_error.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

namespace pdh_shim::tools::formats {

namespace {

using ExistingFile = command::FileToWrite::ExistingFile;

constexpr std::size_t most_in_memory = std::size_t{128} << 10U;

// The lines that are whole, without what the format ends with: a writer that was killed may have left a part.
std::uint64_t bytes_to_keep(const std::string& name, std::string_view tail) {
    constexpr std::uint64_t longest_line = std::uint64_t{1} << 20U;
    const auto size = std::filesystem::file_size(name);
    const auto start = size - std::min(size, longest_line);
    std::string end(static_cast<std::size_t>(size - start), '\0');
    std::ifstream file(name, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(start));
    file.read(end.data(), static_cast<std::streamsize>(end.size()));
    end.resize(end.rfind('\n') + 1); // none is npos, and so 0
    const std::size_t ending = !tail.empty() && end.ends_with(tail) ? tail.size() : 0;
    return start + end.size() - ending;
}

bool begins_with(const std::string& name, const std::string& head) {
    std::string start(head.size(), '\0');
    std::ifstream file(name, std::ios::binary);
    file.read(start.data(), static_cast<std::streamsize>(start.size()));
    return start == head;
}

} // namespace

FormatLog::FormatLog(std::string name, command::OutputFormat format, const FormatOptions& options,
    command::Query& query, bool append)
    : name_(std::move(name)), format_(make_record_format(format, options)), reader_(query, options.with_raw) {
    open(append ? ExistingFile::kept : ExistingFile::emptied);
}

command::MakeQueryLog make_line_log(command::OutputFormat format, const FormatOptions& options) {
    return [format, options](const std::string& file, command::Query& query) {
        return std::make_unique<FormatLog>(file, format, options, query, false);
    };
}

void FormatLog::open(ExistingFile existing) {
    try {
        file_.emplace(name_, existing);
        if (!file_->is_empty()) {
            if (!begins_with(name_, format_->begin())) {
                throw terminal::ProgramError("The log \"" + name_ + "\" is in another format.");
            }
            std::filesystem::resize_file(name_, bytes_to_keep(name_, format_->tail()));
        }
    } catch (const std::system_error& error) {
        const bool is_busy = error.code() == std::errc::device_or_resource_busy;
        throw terminal::ProgramError("The log \"" + name_ + "\" " +
                                     (is_busy ? "is being written by another program."
                                              : "cannot be created: " + error.code().message() + '.'));
    }
    write();
}

// What is not written is tried again with the next record. A file that is new begins with its head, and so
// does one that somebody has emptied.
void FormatLog::write() {
    const auto head = file_->is_empty() ? format_->head() : std::string();
    if (const auto reason = file_->write(head + text_)) {
        throw terminal::ProgramError(
            "The log \"" + name_ + "\" cannot be written: " + reason.message() + '.');
    }
    text_.clear();
}

void FormatLog::add_sample() {
    if (std::exchange(columns_version_, sample_.columns_version) != sample_.columns_version) {
        format_->forget_columns();
    }
    const auto left_out = format_->left_out();
    format_->append(text_, sample_, reader_.columns(), nullptr);
    if (format_->left_out() > left_out) {
        throw terminal::ProgramError("The clock was set back. The format of the log \"" + name_ +
                                     "\" has no place for records until it is later than before.");
    }
}

// As the library does with its logs: a power failure takes half a minute at most.
void FormatLog::store_in_time() {
    constexpr std::int64_t longest = 300'000'000; // half a minute
    const auto passed = sample_.local_time - stored_;
    if (passed < 0 || passed >= longest) {
        file_->store();
        stored_ = sample_.local_time;
    }
}

bool FormatLog::update() {
    if (!reader_.collect(sample_)) {
        return false;
    }
    if (text_.size() >= most_in_memory) {
        write();
    }
    add_sample();
    write();
    store_in_time();
    return true;
}

void FormatLog::reopen() {
    if (file_->is_moved_from(name_)) {
        close();
        file_.reset();
        open(ExistingFile::kept);
    }
}

void FormatLog::close() {
    text_ += format_->tail();
    write();
    file_->store();
}

} // namespace pdh_shim::tools::formats
