#pragma once

#include "base/descriptor_share.h"

#include <fcntl.h>
#include <optional>
#include <sys/types.h>

namespace pdh_shim::platform {

/// For open(). A named pipe that somebody put in the place of a file must not hold the caller up.
inline constexpr int read_flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;

/// The same descriptor by a number above the standard streams, for this process only. Takes `number` over; -1
/// stays -1, with errno as it was, and a failure closes it.
[[nodiscard]] int above_standard_streams(int number) noexcept;

/// A descriptor that stays open from one call to the next, closed with this. Programs close descriptors that
/// they do not know and open their own in their place, most of all as children of fork(): whoever uses the
/// number asks is_ours() before, each time. (Files of one identity cannot be told apart: of two descriptors
/// of /proc/stat, either is ours.)
class KeptDescriptor {
  public:
    /// None yet; to be assigned to.
    KeptDescriptor() noexcept = default;
    /// Takes the number over; -1 = none.
    explicit KeptDescriptor(int number) noexcept;
    KeptDescriptor(int number, DescriptorShare share) noexcept;
    KeptDescriptor(const KeptDescriptor&) = delete;
    KeptDescriptor& operator=(const KeptDescriptor&) = delete;
    KeptDescriptor(KeptDescriptor&& other) noexcept;
    KeptDescriptor& operator=(KeptDescriptor&& other) noexcept;
    ~KeptDescriptor();

    [[nodiscard]] int number() const noexcept { return number_; }
    /// Whether the number still stands for what it was taken over for. Leaves errno alone.
    [[nodiscard]] bool is_ours() const noexcept;
    /// Closes it if it is ours, and forgets it.
    void close() noexcept;
    void forget() noexcept;

  private:
    KeptDescriptor(int number, std::optional<DescriptorShare> share) noexcept;

    int number_ = -1;
    std::optional<DescriptorShare> share_;
    dev_t device_ = 0; // with the inode, what it stands for
    ino_t inode_ = 0;
};

} // namespace pdh_shim::platform
