// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/data_file.h"
#include "base/failure.h"
#include "base/file.h"

// The failures of reading and writing files: status and reason. They are made where the system refuses,
// without a place; the caller that knows the name of the file adds it.

namespace pdh_shim::file_failure {

// Of files that are read. The status is file_not_found for the first, and log_file_open_error for the others.

/// Nothing has its name.
[[nodiscard]] Failure not_found();
[[nodiscard]] Failure denied();
/// It is a folder, a pipe, a socket or a device.
[[nodiscard]] Failure not_regular();
/// It was opened, and is there no longer; or the program has closed the descriptor.
[[nodiscard]] Failure gone();
/// @param error the system's number, 0 = none
[[nodiscard]] Failure unreadable(unsigned long error);

/// Of what a FileSystem could not read.
[[nodiscard]] Failure of(FileError error);

// Of files that are written. The status is log_file_create_error where nothing else is said.

/// Creation::create_new, and something has its name. @retval file_already_exists
[[nodiscard]] Failure exists();
[[nodiscard]] Failure without_folder();
/// The program lacks the permission, or the file system cannot be written.
[[nodiscard]] Failure write_denied();
[[nodiscard]] Failure not_writable_kind();
/// It is a symbolic link, which root does not follow there.
[[nodiscard]] Failure untrusted_link();
/// Another WritableFile, of any process, has it open.
/// @retval log_file_open_error what it contains was to stay: Creation::open_always
[[nodiscard]] Failure in_use(Creation creation);
/// The file system, the quota or the limit of file sizes leaves no room.
[[nodiscard]] Failure no_space();
/// @param error as that of unreadable()
[[nodiscard]] Failure unwritable(unsigned long error);

} // namespace pdh_shim::file_failure
