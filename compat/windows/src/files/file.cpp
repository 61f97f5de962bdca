// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Open files: CreateFile, and the functions that take its handles, or handles of GetStdHandle.
#include "files/file.h"

#include "sync/until_unload.h"
#include "system/system.h"

#include <cerrno>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <sys/stat.h>

namespace pdh_shim::compat {
namespace {

constexpr mode_t anyone_writes = 0222;

/// Whether Windows' sharing allows an open file beside those that are open, also in other processes.
///
/// Each open file holds shared locks of single bytes, far behind any contents: one for reading, one for
/// writing, and one for each of them that it denies to others. Whoever reads must find the byte of those who
/// deny reading free, and so on. The locks belong to the open file (F_OFD_SETLK), so other locks of the
/// process do not end them. Each takes its own locks before it looks at other ones: of two at the same time
/// at least one is refused.
class Sharing {
  public:
    /// False: another one that is open is in the way.
    [[nodiscard]] static bool begin(int descriptor, bool reads, bool writes, DWORD share) {
        const bool denies_reading = (share & FILE_SHARE_READ) == 0;
        const bool denies_writing = (share & FILE_SHARE_WRITE) == 0;
        return (!reads || take(descriptor, reading)) && (!writes || take(descriptor, writing)) &&
               (!denies_reading || take(descriptor, no_reading)) &&
               (!denies_writing || take(descriptor, no_writing)) &&
               (!reads || is_free(descriptor, no_reading)) && (!writes || is_free(descriptor, no_writing)) &&
               (!denies_reading || is_free(descriptor, reading)) &&
               (!denies_writing || is_free(descriptor, writing));
    }

    /// Ends the locks though a child of fork() may have the open file, too.
    static void end(int descriptor) {
        struct flock all = byte_lock(F_UNLCK, reading);
        all.l_len = 4;
        fcntl(descriptor, F_OFD_SETLK, &all);
    }

  private:
    static constexpr off_t reading = 0x7FFFFFFFFFFF0000;
    static constexpr off_t writing = reading + 1;
    static constexpr off_t no_reading = reading + 2;
    static constexpr off_t no_writing = reading + 3;

    static struct flock byte_lock(short type, off_t byte) {
        struct flock lock = {};
        lock.l_type = type;
        lock.l_whence = SEEK_SET;
        lock.l_start = byte;
        lock.l_len = 1;
        return lock;
    }

    /// Where the file system has no locks, every file is shared.
    static bool take(int descriptor, off_t byte) {
        struct flock lock = byte_lock(F_RDLCK, byte);
        return fcntl(descriptor, F_OFD_SETLK, &lock) == 0 || (errno != EAGAIN && errno != EACCES);
    }

    static bool is_free(int descriptor, off_t byte) {
        struct flock lock = byte_lock(F_WRLCK, byte);
        return fcntl(descriptor, F_OFD_GETLK, &lock) != 0 || lock.l_type == F_UNLCK;
    }
};

/// A file to be deleted when it is closed, or when the program ends.
struct DeletedOnClose {
    std::string path; ///< from the root
    struct stat status {};
    pid_t process = getpid(); // a child of fork() that ends deletes nothing

    void remove() const {
        struct stat now = {};
        const bool same = process == getpid() && lstat(path.c_str(), &now) == 0 &&
                          now.st_dev == status.st_dev && now.st_ino == status.st_ino;
        if (same) { // else it was renamed, and another one may have its name
            unlink(path.c_str());
        }
    }
};

/// The files to be deleted that are open.
class DeletedFiles {
  public:
    void add(const DeletedOnClose* file) {
        const std::scoped_lock lock(mutex_);
        files_.insert(file);
    }
    void remove(const DeletedOnClose* file) {
        const std::scoped_lock lock(mutex_);
        if (files_.erase(file) != 0) {
            file->remove();
        }
    }
    void remove_all() {
        const std::scoped_lock lock(mutex_);
        for (const DeletedOnClose* const file : files_) {
            file->remove();
        }
        files_.clear();
    }

