// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/named_file.h"

#include "base/platform/posix/kept_descriptor.h"
#include "base/platform/posix/open_failure.h"

#include <cerrno>
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

} // namespace pdh_shim
