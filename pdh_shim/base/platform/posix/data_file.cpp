// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/data_file.h"

#include "base/locks.h"
#include "base/platform.h"
#include "base/platform/posix/descriptor.h"
#include "base/platform/posix/place.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pdh_shim {
namespace {

using platform::KeptDescriptor;
using platform::WithheldSignal;

constexpr mode_t mode_of_logs = 0666; // but for the program's umask, as with every file that it makes

bool is_regular(int number) noexcept {
    struct stat status {};
    return fstat(number, &status) == 0 && S_ISREG(status.st_mode);
}

Failure create_failure(int error) {
    switch (error) {
    case EEXIST:
        return file_failure::exists();
    case ENOENT:
    case ENOTDIR:
        return file_failure::without_folder();
    case EACCES:
    case EPERM:
    case EROFS:
        return file_failure::write_denied();
    case ELOOP:
        return file_failure::untrusted_link();
    case ENXIO: // a socket, or a pipe that nobody reads
    case EISDIR:
        return file_failure::not_writable_kind();
    case ENOSPC:
    case EDQUOT:
        return file_failure::no_space();
    default:
        return file_failure::unwritable(static_cast<unsigned long>(error));
    }
}

Failure write_failure(int error) {
    const bool is_full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    return is_full ? file_failure::no_space() : file_failure::unwritable(static_cast<unsigned long>(error));
}

class PosixDataFile final : public DataFile {
  public:
    explicit PosixDataFile(KeptDescriptor descriptor) noexcept : descriptor_(std::move(descriptor)) {}

    Result<std::uint64_t, Failure> size() override {
        struct stat status {};
        if (!descriptor_.is_ours() || fstat(descriptor_.number(), &status) != 0) {
            return file_failure::gone();
        }
        return static_cast<std::uint64_t>(status.st_size);
    }

