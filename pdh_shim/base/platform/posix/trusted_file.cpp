// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/trusted_file.h"

#include "base/platform.h"

#include <climits>
#include <sys/stat.h>
#include <unistd.h>

namespace pdh_shim {
namespace {

std::optional<std::string> link_target(const std::string& path) {
    std::string target(PATH_MAX, '\0'); // not on the stack: a program's thread may have a small one
    const ssize_t length = readlink(path.c_str(), target.data(), target.size());
    if (length < 0) {
        return std::nullopt;
    }
    target.resize(static_cast<std::size_t>(length));
    return target;
}

std::optional<FileOwner> look_up(const std::string& path) {
    struct stat status {};
    if (lstat(path.c_str(), &status) != 0) {
        return std::nullopt;
    }
    return FileOwner{.user = status.st_uid,
        .writable_by_others = (status.st_mode & (S_IWGRP | S_IWOTH)) != 0,
        .is_folder = S_ISDIR(status.st_mode),
        .is_sticky = (status.st_mode & S_ISVTX) != 0,
        .target = S_ISLNK(status.st_mode) ? link_target(path) : std::nullopt};
}

// Without resolving `..`: what it means after a link is found step by step.
std::string absolute(const std::string& path) {
    std::string folder(PATH_MAX, '\0');
    if (path.starts_with('/') || getcwd(folder.data(), folder.size()) == nullptr) {
        return path;
    }
    folder.erase(folder.find('\0'));
    return folder + '/' + path;
}

} // namespace

bool checks_trust() noexcept {
    return geteuid() == 0 || platform::is_privileged_start();
}

std::string reason_for_distrust(const std::string& path) {
    return checks_trust() ? reason_for_distrust_by_anyone(path) : std::string();
}

std::string reason_for_distrust_by_anyone(const std::string& path) {
    return reason_for_distrust(absolute(path), geteuid(), look_up);
}

std::string reason_not_own(const std::string& folder) {
    struct stat status {};
    if (stat(folder.c_str(), &status) != 0 || status.st_uid == geteuid() || status.st_uid == 0) {
        return {};
    }
    return folder + " belongs to user " + std::to_string(status.st_uid);
}

} // namespace pdh_shim
