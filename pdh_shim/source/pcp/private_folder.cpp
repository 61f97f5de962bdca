// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/private_folder.h"

#include "base/bytes.h"
#include "base/named_file.h"
#include "base/platform.h"

#include <algorithm>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim::source::pcp {
namespace {

std::string text_of_file(const std::string& name) {
    constexpr std::size_t longest = 4096;
    const auto bytes = read_named_file(name, longest);
    return bytes ? std::string(as_text(bytes.value())) : std::string();
}

// When a process began, in ticks since the machine did; empty without such a process. The name of its
// program may have blanks and brackets.
std::string start_of(std::string_view process) {
    constexpr int fields_before = 20; // behind the name: see proc_pid_stat(5)
    const std::string text = text_of_file("/proc/" + std::string(process) + "/stat");
    std::size_t place = text.rfind(')');
    for (int i = 0; i < fields_before && place != std::string::npos; ++i) {
        place = text.find(' ', place + 1);
    }
    return place == std::string::npos ? std::string()
                                      : text.substr(place + 1, text.find(' ', place + 1) - place - 1);
}

// Numbers of processes mean something within one start of a machine and one namespace only: a folder of
// temporary files may be shared by several.
std::string prefix() {
    struct stat status {};
    const ino_t numbers = stat("/proc/self/ns/pid", &status) == 0 ? status.st_ino : 0;
    const std::string boot = text_of_file("/proc/sys/kernel/random/boot_id").substr(0, 8);
    return "pdh-shim-" + boot + "-" + std::to_string(numbers) + "-";
}

// Of an open folder; links in it are removed, not followed.
void remove_files(int folder) {
    DIR* const entries = fdopendir(folder);
    if (entries == nullptr) {
        close(folder);
        return;
    }
    while (const dirent* const entry = readdir(entries)) { // NOLINT(concurrency-mt-unsafe): this one is ours
        unlinkat(dirfd(entries), entry->d_name, 0);        // refuses `.` and `..`
    }
    closedir(entries);
}

// Only if nobody else can have made it, or put something into it.
void remove_folder(const std::string& path) {
    const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) {
        return;
    }
    struct stat status {};
    if (fstat(folder, &status) != 0 || status.st_uid != geteuid() || (status.st_mode & 077U) != 0) {
        close(folder);
        return;
    }
    remove_files(folder);
    rmdir(path.c_str());
}

// `PREFIX PROCESS-START-XXXXXX`
void remove_left_behind(const std::string& where, const std::string& prefix) {
    const auto entries = folder_entries(where);
    if (!entries) {
        return;
    }
    for (const FolderEntry& entry : entries.value()) {
        if (!entry.name.starts_with(prefix)) {
            continue;
        }
        const std::string_view rest = std::string_view(entry.name).substr(prefix.size());
        const std::string_view process = rest.substr(0, rest.find('-'));
        const std::string_view behind = rest.substr(std::min(process.size() + 1, rest.size()));
        const bool is_number = process.find_first_not_of("0123456789") == std::string_view::npos;
        if (is_number && !process.empty() && start_of(process) != behind.substr(0, behind.find('-'))) {
            remove_folder(where + '/' + entry.name);
        }
    }
}

} // namespace

Result<std::unique_ptr<PrivateFolder>, Failure> PrivateFolder::make() {
    const auto chosen = platform::environment("TMPDIR");
    const std::string where = chosen && chosen->starts_with('/') ? *chosen : "/var/tmp";
    const std::string own = prefix();
    remove_left_behind(where, own);
    const std::string number = std::to_string(platform::process_id());
    std::string path = where + '/' + own + number + '-' + start_of("self") + "-XXXXXX";
    if (mkdtemp(path.data()) == nullptr) {
        return Failure(Status::log_file_open_error, where, "no folder for temporary files can be made there");
    }
    return std::unique_ptr<PrivateFolder>(new PrivateFolder(std::move(path)));
}

PrivateFolder::~PrivateFolder() {
    if (is_own()) {
        remove_folder(path_);
    }
}

bool PrivateFolder::is_own() const noexcept {
    return epoch_ == fork_epoch();
}

std::uint64_t PrivateFolder::room() const noexcept {
    struct statvfs status {};
    if (statvfs(path_.c_str(), &status) != 0) {
        return 0;
    }
    return std::uint64_t{status.f_bavail} * status.f_frsize / 2;
}

Result<void, Failure> PrivateFolder::link(const std::string& name, const std::string& target) {
    if (symlink(target.c_str(), (path_ + '/' + name).c_str()) != 0) {
        return Failure(Status::log_file_open_error, path_, "no link can be made there");
    }
    return outcome::success();
}

} // namespace pdh_shim::source::pcp
