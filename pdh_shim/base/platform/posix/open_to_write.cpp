// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/posix/open_to_write.h"

#include "base/trusted_file.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <system_error>

namespace pdh_shim::platform {
namespace {

// The kernel's links to what this process has open: they lead there whatever the file is called by now.
bool is_own_descriptor(const std::string& path) {
    return path == "/dev/stdout" || path == "/dev/stderr" || path.starts_with("/proc/self/fd/") ||
           path.starts_with("/dev/fd/");
}

// Whether open() refused the last part of the path for being a link.
bool is_link_refused(int error) {
    return error == ELOOP || error == EMLINK; // FreeBSD says EMLINK
}

/// Where a link leads, through other links only if the file exists.
std::filesystem::path target_of_link(const std::filesystem::path& link) {
    std::error_code none;
    auto target = std::filesystem::canonical(link, none);
    return none ? link.parent_path() / std::filesystem::read_symlink(link, none) : target;
}

} // namespace

int open_to_write(const std::string& path, int flags, mode_t mode) {
    flags |= O_CLOEXEC | O_NOCTTY;
    const bool follows_any = !checks_trust() || is_own_descriptor(path);
    const int file = open(path.c_str(), flags | (follows_any ? 0 : O_NOFOLLOW), mode);
    if (file >= 0 || !is_link_refused(errno) || follows_any || (flags & O_NOFOLLOW) != 0) {
        return file;
    }
    if (!reason_for_distrust(path).empty()) {
        errno = ELOOP;
        return -1;
    }
    // In a sticky folder others may make a link where this one leads to nothing yet.
    return open(target_of_link(path).c_str(), flags | O_NOFOLLOW, mode);
}

} // namespace pdh_shim::platform