    Result<std::size_t, Failure> read(std::uint64_t offset, std::span<std::byte> bytes) override {
        if (!descriptor_.is_ours()) {
            return file_failure::gone();
        }
        std::size_t done = 0;
        while (done < bytes.size()) {
            const ssize_t count = pread(descriptor_.number(), bytes.data() + done, bytes.size() - done,
                static_cast<off_t>(offset + done));
            if (count < 0 && errno != EINTR) {
                return file_failure::unreadable(static_cast<unsigned long>(errno));
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

/// A descriptor whose file nobody else can open to write. The lock belongs to the opening, which a child of
/// fork() shares: the child would keep it when its parent has ended. So the child closes its copy.
class LockedDescriptor {
  public:
    explicit LockedDescriptor(KeptDescriptor descriptor) noexcept : descriptor_(std::move(descriptor)) {
        const std::scoped_lock guard(list_lock);
        after_ = first;
        if (first != nullptr) {
            first->before_ = this;
        }
        first = this;
    }
    ~LockedDescriptor() {
        const std::scoped_lock guard(list_lock);
        (before_ == nullptr ? first : before_->after_) = after_;
        if (after_ != nullptr) {
            after_->before_ = before_;
        }
        // A child of clone(), whose copy nobody closed, has the same opening: only the owner gives the lock
        // back.
        if (epoch_ == fork_epoch() && descriptor_.is_ours()) {
            flock(descriptor_.number(), LOCK_UN);
        }
    }

    /// @return false: somebody else has locked the file
    [[nodiscard]] bool lock() const noexcept {
        return flock(descriptor_.number(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    }

    [[nodiscard]] bool is_ours() const noexcept { return descriptor_.is_ours(); }
    [[nodiscard]] int number() const noexcept { return descriptor_.number(); }

  private:
    // When the library is loaded.
    [[gnu::constructor]] static void prepare_written_files() {
        pthread_atfork(before_fork, after_fork, in_child);
    }
    static void before_fork() { list_lock.lock(); }
    static void after_fork() { list_lock.unlock(); }
    static void in_child() {
        for (LockedDescriptor* file = first; file != nullptr; file = file->after_) {
            file->descriptor_.close();
        }
        list_lock.unlock();
    }

    static constinit FutexLock list_lock;
    static constinit LockedDescriptor* first;

    KeptDescriptor descriptor_;
    const std::uint32_t epoch_ = fork_epoch();
    LockedDescriptor* before_ = nullptr; // in the list of all
    LockedDescriptor* after_ = nullptr;
};

constinit FutexLock LockedDescriptor::list_lock;
constinit LockedDescriptor* LockedDescriptor::first = nullptr;

class PosixWritableFile final : public WritableFile {
  public:
    explicit PosixWritableFile(KeptDescriptor descriptor) noexcept : descriptor_(std::move(descriptor)) {}

    [[nodiscard]] bool lock() const noexcept { return descriptor_.lock(); }

    Result<std::uint64_t, Failure> size() override {
        struct stat status {};
        if (!descriptor_.is_ours()) {
            return write_failure(EBADF);
        }
        if (fstat(descriptor_.number(), &status) != 0) {
            return write_failure(errno);
        }
        return static_cast<std::uint64_t>(status.st_size);
    }

    Result<void, Failure> write(std::uint64_t offset, std::span<const std::byte> bytes) override {
        return write_all(bytes, [this, offset](std::size_t done, std::span<const std::byte> rest) {
            return pwrite(descriptor_.number(), rest.data(), rest.size(), static_cast<off_t>(offset + done));
        });
    }

    Result<void, Failure> append(std::span<const std::byte> bytes) override {
        return write_all(bytes, [this](std::size_t /*done*/, std::span<const std::byte> rest) {
            return ::write(descriptor_.number(), rest.data(), rest.size());
        });
    }

    Result<void, Failure> sync() override {
        if (!descriptor_.is_ours()) {
            return write_failure(EBADF);
        }
        if (platform::store_contents(descriptor_.number()) != 0 && errno != EINVAL && errno != EINTR) {
            return write_failure(errno);
        }
        return outcome::success();
    }

    Result<void, Failure> cut(std::uint64_t size) override {
        const WithheldSignal guard(SIGXFSZ); // sent for a write beyond the limit of file sizes
        if (!descriptor_.is_ours()) {
            return write_failure(EBADF);
        }
        if (ftruncate(descriptor_.number(), static_cast<off_t>(size)) != 0) {
            return write_failure(errno);
        }
        return outcome::success();
    }

  private:
    /// @param part  writes what it can of the rest
    template <class WritePart>
    [[nodiscard]] Result<void, Failure> write_all(std::span<const std::byte> bytes, const WritePart& part) {
        const WithheldSignal guard(SIGXFSZ); // sent for a write beyond the limit of file sizes
        if (!descriptor_.is_ours()) {
            return write_failure(EBADF);
        }
        std::size_t done = 0;
        while (done < bytes.size()) {
            const ssize_t count = part(done, bytes.subspan(done));
            if (count < 0 && errno != EINTR) {
                return write_failure(errno);
            }
            done += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
        }
        return outcome::success();
    }

    LockedDescriptor descriptor_;
};

int flags_of(Creation creation, Writing writing) noexcept {
    // O_NONBLOCK: see read_flags. What is there is emptied only once it is known to be a regular file.
    return O_WRONLY | O_CREAT | O_NONBLOCK | (creation == Creation::create_new ? O_EXCL : 0) |
           (writing == Writing::at_end ? O_APPEND : 0);
}

} // namespace

Result<std::unique_ptr<DataFile>, Failure> open_data_file(const std::string& name) {
    const int number = platform::above_standard_streams(open(name.c_str(), platform::read_flags));
    if (number < 0) {
        return platform::open_failure(errno);
    }
    KeptDescriptor descriptor(number);
    if (!is_regular(number)) {
        return file_failure::not_regular();
    }
    return std::make_unique<PosixDataFile>(std::move(descriptor));
}

Result<std::unique_ptr<WritableFile>, Failure> open_writable_file(
    const std::string& name, Creation creation, Writing writing) {
    const int number = platform::above_standard_streams(
        platform::open_to_write(name, flags_of(creation, writing), mode_of_logs));
    if (number < 0) {
        return create_failure(errno);
    }
    auto file = std::make_unique<PosixWritableFile>(KeptDescriptor(number));
    if (!is_regular(number)) {
        return file_failure::not_writable_kind();
    }
    if (!file->lock()) {
        return file_failure::in_use(creation);
    }
    if (creation == Creation::create_always) {
        PDH_SHIM_CHECK(file->cut(0));
    }
    return file;
}

} // namespace pdh_shim