  private:
    std::mutex mutex_;
    std::set<const DeletedOnClose*> files_; // guarded by mutex_
};

/// An open file also holds it, so that it lasts as long as the table of handles does.
std::shared_ptr<DeletedFiles>& deleted_files() {
    static auto& files =
        keep_until_unload(new std::shared_ptr<DeletedFiles>(std::make_shared<DeletedFiles>()));
    return files;
}

struct DeletingAtEnd : private boost::noncopyable {
    ~DeletingAtEnd() { deleted_files()->remove_all(); }
};
const DeletingAtEnd deleting_at_end;

class File final : public KernelObject {
  public:
    File(Descriptor file, bool reads, bool writes, const OpenRequest& request)
        : KernelObject(ObjectType::file, -1), file_(std::move(file)), reads_(reads), writes_(writes),
          asynchronous_((request.flags & FILE_FLAG_OVERLAPPED) != 0) {}
    ~File() override {
        if (deleted_) {
            registry_->remove(&*deleted_);
        }
        if (process_ == getpid()) { // a child of fork() shares the locks with its parent
            Sharing::end(file_.get());
        }
    }

    bool try_take() override { return false; }
    void give_back() override {}

    void delete_on_close(const std::string& path) {
        deleted_ = DeletedOnClose{.path = absolute_path(path)};
        fstat(file_.get(), &deleted_->status);
        registry_ = deleted_files();
        registry_->add(&*deleted_);
    }

    [[nodiscard]] int number() const noexcept { return file_.get(); }
    [[nodiscard]] bool reads() const noexcept { return reads_; }
    [[nodiscard]] bool writes() const noexcept { return writes_; }
    [[nodiscard]] bool asynchronous() const noexcept { return asynchronous_; }

  private:
    Descriptor file_;
    bool reads_;
    bool writes_;
    bool asynchronous_;
    pid_t process_ = getpid();
    std::optional<DeletedOnClose> deleted_;
    std::shared_ptr<DeletedFiles> registry_;
};

constexpr DWORD reading_rights = GENERIC_READ | GENERIC_ALL | FILE_READ_DATA;
constexpr DWORD writing_rights = GENERIC_WRITE | GENERIC_ALL | FILE_WRITE_DATA;

struct Rights {
    explicit Rights(DWORD access)
        : reads((access & reading_rights) != 0), writes((access & (writing_rights | FILE_APPEND_DATA)) != 0),
          appends(writes && (access & writing_rights) == 0) {}

