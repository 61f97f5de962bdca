// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/named_file.h"
#include "base/platform/posix/descriptor.h"
#include "tools/terminal/own_files.h"
#include "tools/terminal/program_end.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace pdh_shim::tools::terminal {

namespace {

// Pipes and devices cannot be synchronized.
bool synchronize(int descriptor) {
    return ::fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS;
}

std::string reason_not_opened(int error) {
    switch (error) {
    case ELOOP:
        return "others can change this link, or what it leads to";
    case ENXIO:
        return "it is not a regular file";
    default:
        return std::generic_category().message(error);
    }
}

[[noreturn]] void fail_to_create(const std::string& path, int error) {
    throw ProgramError("The file \"" + path + "\" cannot be created: " + reason_not_opened(error) + ".");
}

bool is_of_kind(int file, WritableKind kind) {
    struct stat status = {};
    const bool is_known = ::fstat(file, &status) == 0;
    return is_known &&
           (S_ISREG(status.st_mode) || (kind == WritableKind::file_or_stream &&
                                           (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode))));
}

} // namespace

// A pipe that nobody reads cannot be opened without waiting; Ctrl+C ends the wait.
int open_file(const std::string& path, int flags, mode_t mode, WritableKind kind) {
    int file = platform::open_to_write(path, flags | O_NONBLOCK, mode);
    if (file < 0 && errno == ENXIO && kind == WritableKind::file_or_stream) {
        file = platform::open_to_write(path, flags, mode);
    }
    if (file < 0 && errno == EINTR) {
        throw ProgramError("It was stopped before \"" + path + "\" had a reader.", ExitStatus::interrupted);
    }
    if (file < 0) {
        fail_to_create(path, errno);
    }
    if (!is_of_kind(file, kind)) {
        ::close(file);
        fail_to_create(path, ENXIO);
    }
    (void)::fcntl(file, F_SETFL, ::fcntl(file, F_GETFL) & ~O_NONBLOCK);
    return file;
}

void fail_at(const std::string& path) {
    throw ProgramError(path + ": " + std::generic_category().message(errno));
}

void make_own_folders(const std::filesystem::path& path, bool is_for_all) {
    if (const auto reason = reason_not_own(path.string()); !reason.empty()) {
        throw ProgramError(reason);
    }
    std::error_code unknown;
    if (std::filesystem::exists(path, unknown) || !path.has_relative_path()) {
        return;
    }
    make_own_folders(path.parent_path(), is_for_all);
    const bool is_made = ::mkdir(path.c_str(), 0700) == 0;
    if (is_made ? is_for_all && ::chmod(path.c_str(), 0755) != 0 : errno != EEXIST) {
        fail_at(path.string());
    }
}

void write_and_close(int descriptor, const std::string& path, const std::string& text) {
    auto error = write_all(descriptor, text);
    if (!error && !synchronize(descriptor)) {
        error = {errno, std::generic_category()};
    }
    ::close(descriptor);
    if (error) {
        throw ProgramError(path + ": " + error.message());
    }
}

namespace {

// The file itself, or the one that a link leads to: rename() replaces whatever has the name.
std::filesystem::path file_to_replace(const std::filesystem::path& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        fail_to_create(path.string(), ENXIO);
    }
    if (!std::filesystem::is_symlink(path, error)) {
        return path;
    }
    if (!reason_for_distrust(path.string()).empty()) {
        fail_to_create(path.string(), ELOOP);
    }
    auto file = std::filesystem::canonical(path, error);
    if (error) {
        fail_to_create(path.string(), error.value());
    }
    return file;
}

} // namespace

// The name of the new file begins with a point: readers of the folder do not take it for one of theirs.
void replace_own_file(const std::filesystem::path& name, const std::string& text, bool is_for_all) {
    const auto path = file_to_replace(name);
    const auto temporary = (path.parent_path() / ("." + path.filename().string() + ".new")).string();
    (void)::unlink(temporary.c_str()); // of one that was killed
    const int file = open_file(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
    (void)::fchmod(file, is_for_all ? 0644 : 0600);
    try {
        write_and_close(file, path.string(), text);
        if (std::rename(temporary.c_str(), path.c_str()) != 0) {
            fail_at(path.string());
        }
    } catch (const ProgramError&) {
        (void)::unlink(temporary.c_str());
        throw;
    }
}

LockFile::LockFile(const std::string& path)
    : path_(path), descriptor_(open_file(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0600)) {}

// A child of fork() may have the descriptor too.
LockFile::~LockFile() {
    (void)::flock(descriptor_, LOCK_UN);
    ::close(descriptor_);
}

void LockFile::lock() const {
    while (::flock(descriptor_, LOCK_EX) != 0) {
        if (errno != EINTR) {
            fail_at(path_);
        }
    }
}

void reserve_standard_descriptors() {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
        if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) {
            // open() returns the lowest free number, which is this one. Opened for the wrong direction, its
            // use fails.
            (void)::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

std::error_code write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const auto written = ::write(descriptor, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) {
            pollfd state = {descriptor, POLLOUT, 0};
            ::poll(&state, 1, -1);
        } else if (errno != EINTR) {
            return {errno, std::generic_category()};
        }
    }
    return {};
}

} // namespace pdh_shim::tools::terminal
