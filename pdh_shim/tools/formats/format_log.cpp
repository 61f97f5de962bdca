// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/formats/format_log.h"

#include "tools/terminal/program_end.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::tools::formats {

namespace {

using ExistingFile = command::FileToWrite::ExistingFile;

constexpr std::size_t most_in_memory = std::size_t{128} << 10U;

// The lines that are whole, without what the format ends with: a writer that was killed may have left a part.
std::uint64_t bytes_to_keep(const command::FileToWrite& file, std::string_view tail) {
    constexpr std::uint64_t longest_line = std::uint64_t{1} << 20U;
    const auto size = file.size();
    const auto start = size - std::min(size, longest_line);
    auto end = file.read(start, static_cast<std::size_t>(size - start));
    end.resize(end.rfind('\n') + 1); // none is npos, and so 0
    const std::size_t ending = !tail.empty() && end.ends_with(tail) ? tail.size() : 0;
    return start + end.size() - ending;
}

} // namespace

FormatLog::FormatLog(std::string name, command::OutputFormat format, const FormatOptions& options,
    command::Query& query, bool append)
    : name_(std::move(name)), format_(make_record_format(format, options)), reader_(query, options.with_raw) {
    open(append ? ExistingFile::kept : ExistingFile::emptied);
}

void FormatLog::open(ExistingFile existing) {
    file_.emplace(name_, existing, command::FileToWrite::Streams::refused);
    if (!file_->is_empty()) {
        const auto begin = format_->begin();
        if (file_->read(0, begin.size()) != begin) {
            throw terminal::ProgramError("The log \"" + name_ + "\" is in another format.");
        }
        if (const auto reason = file_->cut(bytes_to_keep(*file_, format_->tail()))) {
            throw terminal::ProgramError(
                "The log \"" + name_ + "\" cannot be written: " + reason.message() + '.');
        }
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
        throw terminal::ProgramError(
            (format_->tail().empty() ? "The format of the log \"" + name_ +
                                           "\" has no place for records of the time that the clock shows."
                                     : "The clock was set back. The format of the log \"" + name_ +
                                           "\" has no place for records until it is later than before."));
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

FormatSink::FormatSink(
    command::OutputFile& file, std::unique_ptr<RecordFormat> format, const Columns& columns)
    : file_(file), format_(std::move(format)), columns_(columns) {
    file_.begin_with(format_->head());
}

void FormatSink::add(const command::Sample& sample) {
    if (sample.columns_version != columns_version_) {
        columns_version_ = sample.columns_version;
        format_->forget_columns();
    }
    format_->append(text_, sample, columns_, [this] { write_text(); });
}

void FormatSink::flush() {
    write_text();
    file_.flush();
}

void FormatSink::close() {
    text_ += format_->tail();
    write_text();
    file_.close();
}

void FormatSink::reopen() {
    if (file_.is_moved()) {
        text_ += format_->tail();
    }
    write_text();
    file_.reopen();
}

void FormatSink::write_text() {
    if (!text_.empty()) {
        file_.write(text_);
        text_.clear();
    }
}

} // namespace pdh_shim::tools::formats