    bool reads;
    bool writes;
    bool appends; ///< at the end only
};

/// The flags of open(): of a regular file that is written, also for reading, which locks need.
int open_flags(const Rights& rights, const OpenRequest& request, bool regular) {
    const bool writes = rights.writes || request.disposition == CREATE_ALWAYS;
    const int mode = !writes ? O_RDONLY : (rights.reads || regular ? O_RDWR : O_WRONLY);
    return mode | O_NOCTTY | (rights.appends ? O_APPEND : 0) | (request.inherited ? 0 : O_CLOEXEC) |
           ((request.flags & FILE_FLAG_WRITE_THROUGH) != 0 ? O_DSYNC : 0);
}

Descriptor refuse(int number) {
    errno = number;
    return Descriptor();
}

/// Opens what is there. Empty: errno says why.
Descriptor open_existing(const std::string& path, const Rights& rights, const OpenRequest& request) {
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0) {
        return Descriptor();
    }
    const bool writes = rights.writes || request.disposition == CREATE_ALWAYS;
    if (S_ISDIR(status.st_mode)) {
        const bool wanted = (request.flags & FILE_FLAG_BACKUP_SEMANTICS) != 0 && !writes;
        const int folder_flags = O_PATH | O_DIRECTORY | (request.inherited ? 0 : O_CLOEXEC);
        return wanted ? Descriptor(open(path.c_str(), folder_flags)) : refuse(EACCES);
    }
    const bool regular = S_ISREG(status.st_mode);
    if (regular && writes && (status.st_mode & anyone_writes) == 0) { // root could write
        return refuse(EACCES);
    }
    int flags = open_flags(rights, request, regular);
    if (!rights.reads && !writes) {
        flags = O_PATH | (flags & O_CLOEXEC); // asks for no right
    }
    Descriptor file(open(path.c_str(), flags));
    if (!file && errno == EACCES && regular && writes && !rights.reads) {
        return Descriptor(open(path.c_str(), (flags & ~O_ACCMODE) | O_WRONLY)); // without sharing
    }
    return file;
}

/// Makes a file. Empty leaves errno, EINVAL for a name that no file has on Windows.
Descriptor make_file(const std::string& path, const Rights& rights, const OpenRequest& request) {
    if (is_refused_name(path)) {
        return refuse(EINVAL);
    }
    const mode_t mode = (request.flags & FILE_ATTRIBUTE_READONLY) != 0 ? 0444 : 0666;
    return Descriptor(open(path.c_str(), open_flags(rights, request, true) | O_CREAT | O_EXCL, mode));
}

/// Opens a file or makes it. Empty sets the last error.
Descriptor open_or_make(
    const std::string& path, const Rights& rights, const OpenRequest& request, bool& made) {
    const bool may_exist = request.disposition != CREATE_NEW;
    const bool must_exist = request.disposition == OPEN_EXISTING || request.disposition == TRUNCATE_EXISTING;
    constexpr int attempts = 16; // while others make and delete it; a link to nothing needs all of them
    Descriptor file;
    for (int attempt = 0; attempt < attempts && !file; ++attempt) {
        file = may_exist ? open_existing(path, rights, request) : refuse(ENOENT);
        if (file || errno != ENOENT || must_exist) {
            break;
        }
        file = make_file(path, rights, request);
        made = static_cast<bool>(file);
        if (errno != EEXIST || !may_exist) {
            break;
        }
        errno = ENOENT; // somebody else has made it meanwhile, or it is a link to nothing
    }
    if (file) {
        return file;
    }
    if (errno == EEXIST || (errno == EINVAL && is_refused_name(path))) {
        SetLastError(errno == EEXIST ? ERROR_FILE_EXISTS : ERROR_INVALID_NAME);
    } else {
        path_failure(errno, path);
    }
    return file;
}

/// The file keeps clear of the numbers of standard streams that the program has closed.
Descriptor above_standard_streams(Descriptor file, bool inherited) {
    if (!file || file.get() > STDERR_FILENO) {
        return file;
    }
    Descriptor higher(duplicate_descriptor(file.get()));
    if (higher && inherited) {
        fcntl(higher.get(), F_SETFD, 0);
    }
    return higher;
}

bool is_valid_request(const OpenRequest& request) {
    const bool truncates = request.disposition == TRUNCATE_EXISTING;
    return request.disposition >= CREATE_NEW && request.disposition <= TRUNCATE_EXISTING &&
           (!truncates || (request.access & (GENERIC_WRITE | GENERIC_ALL)) != 0);
}

/// What a handle of a file or of a standard stream gives access to.
struct OpenFile {
    std::shared_ptr<File> file; ///< null for a standard stream
    int descriptor = -1;
    bool reads = false;
    bool writes = false;
};

enum class Need { nothing, reading, writing };

/// Finds an open file. Empty sets ERROR_INVALID_HANDLE or, if it lacks the right, ERROR_ACCESS_DENIED.
std::optional<OpenFile> find_file(HANDLE handle, Need need = Need::nothing) {
    const DWORD before = GetLastError();
    OpenFile found;
    if (FILE* const stream = stream_of(handle); stream != nullptr) {
        found = {nullptr, fileno(stream), stream == stdin, stream != stdin};
        if (need == Need::writing && found.writes) {
            static_cast<void>(
                std::fflush(stream)); // keeps the order of what is written; if it fails, write() fails too
        }
    } else if (auto file = find_object<File>(handle); file) {
        const int number = file->number();
        const bool reads = file->reads();
        const bool writes = file->writes();
        found = {std::move(file), number, reads, writes};
    } else {
        return std::nullopt;
    }
    if ((need == Need::reading && !found.reads) || (need == Need::writing && !found.writes)) {
        SetLastError(ERROR_ACCESS_DENIED);
        return std::nullopt;
    }
    SetLastError(before);
    return found;
}

bool is_regular(int descriptor) {
    struct stat status = {};
    return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

constexpr ULONG_PTR status_end_of_file = 0xC0000011;
constexpr ULONG_PTR status_unsuccessful = 0xC0000001;
constexpr ULONGLONG at_end = ~0ULL;

ULONGLONG offset_of(const OVERLAPPED& overlapped) {
    return static_cast<ULONGLONG>(overlapped.OffsetHigh) << 32 | overlapped.Offset;
}

/// Reads or writes all bytes, or up to the end, or what a pipe has. `error` is the errno that ended it, or 0.
template <class Transfer>
DWORD transfer_all(DWORD bytes, bool regular, int& error, Transfer transfer) {
    DWORD done = 0;
    error = 0;
    while (done < bytes) {
        const ssize_t count = transfer(done);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            error = errno;
        }
        if (count <= 0) {
            break;
        }
        done += static_cast<DWORD>(count);
        if (!regular) {
            break;
        }
    }
    return done;
}

/// Where an operation with an OVERLAPPED begins; empty without an OVERLAPPED, and if the file has no
/// positions.
std::optional<off_t> start_of(int descriptor, const OVERLAPPED* overlapped) {
    const bool seekable = overlapped != nullptr && lseek(descriptor, 0, SEEK_CUR) >= 0;
    if (!seekable) {
        return std::nullopt;
    }
    return offset_of(*overlapped) == at_end ? lseek(descriptor, 0, SEEK_END)
                                            : static_cast<off_t>(offset_of(*overlapped));
}

/// Checks the parameters that ReadFile and WriteFile share, and resets what they return.
bool begin_transfer(const OpenFile& file, LPDWORD transferred, LPOVERLAPPED overlapped) {
    if (transferred != nullptr) {
        *transferred = 0;
    }
    const bool asynchronous = file.file && file.file->asynchronous();
    const bool placed = overlapped == nullptr || offset_of(*overlapped) == at_end ||
                        offset_of(*overlapped) <= static_cast<ULONGLONG>(MAXLONGLONG);
    if ((overlapped == nullptr && (transferred == nullptr || asynchronous)) || !placed) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return false;
    }
    return true;
}

