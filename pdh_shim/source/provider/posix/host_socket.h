#pragma once

#include "base/result.h"

#include <array>
#include <sys/types.h>
#include <utility>

namespace pdh_shim::source::provider {

/// One end of a pair of sockets, closed with this. Programs close descriptors that they do not know and open
/// their own in their place: each function but number() and is_ours() does nothing once the number is
/// somebody else's.
class HostSocket {
  public:
    /// None yet; to be assigned to.
    HostSocket() noexcept = default;
    /// Takes the number over.
    explicit HostSocket(int number) noexcept;
    HostSocket(const HostSocket&) = delete;
    HostSocket& operator=(const HostSocket&) = delete;
    HostSocket(HostSocket&& other) noexcept;
    HostSocket& operator=(HostSocket&& other) noexcept;
    ~HostSocket();

    [[nodiscard]] int number() const noexcept { return number_; }
    [[nodiscard]] bool is_ours() const noexcept;
    /// Ends the connection, for all who share the socket.
    void shut_down() const noexcept;
    /// Says that nothing more comes from here.
    void shut_down_sending() const noexcept;
    void close() noexcept;

    /// Two ends: none is a standard stream of the program, and no program that it starts inherits one.
    /// @retval memory_allocation_failure the system gives none now
    [[nodiscard]] static Result<std::array<HostSocket, 2>> make_pair();

  private:
    int number_ = -1;
    dev_t device_ = 0; // with the inode, the socket's identity
    ino_t inode_ = 0;
};

} // namespace pdh_shim::source::provider
