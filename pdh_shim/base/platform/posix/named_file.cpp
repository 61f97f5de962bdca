// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/named_file.h"

#include "base/platform.h"
#include "base/platform/posix/descriptor.h"

#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace pdh_shim {
namespace {

namespace fs = std::filesystem;

fs::path current_folder() {
    std::error_code error;
    fs::path folder = fs::current_path(error);
    return error ? fs::path("/") : folder;
}

FileKind kind_of(fs::file_type type) {
    switch (type) {
    case fs::file_type::none:
    case fs::file_type::not_found:
        return FileKind::none;
    case fs::file_type::regular:
        return FileKind::file;
    case fs::file_type::directory:
        return FileKind::folder;
    default:
        return FileKind::other;
    }
}

/// The folder has the kinds of its entries, so only links need another system call.
FileKind kind_of(const fs::directory_entry& entry) {
    std::error_code error;
    return entry.is_directory(error)      ? FileKind::folder
           : entry.is_regular_file(error) ? FileKind::file
                                          : kind_of(entry.status(error).type());
}

} // namespace

FileKind file_kind(const std::string& name) {
    std::error_code error;
    return kind_of(fs::status(name, error).type());
}

Result<std::vector<FolderEntry>, Failure> folder_entries(const std::string& folder) {
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    std::vector<FolderEntry> entries;
    while (!error && entry != fs::directory_iterator()) {
        entries.push_back({entry->path().filename().string(), kind_of(*entry)});
        entry.increment(error);
    }
    if (error) {
        return platform::open_failure(error.value());
    }
    return entries;
}

Result<FileStream, Failure> open_regular_file(const std::string& name) {
    const int descriptor = platform::above_standard_streams(open(name.c_str(), platform::read_flags));
    if (descriptor < 0) {
        return platform::open_failure(errno);
    }
    struct stat status {};
    const bool is_regular = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    FileStream file(is_regular ? fdopen(descriptor, "rb") : nullptr);
    if (file == nullptr) {
        close(descriptor);
        return is_regular ? file_failure::unreadable(0) : file_failure::not_regular();
    }
    return file;
}

std::string absolute_name(const std::string& name) {
    const fs::path whole = (current_folder() / name).lexically_normal();
    const bool ends_with_separator = !whole.has_filename() && whole.has_relative_path();
    return (ends_with_separator ? whole.parent_path() : whole).string();
}

std::string folder_of(const std::string& name) {
    return fs::path(name).parent_path().string();
}

std::string last_part(const std::string& name) {
    return fs::path(name).filename().string();
}

std::string name_below(const std::string& folder, const std::string& name) {
    return (fs::path(folder) / name).string();
}

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

std::vector<std::string> companion_paths(
    std::string_view name, std::initializer_list<std::string_view> folders) {
    const std::string own = own_file();
    const std::string own_folder = own.substr(0, own.rfind('/') + 1);
    std::vector<std::string> paths;
    const auto add = [&](std::string path) { paths.push_back(path.append(name)); };
    if (!own_folder.empty()) {
        add(own_folder);
    }
    for (const std::string_view folder : folders) {
        if (folder.starts_with('/')) {
            add(std::string(folder) + '/');
        } else if (!own_folder.empty()) {
            add(own_folder + std::string(folder) + '/');
        }
    }
    return paths;
}

} // namespace pdh_shim
