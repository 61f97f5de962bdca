// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/output_file.h"
#include "tools/terminal/own_files.h"
#include "tools/terminal/program_end.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pdh_shim::tools::command {

namespace {

int descriptor(std::intptr_t file) {
    return static_cast<int>(file);
}

bool is_regular(std::intptr_t file, struct stat& status) {
    return ::fstat(descriptor(file), &status) == 0 && S_ISREG(status.st_mode);
}

} // namespace

// A regular file is emptied only when nobody else is writing it. The lock is the library's
// (base/data_file.h), and missing where the file system knows none.
FileToWrite::FileToWrite(const std::string& name, ExistingFile existing, Streams streams)
    : file_(terminal::open_file(name,
          (existing == ExistingFile::kept && streams == Streams::refused ? O_RDWR : O_WRONLY) | O_CREAT |
              O_APPEND,
          0666,
          streams == Streams::taken ? terminal::WritableKind::file_or_stream
                                    : terminal::WritableKind::file)) {
    struct stat status = {};
    if (!is_regular(file_, status)) {
        return;
    }
    const bool is_locked = ::flock(descriptor(file_), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    const auto error = !is_locked && existing == ExistingFile::emptied ? cut(0) : std::error_code();
    if (is_locked || error) {
        ::close(descriptor(file_));
        throw terminal::ProgramError("The file \"" + name + "\" " +
                                     (is_locked ? "is being written by another program."
                                                : "cannot be created: " + error.message() + '.'));
    }
}

FileToWrite::~FileToWrite() {
    ::close(descriptor(file_));
}

bool FileToWrite::is_empty() const {
    struct stat status = {};
    return is_regular(file_, status) && status.st_size == 0;
}

std::string FileToWrite::read(std::uint64_t place, std::size_t count) const {
    std::string bytes(count, '\0');
    const auto done = ::pread(descriptor(file_), bytes.data(), count, static_cast<off_t>(place));
    bytes.resize(done > 0 ? static_cast<std::size_t>(done) : 0);
    return bytes;
}

std::uint64_t FileToWrite::size() const {
    struct stat status = {};
    return is_regular(file_, status) ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::error_code FileToWrite::cut(std::uint64_t size) const {
    const bool is_cut = ::ftruncate(descriptor(file_), static_cast<off_t>(size)) == 0;
    return {is_cut ? 0 : errno, std::generic_category()};
}

bool FileToWrite::is_moved_from(const std::string& name) const {
    struct stat opened = {};
    struct stat named = {};
    return ::fstat(descriptor(file_), &opened) != 0 || ::stat(name.c_str(), &named) != 0 ||
           opened.st_dev != named.st_dev || opened.st_ino != named.st_ino;
}

std::error_code FileToWrite::write(std::string_view bytes) const {
    struct stat before = {};
    const bool has_end = is_regular(file_, before);
    const auto error = terminal::write_all(descriptor(file_), bytes);
    if (error && has_end && ::ftruncate(descriptor(file_), before.st_size) != 0) {
        return {errno, std::generic_category()}; // a part of the bytes stays there
    }
    return error;
}

void FileToWrite::store() const {
    (void)::fdatasync(descriptor(file_));
}

std::string identity_of_file(const std::string& name) {
    struct stat status = {};
    return ::stat(name.c_str(), &status) == 0
               ? std::to_string(status.st_dev) + ' ' + std::to_string(status.st_ino)
               : std::string();
}

} // namespace pdh_shim::tools::command
