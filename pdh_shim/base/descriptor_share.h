// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

namespace pdh_shim {

/// How many descriptors the library keeps open between calls, for all queries of the process
/// together, unless a setting changes it.
inline constexpr std::size_t default_descriptors = 64;
/// How many of them may have numbers below 1024, the only ones that select() accepts: 256 are left to the
/// program.
inline constexpr std::size_t most_below_select = 1024 - 256 - 1;
/// The largest setting: what Linux allows a process unless its administrator says otherwise.
inline constexpr std::size_t most_descriptors = 1'048'576;

/// The right to keep one descriptor open; the destructor returns it. Any thread may take one.
class DescriptorShare {
  public:
    /// Whether the limit is already reached.
    [[nodiscard]] static bool is_used_up() noexcept;
    /// None if the limit, or `most`, is already reached.
    [[nodiscard]] static std::optional<DescriptorShare> take(std::size_t most) noexcept;
    /// For a descriptor that the program has asked for and that nothing can replace.
    [[nodiscard]] static DescriptorShare acquire_unchecked() noexcept;
    /// Sets how many may be kept from now on. Shares that are taken stay valid.
    static void set_limit(std::size_t limit) noexcept;
    /// How many are kept now.
    [[nodiscard]] static std::size_t count() noexcept;

    /// None.
    DescriptorShare() noexcept = default;
    DescriptorShare(const DescriptorShare&) = delete;
    DescriptorShare& operator=(const DescriptorShare&) = delete;
    DescriptorShare(DescriptorShare&& other) noexcept;
    DescriptorShare& operator=(DescriptorShare&& other) noexcept;
    ~DescriptorShare();

  private:
    explicit DescriptorShare(bool taken) noexcept : taken_(taken) {}

    bool taken_ = false;
};

} // namespace pdh_shim