BOOL end_transfer(const OpenFile& file, std::optional<off_t> start, DWORD done, DWORD error,
    LPDWORD transferred, LPOVERLAPPED overlapped) {
    if (transferred != nullptr) {
        *transferred = done;
    }
    if (start && !file.file->asynchronous()) {
        lseek(file.descriptor, *start + static_cast<off_t>(done), SEEK_SET);
    }
    if (overlapped != nullptr) {
        overlapped->Internal =
            error == 0 ? 0 : (error == ERROR_HANDLE_EOF ? status_end_of_file : status_unsuccessful);
        overlapped->InternalHigh = done;
        if (overlapped->hEvent != nullptr && SetEvent(overlapped->hEvent) == 0) {
            return FALSE;
        }
    }
    return result(error == 0, error);
}

/// Moves the position of a file. -1 sets the last error.
off_t move_position(HANDLE handle, LONGLONG distance, DWORD from) {
    constexpr int origins[] = {SEEK_SET, SEEK_CUR, SEEK_END};
    const auto file = find_file(handle);
    if (!file) {
        return -1;
    }
    if (from > FILE_END) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return -1;
    }
    const off_t position = lseek(file->descriptor, static_cast<off_t>(distance), origins[from]);
    if (position < 0) {
        SetLastError(errno == EINVAL ? ERROR_NEGATIVE_SEEK : error_of(errno));
    }
    return position;
}

/// Shares a regular file, and empties it. False sets the last error.
bool begin_use(const Descriptor& file, const std::string& path, const Rights& rights,
    const OpenRequest& request, bool made) {
    const bool writes = rights.writes || request.disposition == CREATE_ALWAYS; // which may empty it
    if ((rights.reads || writes) && !Sharing::begin(file.get(), rights.reads, writes, request.share)) {
        SetLastError(ERROR_SHARING_VIOLATION);
        return false;
    }
    if (made) {
        return true;
    }
    const bool empties = request.disposition == CREATE_ALWAYS || request.disposition == TRUNCATE_EXISTING;
    if (empties && ftruncate(file.get(), 0) != 0) {
        SetLastError(error_of(errno));
        return false;
    }
    if (request.disposition == CREATE_ALWAYS && (request.flags & FILE_ATTRIBUTE_READONLY) != 0) {
        set_attributes(path, FILE_ATTRIBUTE_READONLY);
    }
    return true;
}

} // namespace

