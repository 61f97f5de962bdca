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

} // namespace

FileKind file_kind(const std::string& name) {
    std::error_code error;
    switch (fs::status(name, error).type()) {
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
