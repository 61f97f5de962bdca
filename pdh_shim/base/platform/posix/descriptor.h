// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/data_file.h"
#include "base/descriptor_share.h"
#include "base/platform/posix/place.h"

#include <boost/noncopyable.hpp>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <pthread.h>
#include <string>
#include <sys/types.h>

namespace pdh_shim::platform {

/// For open(). If the file is a named pipe, opening it must not block.
inline constexpr int read_flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;

/// The same descriptor under a number that is not below `lowest`, closed by exec. Owns `number`; -1 stays -1,
/// errno is kept, and a failure closes it.
[[nodiscard]] int not_below(int lowest, int number) noexcept;
/// The same for a number above the standard streams.
[[nodiscard]] int above_standard_streams(int number) noexcept;

/// A descriptor that stays open between calls; the destructor closes it. Programs close descriptors that
/// they do not know and open their own under the same numbers, especially as children of fork(). So check
/// is_ours() before each use of the number. (Openings of one file cannot be distinguished without a mark: of
/// two descriptors of /proc/stat, both count as ours.)
class KeptDescriptor {
  public:
    /// None yet; assign one later.
    KeptDescriptor() noexcept = default;
    /// Owns the number; -1 = none.
    explicit KeptDescriptor(int number) noexcept;
    KeptDescriptor(int number, DescriptorShare share) noexcept;
    KeptDescriptor(const KeptDescriptor&) = delete;
    KeptDescriptor& operator=(const KeptDescriptor&) = delete;
    KeptDescriptor(KeptDescriptor&& other) noexcept;
    KeptDescriptor& operator=(KeptDescriptor&& other) noexcept;
    ~KeptDescriptor();

    /// Marks what was opened, if the system can, so that is_ours() costs a third and distinguishes this
    /// opening from others. Only for an opening that nobody else uses.
    void mark() noexcept;

    [[nodiscard]] int number() const noexcept { return number_; }
    /// Whether the number still refers to the same file. Does not change errno.
    [[nodiscard]] bool is_ours() const noexcept;
    /// Closes it if it is ours, and forgets it.
    void close() noexcept;
    void forget() noexcept;

  private:
    [[nodiscard]] bool is_same_file() const noexcept;

    int number_ = -1;
    DescriptorShare share_;
    dev_t device_ = 0; // with the inode, the identity of the file
    ino_t inode_ = 0;
    bool marked_ = false;
};

/// Why a file or folder cannot be opened to be read. @param error a value of errno
[[nodiscard]] inline Failure open_failure(int error) {
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        return file_failure::not_found();
    case EACCES:
    case EPERM:
        return file_failure::denied();
    case ENXIO: // a socket, or a pipe that nobody reads
    case EISDIR:
        return file_failure::not_regular();
    default:
        return file_failure::unreadable(static_cast<unsigned long>(error));
    }
}

/// Opens a file to write, as open() does. A program that is started does not get it, and a terminal does not
/// become that of this process. Where checks_trust(), a symbolic link in its place is followed only if nobody
/// else can change it, the folders above it and what it leads to: another user could have this process create
/// or empty any file.
/// @param flags those besides O_CLOEXEC and O_NOCTTY
/// @return a descriptor; below 0: errno, ELOOP for such a link, and for one that leads to no file through
/// another
[[nodiscard]] int open_to_write(const std::string& path, int flags, mode_t mode);

/// Keeps from the program a signal that a write of this thread may raise: it is blocked while this object
/// exists, and then taken. One that was pending before stays pending. errno is kept.
class WithheldSignal : boost::noncopyable {
  public:
    explicit WithheldSignal(int number) noexcept {
        sigemptyset(&signal_);
        sigaddset(&signal_, number);
        sigset_t pending{};
        was_pending_ = sigpending(&pending) == 0 && sigismember(&pending, number) == 1;
        pthread_sigmask(SIG_BLOCK, &signal_, &before_);
    }
    ~WithheldSignal() {
        const int error = errno;
        if (!was_pending_) {
            take_signal(signal_);
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        errno = error;
    }

  private:
    sigset_t signal_{};
    sigset_t before_{};
    bool was_pending_ = false;
};

} // namespace pdh_shim::platform
