// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/formats/text_output.h"

#include "tools/terminal/program_end.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::tools::formats {

using command::OutputFile;

TextOutput::TextOutput(std::unique_ptr<OutputFile> file, std::unique_ptr<RecordFormat> format,
    command::Query& query, Writing writing, bool with_raw)
    : file_(std::move(file)), format_(std::move(format)), query_(&query), writing_(writing) {
    if (format_->takes_readings()) {
        reader_ = std::make_unique<command::InstanceReader>(query, with_raw);
        columns_ = &reader_->columns();
    }
    begin();
}

TextOutput::TextOutput(
    std::unique_ptr<OutputFile> file, std::unique_ptr<RecordFormat> format, const Columns& columns)
    : file_(std::move(file)), format_(std::move(format)), columns_(&columns) {
    begin();
}

TextOutput::TextOutput(const std::string& name, command::OutputFormat format, const FormatOptions& options,
    command::Query& query, bool append)
    : TextOutput(std::make_unique<OutputFile>(
                     name, append ? command::ExistingFile::kept : command::ExistingFile::emptied),
          make_record_format(format, options), query, Writing::at_once, options.with_raw) {}

void TextOutput::begin() {
    if (file_->is_log()) {
        file_->keep_lines(format_->begin(), format_->tail());
    }
    file_->begin_with(format_->head(), format_->begins_again());
}

bool TextOutput::update() {
    if (!(reader_ ? reader_->collect(sample_) : query_->collect(sample_))) {
        return false;
    }
    if (file_->is_log()) {
        add_to_log();
    } else {
        add(sample_);
    }
    if (writing_ == Writing::at_once) {
        flush();
    }
    return true;
}

// A log has whole records: no part of one is taken before its end.
void TextOutput::add(const command::Sample& sample) {
    if (std::exchange(columns_version_, sample.columns_version) != sample.columns_version) {
        format_->forget_columns();
    }
    const auto take_part = file_->is_log() ? TakePart() : TakePart([this] { write_text(); });
    format_->append(text_, sample, *columns_, take_part);
}

void TextOutput::add_to_log() {
    constexpr std::size_t most_in_memory = std::size_t{128} << 10U;
    if (text_.size() >= most_in_memory) {
        write_text();
    }
    const auto before = left_out();
    add(sample_);
    if (left_out() > before) {
        throw terminal::ProgramError(
            (format_->tail().empty() ? "The format of the log \"" + file_->name() +
                                           "\" has no place for records of the time that the clock shows."
                                     : "The clock was set back. The format of the log \"" + file_->name() +
                                           "\" has no place for records until it is later than before."));
    }
    write_text();
    // As the library does with its logs: a power failure takes half a minute at most.
    constexpr std::int64_t longest = 300'000'000; // half a minute
    const auto passed = sample_.local_time - stored_;
    if (passed < 0 || passed >= longest) {
        file_->store();
        stored_ = sample_.local_time;
    }
}

void TextOutput::flush() {
    format_->append_rest(text_);
    write_text();
    file_->flush();
}

void TextOutput::close() {
    format_->append_rest(text_);
    text_ += format_->tail();
    write_text();
    file_->close();
}

// A file that was moved ends as its format says; a log that was not goes on.
void TextOutput::reopen() {
    const bool is_moved = file_->is_moved();
    if (file_->is_log() && !is_moved) {
        return;
    }
    if (is_moved) {
        text_ += format_->tail();
    }
    write_text();
    file_->reopen();
    if (file_->is_log()) {
        file_->keep_lines(format_->begin(), format_->tail());
    }
}

bool TextOutput::is_last_empty() const {
    return !sample_.values.empty() &&
           std::ranges::none_of(sample_.values, [](const auto& value) { return value.has_value(); });
}

// What a log cannot write is tried again with the next record.
void TextOutput::write_text() {
    if (!text_.empty()) {
        file_->write(text_);
        text_.clear();
    }
}

} // namespace pdh_shim::tools::formats
