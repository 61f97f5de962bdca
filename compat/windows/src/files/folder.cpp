// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Files and folders by their paths.
#include "files/file.h"
#include "system/system.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <vector>

namespace pdh_shim::compat {
namespace {

constexpr mode_t writable_by_anyone = 0222;

/// Where the last name of a path begins; separators at its end belong to the name.
std::size_t last_name_at(std::string_view path) {
    const std::size_t end = path.find_last_not_of('/');
    return end == std::string_view::npos ? 0 : path.rfind('/', end) + 1;
}

std::string folder_of(const std::string& path) {
    const std::string folder = path.substr(0, last_name_at(path));
    return folder.empty() ? "." : folder;
}

bool is_folder(const std::string& path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

bool is_link(const std::string& path) {
    struct stat status = {};
    return lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

/// Whether a file is there, of any kind.
bool is_there(const std::string& path) {
    struct stat status = {};
    return lstat(path.c_str(), &status) == 0;
}

/// Whether a file is there that Windows would neither delete nor replace.
bool is_protected(const std::string& path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 &&
           (S_ISDIR(status.st_mode) ||
               (S_ISREG(status.st_mode) && (status.st_mode & writable_by_anyone) == 0 && !is_link(path)));
}

bool is_same_file(const std::string& first, const std::string& second) {
    struct stat one = {};
    struct stat other = {};
    return stat(first.c_str(), &one) == 0 && stat(second.c_str(), &other) == 0 &&
           one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

FILETIME time_of(const statx_timestamp& time) {
    return file_time_of(time.tv_sec, time.tv_nsec);
}

bool is_earlier(const FILETIME& first, const FILETIME& second) {
    return CompareFileTime(&first, &second) < 0;
}

DWORD attributes_of(unsigned mode) {
    if (S_ISDIR(mode)) {
        return FILE_ATTRIBUTE_DIRECTORY;
    }
    return (mode & writable_by_anyone) == 0 ? FILE_ATTRIBUTE_READONLY : FILE_ATTRIBUTE_NORMAL;
}

/// A file that this area opens for itself.
class OwnFile : boost::noncopyable {
  public:
    OwnFile(const std::string& path, const OpenRequest& request) : handle_(create_file(path, request)) {}
    ~OwnFile() {
        if (*this) {
            CloseHandle(handle_);
        }
    }

    explicit operator bool() const noexcept {
        return handle_ != INVALID_HANDLE_VALUE; // NOLINT(cppcoreguidelines-pro-type-cstyle-cast)
    }
    [[nodiscard]] int descriptor() const { return file_descriptor(handle_); }

  private:
    HANDLE handle_;
};

bool copy_contents(int from, int to) {
    std::vector<char> buffer(1 << 18);
    for (;;) {
        const ssize_t count = read(from, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return count == 0;
        }
        for (ssize_t written = 0; written < count;) {
            const ssize_t more =
                write(to, buffer.data() + written, static_cast<std::size_t>(count - written));
            if (more < 0 && errno != EINTR) {
                return false;
            }
            written += std::max<ssize_t>(more, 0);
        }
    }
}

/// Makes the name of a file last through a failure of power.
bool sync_folder(const std::string& path) {
    const Descriptor folder(open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return folder && (fsync(folder.get()) == 0 || errno == EINVAL);
}

/// Renames, without replacing anything unless asked to. 0, or errno.
int rename_file(const std::string& from, const std::string& to, bool replaces) {
    if (replaces) {
        return rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
    }
    if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
        return 0;
    }
    if (errno != EINVAL && errno != ENOSYS) {
        return errno;
    }
    if (is_there(to)) { // a file system that cannot look and rename in one step
        return EEXIST;
    }
    return rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

/// Whether a file can be moved as far as names and rights say. False sets the last error.
BOOL may_move(const std::string& from, const std::string& to, DWORD flags) {
    constexpr DWORD known = MOVEFILE_REPLACE_EXISTING | MOVEFILE_COPY_ALLOWED | MOVEFILE_WRITE_THROUGH;
    if ((flags & ~known) != 0) {
        return result(false, ERROR_NOT_SUPPORTED);
    }
    if (from.empty() || to.empty()) {
        return path_failure(ENOENT, to.empty() ? to : from);
    }
    if (!is_there(from)) {
        return path_failure(errno, from);
    }
    if (is_refused_name(to) && !is_there(to)) {
        return result(false, ERROR_INVALID_NAME);
    }
    const bool replaces = (flags & MOVEFILE_REPLACE_EXISTING) != 0;
    return result(!replaces || is_same_file(from, to) || !is_protected(to), ERROR_ACCESS_DENIED);
}

} // namespace

bool is_refused_name(std::string_view path) {
    const std::string_view name = path.substr(last_name_at(path));
    return std::any_of(name.begin(), name.end(), [](unsigned char byte) {
        return byte < ' ' ||
               std::string_view(R"(<>"|?*)").find(static_cast<char>(byte)) != std::string_view::npos;
    });
}

BOOL path_failure(int number, const std::string& path) {
    DWORD error = error_of(number);
    if (number == ENOENT && (path.empty() || !is_folder(folder_of(path)))) {
        error = ERROR_PATH_NOT_FOUND;
    } else if (number == ENOENT && is_refused_name(path)) {
        error = ERROR_INVALID_NAME;
    }
    return result(false, error);
}

std::optional<FileStatus> status_of(int folder, const char* name) {
    constexpr unsigned wanted = STATX_BASIC_STATS | STATX_BTIME;
    const int flags = name[0] == '\0' ? AT_EMPTY_PATH : AT_SYMLINK_NOFOLLOW;
    struct statx status = {};
    if (statx(folder, name, flags, wanted, &status) != 0) {
        return std::nullopt;
    }
    FileStatus found;
    if (S_ISLNK(status.stx_mode)) {
        struct statx target = {};
        if (statx(folder, name, 0, wanted, &target) == 0) {
            status = target;
        }
        found.reparse_tag = IO_REPARSE_TAG_SYMLINK;
    }
    found.attributes = attributes_of(status.stx_mode);
    if (found.reparse_tag != 0) {
        found.attributes =
            (found.attributes & ~static_cast<DWORD>(FILE_ATTRIBUTE_NORMAL)) | FILE_ATTRIBUTE_REPARSE_POINT;
    }
    found.access = time_of(status.stx_atime);
    found.write = time_of(status.stx_mtime);
    found.creation = (status.stx_mask & STATX_BTIME) != 0
                         ? time_of(status.stx_btime)
                         : std::min(time_of(status.stx_ctime), found.write, is_earlier);
    found.size = S_ISDIR(status.stx_mode) ? 0 : status.stx_size;
    return found;
}

std::optional<FileStatus> status_of(const std::string& path) {
    if (path.empty()) {
        path_failure(ENOENT, path);
        return std::nullopt;
    }
    auto status = status_of(AT_FDCWD, path.c_str());
    if (!status) {
        path_failure(errno, path);
    }
    return status;
}

BOOL set_attributes(const std::string& path, DWORD attributes) {
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0) {
        return path_failure(errno, path);
    }
    if (!S_ISREG(status.st_mode)) {
        return TRUE;
    }
    const bool protects = (attributes & FILE_ATTRIBUTE_READONLY) != 0;
    const mode_t mode = status.st_mode & 07777;
    const bool is_writable = (mode & writable_by_anyone) != 0;
    if (protects != is_writable) {
        return TRUE;
    }
    const mode_t wanted = protects ? mode & ~writable_by_anyone : mode | S_IWUSR;
    return chmod(path.c_str(), wanted) == 0 ? TRUE : path_failure(errno, path);
}

BOOL delete_file(const std::string& path) {
    if (is_protected(path)) {
        return result(false, ERROR_ACCESS_DENIED);
    }
    return unlink(path.c_str()) == 0 ? TRUE : path_failure(errno, path);
}

BOOL move_file(const std::string& from, const std::string& to, DWORD flags) {
    if (may_move(from, to, flags) == FALSE) {
        return FALSE;
    }
    const bool replaces = (flags & MOVEFILE_REPLACE_EXISTING) != 0;
    const bool same = is_same_file(from, to);
    const int number = rename_file(from, to, replaces);
    if (number == EXDEV && (flags & MOVEFILE_COPY_ALLOWED) != 0 && !is_folder(from)) {
        return copy_file(from, to, !replaces) != 0 && delete_file(from) != 0 ? TRUE : FALSE;
    }
    if (number == ENOENT) {
        return result(false, ERROR_PATH_NOT_FOUND); // of the new name: the file is there
    }
    if (number != 0 && !(number == EEXIST && same && from == to)) {
        return result(false, number == ENOTEMPTY ? ERROR_ALREADY_EXISTS : error_of(number));
    }
    const bool synced = (flags & MOVEFILE_WRITE_THROUGH) == 0 || sync_folder(to);
    return result(synced, ERROR_WRITE_FAULT);
}

BOOL copy_file(const std::string& from, const std::string& to, bool fail_if_exists) {
    if (is_same_file(from, to)) {
        return result(false, fail_if_exists ? ERROR_FILE_EXISTS : ERROR_SHARING_VIOLATION);
    }
    const OwnFile source(
        from, {.access = GENERIC_READ, .share = FILE_SHARE_READ | FILE_SHARE_WRITE, .flags = 0});
    if (!source) {
        return FALSE;
    }
    const OwnFile copy(
        to, {.access = GENERIC_WRITE,
                .share = 0,
                .disposition = static_cast<DWORD>(fail_if_exists ? CREATE_NEW : CREATE_ALWAYS)});
    if (!copy) {
        return FALSE;
    }
    struct stat status = {};
    const bool copied =
        fstat(source.descriptor(), &status) == 0 && copy_contents(source.descriptor(), copy.descriptor());
    const int number = copied ? 0 : errno;
    if (copied && S_ISREG(status.st_mode)) {
        // A file system without rights or times keeps its own.
        const timespec times[] = {{.tv_sec = 0, .tv_nsec = UTIME_OMIT}, status.st_mtim};
        static_cast<void>(
            fchmod(copy.descriptor(), status.st_mode & 0777) != 0 || futimens(copy.descriptor(), times) != 0);
    }
    if (!copied) {
        unlink(to.c_str());
    }
    return result(copied, error_of(number));
}

BOOL create_folder(const std::string& path) {
    if (is_refused_name(path) && !is_there(path)) {
        return result(false, ERROR_INVALID_NAME);
    }
    if (mkdir(path.c_str(), 0777) == 0) {
        return TRUE;
    }
    return errno == ENOENT ? result(false, ERROR_PATH_NOT_FOUND) : path_failure(errno, path);
}

BOOL remove_folder(const std::string& path) {
    const bool link = is_link(path) && is_folder(path);
    if ((link ? unlink(path.c_str()) : rmdir(path.c_str())) == 0) {
        return TRUE;
    }
    if (errno == ENOTDIR && is_there(path)) {
        return result(false, ERROR_DIRECTORY);
    }
    if (errno == EEXIST) { // POSIX' other errno for it
        return result(false, ERROR_DIR_NOT_EMPTY);
    }
    return path_failure(errno, path);
}

BOOL change_folder(const std::string& path) {
    if (chdir(path.c_str()) == 0) {
        return TRUE;
    }
    return errno == ENOTDIR && is_there(path) ? result(false, ERROR_DIRECTORY) : path_failure(errno, path);
}

std::string working_folder() {
    char* const folder = getcwd(nullptr, 0);
    if (folder == nullptr) {
        SetLastError(error_of(errno));
        return {};
    }
    std::string path = folder;
    std::free(folder);
    return path;
}

std::string absolute_path(const std::string& path) {
    if (path.starts_with('/')) {
        return path;
    }
    const std::string folder = working_folder();
    return folder.empty() ? folder : folder + (folder == "/" ? "" : "/") + path;
}

UINT temporary_file(const std::string& folder, const std::string& prefix, UINT number, std::string& name) {
    if (!is_folder(folder.empty() ? "." : folder)) {
        SetLastError(ERROR_DIRECTORY);
        return 0;
    }
    const auto name_of = [&](UINT chosen) {
        char digits[16];
        static_cast<void>(std::snprintf(digits, sizeof digits, "%X", chosen));
        const char* const separator = folder.empty() || folder.ends_with('/') ? "" : "/";
        return folder + separator + prefix + digits + ".tmp";
    };
    constexpr UINT numbers = 0xFFFF;
    if ((number & numbers) != 0) {
        name = name_of(number & numbers);
        return number & numbers;
    }
    const UINT first = std::random_device()() % numbers;
    for (UINT i = 0; i < numbers; ++i) {
        const UINT chosen = 1 + (first + i) % numbers;
        name = name_of(chosen);
        const Descriptor file(open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
        if (file) {
            return chosen;
        }
        if (errno != EEXIST) {
            path_failure(errno, name);
            return 0;
        }
    }
    SetLastError(ERROR_FILE_EXISTS);
    return 0;
}

} // namespace pdh_shim::compat
