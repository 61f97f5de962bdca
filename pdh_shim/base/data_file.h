// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

// Files of any size whose bytes are read and written at places of the caller's choice: logs. Nothing is
// mapped: a mapped file that somebody cuts short ends the program that reads it. Why something failed is one
// of base/data_file.h, without the name of the file.

namespace pdh_shim {

/// A regular file to read. One thread at a time.
class DataFile {
  public:
    DataFile() = default;
    DataFile(const DataFile&) = delete;
    DataFile& operator=(const DataFile&) = delete;
    DataFile(DataFile&&) = delete;
    DataFile& operator=(DataFile&&) = delete;
    virtual ~DataFile() = default;

    /// Bytes that it has now: others may be writing it.
    [[nodiscard]] virtual Result<std::uint64_t, Failure> size() = 0;

    /// Reads the bytes at `offset` and returns how many there were: fewer than asked for only at the end.
    /// @retval log_file_open_error they cannot be read, or the program has closed the descriptor
    ///         (base/platform/posix/descriptor.h)
    [[nodiscard]] virtual Result<std::size_t, Failure> read(
        std::uint64_t offset, std::span<std::byte> bytes) = 0;
};

/// What may be there when a file is opened to be written.
enum class Creation : std::uint8_t {
    create_new,    ///< nothing may be there
    create_always, ///< what is there is emptied
    open_always    ///< what is there stays, or else the file is made
};

/// Where a file is written.
enum class Writing : std::uint8_t {
    anywhere, ///< WritableFile::write()
    at_end    ///< WritableFile::append(): the system finds the end of the file at each write
};

/// A regular file to write. One thread at a time. While it is open, nobody else can open it to write; reading
/// is not hindered. A child of fork() does not have it. (Where the file system knows no locks, nobody is kept
/// out.) What fails has the status log_file_create_error.
class WritableFile {
  public:
    WritableFile() = default;
    WritableFile(const WritableFile&) = delete;
    WritableFile& operator=(const WritableFile&) = delete;
    WritableFile(WritableFile&&) = delete;
    WritableFile& operator=(WritableFile&&) = delete;
    virtual ~WritableFile() = default;

    /// Bytes that it has.
    [[nodiscard]] virtual Result<std::uint64_t, Failure> size() = 0;
    /// Writes all of the bytes at `offset`. After an error some of them may have been written.
    [[nodiscard]] virtual Result<void, Failure> write(
        std::uint64_t offset, std::span<const std::byte> bytes) = 0;
    /// Writes all of the bytes at the end that the file has now: somebody else may have cut it short. Only if
    /// it was opened with Writing::at_end. After an error some of them may have been written.
    [[nodiscard]] virtual Result<void, Failure> append(std::span<const std::byte> bytes) = 0;
    /// Has the system store what was written: then a power failure does not take it. Where the file system
    /// cannot do that, nothing happens.
    [[nodiscard]] virtual Result<void, Failure> sync() = 0;
    /// Cuts it after `size` bytes.
    [[nodiscard]] virtual Result<void, Failure> cut(std::uint64_t size) = 0;
};

/// Opens a regular file, or a link to one; the name is as in base/named_file.h.
/// @retval file_not_found it does not exist @retval log_file_open_error it cannot be opened
[[nodiscard]] Result<std::unique_ptr<DataFile>, Failure> open_data_file(const std::string& name);

/// The same, to write. Fails as `file_failure::exists()` and the functions behind it say
[[nodiscard]] Result<std::unique_ptr<WritableFile>, Failure> open_writable_file(
    const std::string& name, Creation creation, Writing writing = Writing::anywhere);

} // namespace pdh_shim

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
