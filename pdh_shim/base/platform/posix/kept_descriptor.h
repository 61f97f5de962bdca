// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/descriptor_share.h"

#include <fcntl.h>
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

} // namespace pdh_shim::platform