HANDLE create_file(const std::string& path, const OpenRequest& request) {
    auto* const failed = INVALID_HANDLE_VALUE; // NOLINT(cppcoreguidelines-pro-type-cstyle-cast)
    if (path.empty() || !is_valid_request(request)) {
        SetLastError(path.empty() ? ERROR_PATH_NOT_FOUND : ERROR_INVALID_PARAMETER);
        return failed;
    }
    const Rights rights(request.access);
    bool made = false;
    Descriptor file = above_standard_streams(open_or_make(path, rights, request, made), request.inherited);
    if (!file) {
        return failed;
    }
    if (is_regular(file.get()) && !begin_use(file, path, rights, request, made)) {
        return failed;
    }
    auto opened = std::make_shared<File>(std::move(file), rights.reads, rights.writes, request);
    if ((request.flags & FILE_FLAG_DELETE_ON_CLOSE) != 0) {
        opened->delete_on_close(path);
    }
    const bool says = request.disposition == CREATE_ALWAYS || request.disposition == OPEN_ALWAYS;
    SetLastError(says && !made ? ERROR_ALREADY_EXISTS : ERROR_SUCCESS);
    return add_handle(std::move(opened));
}

int file_descriptor(HANDLE handle) {
    const auto file = find_object<File>(handle);
    return file ? file->number() : -1;
}

} // namespace pdh_shim::compat

namespace compat = pdh_shim::compat;

BOOL WINAPI ReadFile(HANDLE file, LPVOID buffer, DWORD bytes, LPDWORD read, LPOVERLAPPED overlapped) {
    const auto found = compat::find_file(file, compat::Need::reading);
    if (!found || !compat::begin_transfer(*found, read, overlapped)) {
        return FALSE;
    }
    const auto start = found->file ? compat::start_of(found->descriptor, overlapped) : std::nullopt;
    const bool regular = compat::is_regular(found->descriptor);
    int number = 0;
    const DWORD done = compat::transfer_all(bytes, regular, number, [&](DWORD at) {
        char* const to = static_cast<char*>(buffer) + at;
        return start ? pread(found->descriptor, to, bytes - at, *start + static_cast<off_t>(at))
                     : ::read(found->descriptor, to, bytes - at);
    });
    DWORD error = number == EISDIR ? ERROR_INVALID_FUNCTION : compat::error_of(number);
    if (done == 0 && bytes != 0 && number == 0) { // the end
        const bool pipe = GetFileType(file) == FILE_TYPE_PIPE;
        error = pipe ? ERROR_BROKEN_PIPE : (overlapped != nullptr ? ERROR_HANDLE_EOF : ERROR_SUCCESS);
    }
    return compat::end_transfer(*found, start, done, error, read, overlapped);
}

BOOL WINAPI WriteFile(HANDLE file, LPCVOID buffer, DWORD bytes, LPDWORD written, LPOVERLAPPED overlapped) {
    const auto found = compat::find_file(file, compat::Need::writing);
    if (!found || !compat::begin_transfer(*found, written, overlapped)) {
        return FALSE;
    }
    const auto start = found->file ? compat::start_of(found->descriptor, overlapped) : std::nullopt;
    int number = 0;
    const DWORD done = compat::transfer_all(bytes, true, number, [&](DWORD at) {
        const char* const from = static_cast<const char*>(buffer) + at;
        return start ? pwrite(found->descriptor, from, bytes - at, *start + static_cast<off_t>(at))
                     : write(found->descriptor, from, bytes - at);
    });
    const DWORD error = number == 0 && done < bytes ? ERROR_WRITE_FAULT : compat::error_of(number);
    return compat::end_transfer(*found, start, done, error, written, overlapped);
}

BOOL WINAPI GetOverlappedResult(HANDLE file, LPOVERLAPPED overlapped, LPDWORD transferred, BOOL) {
    if (!compat::find_file(file)) {
        return FALSE;
    }
    if (overlapped == nullptr || transferred == nullptr) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    *transferred = static_cast<DWORD>(overlapped->InternalHigh);
    return compat::result(overlapped->Internal == 0,
        overlapped->Internal == compat::status_end_of_file ? ERROR_HANDLE_EOF : ERROR_GEN_FAILURE);
}

