// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform/posix/descriptor.h"

#include "base/named_file.h"

#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace pdh_shim::platform {
namespace {

#ifdef F_SETSIG
// The signal for input and output that an opening asks for. The kernel sends none unless O_ASYNC is set too,
// and programs that ask for one do not take this one.
constexpr int mark_signal = SIGCONT;

bool set_mark(int number) noexcept {
    return fcntl(number, F_SETSIG, mark_signal) == 0 && fcntl(number, F_GETSIG) == mark_signal;
}

bool has_mark(int number) noexcept {
    return fcntl(number, F_GETSIG) == mark_signal;
}
#else
bool set_mark(int /*number*/) noexcept {
    return false;
}

bool has_mark(int /*number*/) noexcept {
    return false;
}
#endif

} // namespace

int not_below(int lowest, int number) noexcept {
    if (number < 0 || number >= lowest) {
        return number;
    }
    const int moved = fcntl(number, F_DUPFD_CLOEXEC, lowest);
    const int error = errno;
    ::close(number);
    errno = error;
    return moved;
}

int above_standard_streams(int number) noexcept {
    return not_below(STDERR_FILENO + 1, number);
}

KeptDescriptor::KeptDescriptor(int number) noexcept
    : KeptDescriptor(number, number < 0 ? DescriptorShare() : DescriptorShare::acquire_unchecked()) {}

KeptDescriptor::KeptDescriptor(int number, DescriptorShare share) noexcept
    : number_(number), share_(std::move(share)) {
    struct stat status {};
    if (number >= 0 && fstat(number, &status) == 0) {
        device_ = status.st_dev;
        inode_ = status.st_ino;
    }
}

KeptDescriptor::KeptDescriptor(KeptDescriptor&& other) noexcept
    : number_(std::exchange(other.number_, -1)), share_(std::move(other.share_)), device_(other.device_),
      inode_(other.inode_), marked_(other.marked_) {}

KeptDescriptor& KeptDescriptor::operator=(KeptDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    std::swap(share_, other.share_);
    std::swap(device_, other.device_);
    std::swap(inode_, other.inode_);
    std::swap(marked_, other.marked_);
    return *this;
}

KeptDescriptor::~KeptDescriptor() {
    close();
}

void KeptDescriptor::mark() noexcept {
    const int error = errno;
    marked_ = number_ >= 0 && set_mark(number_);
    errno = error;
}

bool KeptDescriptor::is_ours() const noexcept {
    const int error = errno;
    const bool ours = number_ >= 0 && (marked_ ? has_mark(number_) : is_same_file());
    errno = error;
    return ours;
}

bool KeptDescriptor::is_same_file() const noexcept {
    struct stat status {};
    return fstat(number_, &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
}

void KeptDescriptor::close() noexcept {
    if (number_ >= 0 && (!marked_ || has_mark(number_)) && is_same_file()) {
        ::close(number_);
    }
    forget();
}

void KeptDescriptor::forget() noexcept {
    number_ = -1;
    share_ = {};
}

namespace {

// The kernel's links to what this process has open: they lead there whatever the file is called by now.
bool is_own_descriptor(const std::string& path) {
    return path == "/dev/stdout" || path == "/dev/stderr" || path.starts_with("/proc/self/fd/") ||
           path.starts_with("/dev/fd/");
}

// Whether open() refused the last part of the path for being a link.
bool is_link_refused(int error) {
    return error == ELOOP || error == EMLINK; // FreeBSD says EMLINK
}

/// Where a link leads, through other links only if the file exists.
std::filesystem::path target_of_link(const std::filesystem::path& link) {
    std::error_code none;
    auto target = std::filesystem::canonical(link, none);
    return none ? link.parent_path() / std::filesystem::read_symlink(link, none) : target;
}

} // namespace

int open_to_write(const std::string& path, int flags, mode_t mode) {
    flags |= O_CLOEXEC | O_NOCTTY;
    const bool follows_any = !checks_trust() || is_own_descriptor(path);
    const int file = open(path.c_str(), flags | (follows_any ? 0 : O_NOFOLLOW), mode);
    if (file >= 0 || !is_link_refused(errno) || follows_any || (flags & O_NOFOLLOW) != 0) {
        return file;
    }
    if (!reason_for_distrust(path).empty()) {
        errno = ELOOP;
        return -1;
    }
    // In a sticky folder others may make a link where this one leads to nothing yet.
    return open(target_of_link(path).c_str(), flags | O_NOFOLLOW, mode);
}

} // namespace pdh_shim::platform
