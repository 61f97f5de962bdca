#include "base/data_file.h"

#include "base/platform/posix/kept_descriptor.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <limits>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pdh_shim {
namespace {

using platform::KeptDescriptor;

constexpr mode_t mode_of_logs = 0666; // but for the program's umask, as with every file that it makes

bool is_regular(int number) noexcept {
    struct stat status {};
    return fstat(number, &status) == 0 && S_ISREG(status.st_mode);
}

template <class Error>
Error read_or_write_error(int error) noexcept {
    switch (error) {
    case ENOENT:
    case ENOTDIR:
    case EBADF:
        return Error::not_found;
    case EACCES:
    case EPERM:
    case EROFS:
        return Error::denied;
    case ENXIO: // a socket, or a pipe that nobody reads
    case EISDIR:
        return Error::not_regular;
    default:
        return Error::failed;
    }
}

WriteError write_error(int error) noexcept {
    switch (error) {
    case EEXIST:
        return WriteError::exists;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return WriteError::no_space;
    default:
        return read_or_write_error<WriteError>(error);
    }
}

/// Keeps SIGXFSZ, which a write beyond the limit of file sizes sends, from ending the program.
class WithoutSizeSignal {
  public:
    WithoutSizeSignal() noexcept {
        sigemptyset(&signal_);
        sigaddset(&signal_, SIGXFSZ);
        sigset_t pending;
        was_pending_ = sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
        pthread_sigmask(SIG_BLOCK, &signal_, &before_);
    }
    WithoutSizeSignal(const WithoutSizeSignal&) = delete;
    WithoutSizeSignal& operator=(const WithoutSizeSignal&) = delete;
    WithoutSizeSignal(WithoutSizeSignal&&) = delete;
    WithoutSizeSignal& operator=(WithoutSizeSignal&&) = delete;
    ~WithoutSizeSignal() {
        const int error = errno;
        if (!was_pending_) {
            const timespec at_once{};
            sigtimedwait(&signal_, nullptr, &at_once); // takes ours, if there is one
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        errno = error;
    }

  private:
    sigset_t signal_{};
    sigset_t before_{};
    bool was_pending_ = false;
};

class PosixDataFile final : public DataFile {
  public:
    explicit PosixDataFile(KeptDescriptor descriptor) noexcept : descriptor_(std::move(descriptor)) {}

    FileResult<std::uint64_t> size() override {
        struct stat status {};
        if (!descriptor_.is_ours() || fstat(descriptor_.number(), &status) != 0) {
            return FileError::not_found;
        }
        return static_cast<std::uint64_t>(status.st_size);
    }

    FileResult<std::size_t> read(std::uint64_t offset, std::span<std::byte> bytes) override {
        if (!descriptor_.is_ours()) {
            return FileError::not_found;
        }
        std::size_t done = 0;
        while (done < bytes.size()) {
            const ssize_t count = pread(descriptor_.number(), bytes.data() + done, bytes.size() - done,
                static_cast<off_t>(offset + done));
            if (count < 0 && errno != EINTR) {
                return read_or_write_error<FileError>(errno);
            }
            if (count == 0) {
                break;
            }
            done += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
        }
        return done;
    }

  private:
    KeptDescriptor descriptor_;
};

class PosixWritableFile final : public WritableFile {
  public:
    explicit PosixWritableFile(KeptDescriptor descriptor) noexcept : descriptor_(std::move(descriptor)) {}

    WriteResult<std::uint64_t> size() override {
        struct stat status {};
        if (!descriptor_.is_ours() || fstat(descriptor_.number(), &status) != 0) {
            return WriteError::not_found;
        }
        return static_cast<std::uint64_t>(status.st_size);
    }

    WriteResult<void> write(std::uint64_t offset, std::span<const std::byte> bytes) override {
        const WithoutSizeSignal guard;
        if (!descriptor_.is_ours()) {
            return WriteError::not_found;
        }
        std::size_t done = 0;
        while (done < bytes.size()) {
            const ssize_t count = pwrite(descriptor_.number(), bytes.data() + done, bytes.size() - done,
                static_cast<off_t>(offset + done));
            if (count < 0 && errno != EINTR) {
                return write_error(errno);
            }
            done += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
        }
        return outcome::success();
    }

    WriteResult<void> cut(std::uint64_t size) override {
        const WithoutSizeSignal guard;
        if (!descriptor_.is_ours()) {
            return WriteError::not_found;
        }
        if (ftruncate(descriptor_.number(), static_cast<off_t>(size)) != 0) {
            return write_error(errno);
        }
        return outcome::success();
    }

  private:
    KeptDescriptor descriptor_;
};

int flags_of(Creation creation) noexcept {
    // O_NONBLOCK: see read_flags. What is there is emptied only once it is known to be a regular file.
    constexpr int common = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    return creation == Creation::create_new ? common | O_EXCL : common;
}

} // namespace

FileResult<std::unique_ptr<DataFile>> open_data_file(const std::string& name) {
    const int number = platform::above_standard_streams(open(name.c_str(), platform::read_flags));
    if (number < 0) {
        return read_or_write_error<FileError>(errno);
    }
    KeptDescriptor descriptor(number);
    if (!is_regular(number)) {
        return FileError::not_regular;
    }
    return std::make_unique<PosixDataFile>(std::move(descriptor));
}

WriteResult<std::unique_ptr<WritableFile>> open_writable_file(const std::string& name, Creation creation) {
    const int number = platform::above_standard_streams(open(name.c_str(), flags_of(creation), mode_of_logs));
    if (number < 0) {
        return write_error(errno);
    }
    auto file = std::make_unique<PosixWritableFile>(KeptDescriptor(number));
    if (!is_regular(number)) {
        return WriteError::not_regular;
    }
    if (creation == Creation::create_always) {
        if (auto emptied = file->cut(0); !emptied) {
            return emptied.error();
        }
    }
    return file;
}

} // namespace pdh_shim