DWORD WINAPI SetFilePointer(HANDLE file, LONG distance, PLONG high, DWORD from) {
    const LONGLONG wanted =
        high == nullptr ? distance
                        : static_cast<LONGLONG>(static_cast<ULONGLONG>(static_cast<DWORD>(*high)) << 32 |
                                                static_cast<DWORD>(distance));
    const off_t before = high == nullptr ? compat::move_position(file, 0, FILE_CURRENT) : 0;
    const off_t position = before < 0 ? before : compat::move_position(file, wanted, from);
    if (position < 0) {
        return INVALID_SET_FILE_POINTER;
    }
    if (high == nullptr && position >= static_cast<off_t>(INVALID_SET_FILE_POINTER)) {
        compat::move_position(file, before, FILE_BEGIN);
        SetLastError(ERROR_INVALID_PARAMETER);
        return INVALID_SET_FILE_POINTER;
    }
    if (high != nullptr) {
        *high = static_cast<LONG>(position >> 32);
    }
    SetLastError(NO_ERROR);
    return static_cast<DWORD>(position);
}

BOOL WINAPI SetFilePointerEx(HANDLE file, LARGE_INTEGER distance, PLARGE_INTEGER position, DWORD from) {
    const off_t reached = compat::move_position(file, distance.QuadPart, from);
    if (reached >= 0 && position != nullptr) {
        position->QuadPart = reached;
    }
    return reached >= 0 ? TRUE : FALSE;
}

BOOL WINAPI SetEndOfFile(HANDLE file) {
    const auto found = compat::find_file(file, compat::Need::writing);
    if (!found) {
        return FALSE;
    }
    const off_t position = lseek(found->descriptor, 0, SEEK_CUR);
    if (position < 0 || ftruncate(found->descriptor, position) != 0) {
        return compat::result(false, compat::error_of(errno));
    }
    return TRUE;
}

BOOL WINAPI FlushFileBuffers(HANDLE file) {
    const auto found = compat::find_file(file, compat::Need::writing);
    if (!found) {
        return FALSE;
    }
    if (isatty(found->descriptor) != 0) {
        return compat::result(false, ERROR_INVALID_HANDLE);
    }
    // Pipes and devices have nothing to write back.
    const bool flushed = fsync(found->descriptor) == 0 || errno == EINVAL || errno == EROFS;
    return compat::result(flushed, compat::error_of(flushed ? 0 : errno));
}

BOOL WINAPI GetFileSizeEx(HANDLE file, PLARGE_INTEGER size) {
    const auto found = compat::find_file(file);
    if (!found) {
        return FALSE;
    }
    struct stat status = {};
    if (size == nullptr || fstat(found->descriptor, &status) != 0) {
        return compat::result(false, size == nullptr ? ERROR_INVALID_PARAMETER : compat::error_of(errno));
    }
    size->QuadPart = status.st_size;
    return compat::result(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode), ERROR_INVALID_FUNCTION);
}

DWORD WINAPI GetFileSize(HANDLE file, LPDWORD high) {
    LARGE_INTEGER size = {};
    if (GetFileSizeEx(file, &size) == 0) {
        return INVALID_FILE_SIZE;
    }
    if (high != nullptr) {
        *high = static_cast<DWORD>(size.HighPart);
    }
    SetLastError(NO_ERROR);
    return size.LowPart;
}

BOOL WINAPI GetFileTime(HANDLE file, LPFILETIME creation, LPFILETIME access, LPFILETIME write) {
    const auto found = compat::find_file(file);
    if (!found) {
        return FALSE;
    }
    const auto status = compat::status_of(found->descriptor, "");
    if (!status) {
        return compat::result(false, compat::error_of(errno));
    }
    const auto give = [](LPFILETIME to, const FILETIME& time) {
        if (to != nullptr) {
            *to = time;
        }
    };
    give(creation, status->creation);
    give(access, status->access);
    give(write, status->write);
    return TRUE;
}

DWORD WINAPI GetFileType(HANDLE file) {
    const auto found = compat::find_file(file);
    struct stat status = {};
    if (!found || fstat(found->descriptor, &status) != 0) {
        SetLastError(found ? compat::error_of(errno) : ERROR_INVALID_HANDLE);
        return FILE_TYPE_UNKNOWN;
    }
    SetLastError(NO_ERROR);
    if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode)) {
        return FILE_TYPE_PIPE;
    }
    return S_ISCHR(status.st_mode) ? FILE_TYPE_CHAR : FILE_TYPE_DISK;
}
