// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/formats/format_sink.h"

#include <utility>

namespace pdh_shim::tools::formats {

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
