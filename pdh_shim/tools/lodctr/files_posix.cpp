// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/trusted_file.h"
#include "tools/lodctr/files.h"
#include "tools/terminal/program_error.h"
#include "tools/terminal/standard_output.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace pdh_shim::tools::lodctr {
namespace {

[[noreturn]] void fail(const std::string& path) {
    throw terminal::ProgramError(path + ": " + std::generic_category().message(errno));
}

// Pipes and devices cannot be synchronized.
bool synchronize(int descriptor) {
    return fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS;
}

int open_file(const std::string& path, int flags, mode_t mode) {
    const int descriptor = open(path.c_str(), flags | O_CREAT | O_CLOEXEC, mode);
    if (descriptor < 0) {
        fail(path);
    }
    return descriptor;
}

void write_and_close(int descriptor, const std::string& path, const std::string& text) {
    std::error_code error = terminal::write_all(descriptor, text);
    if (!error && !synchronize(descriptor)) {
        error = {errno, std::generic_category()};
    }
    close(descriptor);
    if (error) {
        throw terminal::ProgramError(path + ": " + error.message());
    }
}

// Makes a folder and those above it. With `sudo -E` and `su` the home in the environment may be another
// user's: nothing is made there.
void make_folders(const std::filesystem::path& path) {
    std::error_code error;
    if (const std::string reason = reason_not_own(path.string()); !reason.empty()) {
        throw terminal::ProgramError(reason);
    }
    if (std::filesystem::exists(path, error) || !path.has_relative_path()) {
        return;
    }
    make_folders(path.parent_path());
    if (mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) {
        fail(path.string());
    }
}

} // namespace

LockedFolder::LockedFolder(std::string path, bool is_for_all) : path_(std::move(path)) {
    umask(is_for_all ? 022 : 077); // whatever that of the shell is
    make_folders(path_);
    const std::string reason = is_for_all ? reason_for_distrust_by_anyone(path_) : std::string();
    if (!reason.empty()) {
        throw terminal::ProgramError(reason);
    }
    const int folder = open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) {
        fail(path_);
    }
    close(folder);
    lock_ = open_file(path_ + "/.lock", O_RDWR | O_NOFOLLOW, 0600);
    while (flock(lock_, LOCK_EX) != 0) {
        if (errno != EINTR) {
            const int reason = errno;
            close(lock_);
            errno = reason;
            fail(path_ + "/.lock");
        }
    }
}

LockedFolder::~LockedFolder() {
    close(lock_);
}

void LockedFolder::write(const std::string& name, const std::string& text) const {
    const std::string temporary = path_ + "/.new";
    remove(".new"); // of one that was killed
    write_and_close(open_file(temporary, O_WRONLY | O_EXCL | O_NOFOLLOW, 0666), temporary, text);
    if (std::rename(temporary.c_str(), (path_ + "/" + name).c_str()) != 0) {
        fail(path_ + "/" + name);
    }
}

void LockedFolder::remove(const std::string& name) const {
    const std::string path = path_ + "/" + name;
    if (unlink(path.c_str()) != 0 && errno != ENOENT) {
        fail(path);
    }
}

void write_file(const std::string& path, const std::string& text) {
    write_and_close(open_file(path, O_WRONLY | O_TRUNC, 0666), path, text);
}

} // namespace pdh_shim::tools::lodctr
