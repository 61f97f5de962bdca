#include "base/platform/posix/kept_descriptor.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim::platform {

int above_standard_streams(int number) noexcept {
    if (number < 0 || number > STDERR_FILENO) {
        return number;
    }
    const int moved = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int error = errno;
    ::close(number);
    errno = error;
    return moved;
}

KeptDescriptor::KeptDescriptor(int number) noexcept
    : KeptDescriptor(number, number < 0 ? std::nullopt : std::optional(DescriptorShare::take_anyway())) {}

KeptDescriptor::KeptDescriptor(int number, DescriptorShare share) noexcept
    : KeptDescriptor(number, std::optional(std::move(share))) {}

KeptDescriptor::KeptDescriptor(int number, std::optional<DescriptorShare> share) noexcept
    : number_(number), share_(std::move(share)) {
    struct stat status {};
    if (number >= 0 && fstat(number, &status) == 0) {
        device_ = status.st_dev;
        inode_ = status.st_ino;
    }
}

KeptDescriptor::KeptDescriptor(KeptDescriptor&& other) noexcept
    : number_(std::exchange(other.number_, -1)), share_(std::exchange(other.share_, std::nullopt)),
      device_(other.device_), inode_(other.inode_) {}

KeptDescriptor& KeptDescriptor::operator=(KeptDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    std::swap(share_, other.share_);
    std::swap(device_, other.device_);
    std::swap(inode_, other.inode_);
    return *this;
}

KeptDescriptor::~KeptDescriptor() {
    close();
}

bool KeptDescriptor::is_ours() const noexcept {
    const int error = errno;
    struct stat status {};
    const bool ours =
        number_ >= 0 && fstat(number_, &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
    errno = error;
    return ours;
}

void KeptDescriptor::close() noexcept {
    if (is_ours()) {
        ::close(number_);
    }
    forget();
}

void KeptDescriptor::forget() noexcept {
    number_ = -1;
    share_.reset();
}

} // namespace pdh_shim::platform
