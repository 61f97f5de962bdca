#include "base/named_file.h"

#include <filesystem>
#include <system_error>

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

/// A folder tells what kind its entries are, so that only links are followed.
FileKind kind_of(const fs::directory_entry& entry) {
    std::error_code error;
    return entry.is_directory(error)      ? FileKind::folder
           : entry.is_regular_file(error) ? FileKind::file
                                          : kind_of(entry.status(error).type());
}

FileError error_of(const std::error_code& error) {
    return error == std::errc::permission_denied           ? FileError::denied
           : error == std::errc::no_such_file_or_directory ? FileError::not_found
                                                           : FileError::failed;
}

} // namespace

FileKind file_kind(const std::string& name) {
    std::error_code error;
    return kind_of(fs::status(name, error).type());
}

FileResult<std::vector<FolderEntry>> folder_entries(const std::string& folder) {
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    std::vector<FolderEntry> entries;
    while (!error && entry != fs::directory_iterator()) {
        entries.push_back({entry->path().filename().string(), kind_of(*entry)});
        entry.increment(error);
    }
    if (error) {
        return error_of(error);
    }
    return entries;
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
