#pragma once

#include <cstddef>
#include <optional>

namespace pdh_shim {

/// How many descriptors the library keeps open from one call to the next, all queries of the process
/// together, unless it is told otherwise.
inline constexpr std::size_t default_descriptors = 64;
/// Most that it can be told: select() takes numbers below 1024 only, and 256 of them are left to the program.
inline constexpr std::size_t most_descriptors = 1024 - 256 - 1;

/// The right to keep one descriptor open, given back with this. Any thread may take one.
class DescriptorShare {
  public:
    /// None if as many are kept already as may be, or `most`.
    [[nodiscard]] static std::optional<DescriptorShare> take(std::size_t most) noexcept;
    /// For one that the program has asked for, and that nothing can take the place of.
    [[nodiscard]] static DescriptorShare take_anyway() noexcept;
    /// Says how many may be kept from now on. Those that are stay.
    static void set_limit(std::size_t limit) noexcept;
    /// How many are kept now.
    [[nodiscard]] static std::size_t count() noexcept;

    DescriptorShare(const DescriptorShare&) = delete;
    DescriptorShare& operator=(const DescriptorShare&) = delete;
    DescriptorShare(DescriptorShare&& other) noexcept;
    DescriptorShare& operator=(DescriptorShare&& other) noexcept;
    ~DescriptorShare();

  private:
    DescriptorShare() noexcept = default;

    bool taken_ = true;
};

} // namespace pdh_shim
