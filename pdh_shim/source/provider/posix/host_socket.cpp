#include "source/provider/posix/host_socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pdh_shim::source::provider {
namespace {

// Above what the processes use under fixed numbers.
constexpr int lowest_number = 10;

HostSocket moved_up(int number) {
    const int moved = fcntl(number, F_DUPFD_CLOEXEC, lowest_number);
    ::close(number);
    return HostSocket(moved);
}

} // namespace

HostSocket::HostSocket(int number) noexcept {
    struct stat status {};
    if (number >= 0 && fstat(number, &status) == 0) {
        number_ = number;
        device_ = status.st_dev;
        inode_ = status.st_ino;
    }
}

HostSocket::HostSocket(HostSocket&& other) noexcept
    : number_(std::exchange(other.number_, -1)), device_(other.device_), inode_(other.inode_) {}

HostSocket& HostSocket::operator=(HostSocket&& other) noexcept {
    std::swap(number_, other.number_);
    std::swap(device_, other.device_);
    std::swap(inode_, other.inode_);
    return *this;
}

HostSocket::~HostSocket() {
    close();
}

bool HostSocket::is_ours() const noexcept {
    struct stat status {};
    return number_ >= 0 && fstat(number_, &status) == 0 && status.st_dev == device_ &&
           status.st_ino == inode_;
}

void HostSocket::shut_down() const noexcept {
    if (is_ours()) {
        shutdown(number_, SHUT_RDWR);
    }
}

void HostSocket::shut_down_sending() const noexcept {
    if (is_ours()) {
        shutdown(number_, SHUT_WR);
    }
}

void HostSocket::close() noexcept {
    if (is_ours()) {
        ::close(number_);
    }
    number_ = -1;
}

Result<std::array<HostSocket, 2>> HostSocket::make_pair() {
    std::array<int, 2> numbers{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, numbers.data()) != 0) {
        return Status::memory_allocation_failure;
    }
    std::array<HostSocket, 2> sockets{moved_up(numbers[0]), moved_up(numbers[1])};
    if (sockets[0].number() < 0 || sockets[1].number() < 0) {
        return Status::memory_allocation_failure;
    }
    return sockets;
}

} // namespace pdh_shim::source::provider
