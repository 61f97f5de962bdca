// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/data_file.h"
#include "base/failure.h"

#include <utility>

// Why the file of a log could not be read or written, as readers and writers of all formats return it.

namespace pdh_shim::model {

/// What a read gave. @retval log_file_open_error it failed
template <class T>
[[nodiscard]] Result<T, Failure> log_read(FileResult<T> read) {
    if (!read) {
        const bool is_gone = read.error() == FileError::not_found;
        return Failure(Status::log_file_open_error, {}, is_gone ? "is gone" : "cannot be read");
    }
    return std::move(read).value();
}

/// Whether a write was done. @retval log_file_create_error it failed
[[nodiscard]] inline Result<void, Failure> log_written(const WriteResult<void>& written) {
    if (!written) {
        const bool is_full = written.error() == WriteError::no_space;
        return Failure(
            Status::log_file_create_error, {}, is_full ? "there is no room for it" : "cannot be written");
    }
    return outcome::success();
}

} // namespace pdh_shim::model
