// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Searches of folders.
#include "files/file.h"
#include "files/name_pattern.h"
#include "text/text.h"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <mutex>
#include <tuple>
#include <vector>

namespace pdh_shim::compat {
namespace {

class Search final : public KernelObject {
  public:
    Search(Descriptor folder, std::vector<std::string> names)
        : KernelObject(ObjectType::file_search, -1), folder_(std::move(folder)), names_(std::move(names)) {}

    bool try_take() override { return false; }
    void give_back() override {}

    /// The next file that is still there. False sets ERROR_NO_MORE_FILES.
    bool next(FoundFile& file) {
        const std::scoped_lock lock(mutex_);
        while (next_ < names_.size()) {
            const std::string& name = names_[next_++];
            if (const auto status = status_of(folder_.get(), name.c_str())) {
                file = {name, *status};
                return true;
            }
        }
        SetLastError(ERROR_NO_MORE_FILES);
        return false;
    }

  private:
    std::mutex mutex_;
    Descriptor folder_;
    std::vector<std::string> names_;
    std::size_t next_ = 0; // guarded by mutex_
};

/// The names of an open folder that match, `.` and `..` first.
std::vector<std::string> matching_names(int folder, const NamePattern& pattern) {
    struct SortedName {
        std::string key;
        std::string name;
    };
    std::vector<SortedName> found;
    const int own = fcntl(folder, F_DUPFD_CLOEXEC, 0);
    DIR* const entries = own < 0 ? nullptr : fdopendir(own);
    if (entries == nullptr && own >= 0) {
        close(own);
    }
    while (const dirent* const entry = entries == nullptr ? nullptr : readdir(entries)) {
        std::string name = entry->d_name;
        if (pattern.matches(name)) {
            const bool dots = name == "." || name == "..";
            std::string key = dots ? name : '/' + lower(name);
            found.push_back({std::move(key), std::move(name)});
        }
    }
    if (entries != nullptr) {
        closedir(entries);
    }
    std::sort(found.begin(), found.end(), [](const SortedName& one, const SortedName& other) {
        return std::tie(one.key, one.name) < std::tie(other.key, other.name);
    });
    std::vector<std::string> names;
    names.reserve(found.size());
    for (SortedName& each : found) {
        names.push_back(std::move(each.name));
    }
    return names;
}

/// The error of a folder that cannot be searched.
void set_folder_error(int number, const std::string& folder, std::string_view name) {
    const bool is_file =
        number == ENOTDIR && status_of(AT_FDCWD, folder.substr(0, folder.size() - 1).c_str());
    if (is_file) {
        SetLastError(ERROR_DIRECTORY);
    } else if (has_wildcard(folder)) {
        SetLastError(ERROR_INVALID_NAME);
    } else if (number == ENOENT) {
        SetLastError(ERROR_PATH_NOT_FOUND);
    } else {
        path_failure(number, folder + std::string(name));
    }
}

} // namespace

HANDLE find_first(const std::string& path, FoundFile& file) {
    auto* const failed = INVALID_HANDLE_VALUE; // NOLINT(cppcoreguidelines-pro-type-cstyle-cast)
    const std::size_t name_at = path.rfind('/') + 1;
    const std::string folder_path = path.substr(0, name_at);
    const std::string name = path.substr(name_at);
    if (path.empty()) {
        SetLastError(ERROR_PATH_NOT_FOUND);
        return failed;
    }
    if (!has_wildcard(name) && (name.empty() || !status_of(path))) {
        SetLastError(name.empty() ? ERROR_FILE_NOT_FOUND : GetLastError());
        return failed;
    }
    const int rights = has_wildcard(name) ? O_RDONLY : O_PATH;
    Descriptor folder(
        open(folder_path.empty() ? "." : folder_path.c_str(), rights | O_DIRECTORY | O_CLOEXEC));
    if (!folder) {
        set_folder_error(errno, folder_path, name);
        return failed;
    }
    auto names =
        has_wildcard(name) ? matching_names(folder.get(), NamePattern(name)) : std::vector<std::string>{name};
    auto search = std::make_shared<Search>(std::move(folder), std::move(names));
    if (!search->next(file)) {
        SetLastError(ERROR_FILE_NOT_FOUND);
        return failed;
    }
    return add_handle(std::move(search));
}

BOOL find_next(HANDLE search, FoundFile& file) {
    const auto found = find_object<Search>(search);
    return found && found->next(file) ? TRUE : FALSE;
}

} // namespace pdh_shim::compat

BOOL WINAPI FindClose(HANDLE search) {
    const auto found = pdh_shim::compat::find_object<pdh_shim::compat::Search>(search);
    return found && pdh_shim::compat::remove_handle(search) ? TRUE : FALSE;
}
