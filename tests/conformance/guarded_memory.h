#pragma once

#include <cstddef>
#include <span>

namespace conformance {

/// Memory behind which lies a page that nobody may touch, as near as alignment allows. What is before it and
/// in the gap is marked.
class GuardedMemory {
  public:
    /// @param alignment of the first byte: a power of two
    explicit GuardedMemory(std::size_t size, std::size_t alignment = 1);
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;
    GuardedMemory(GuardedMemory&&) = delete;
    GuardedMemory& operator=(GuardedMemory&&) = delete;
    ~GuardedMemory();

    [[nodiscard]] std::span<std::byte> bytes() const noexcept { return bytes_; }
    /// False once somebody has written outside of it.
    [[nodiscard]] bool is_intact() const;

    static constexpr std::byte mark{0x5A};

  private:
    std::span<std::byte> mapping_; // with the page behind it
    std::span<std::byte> pages_;   // without
    std::span<std::byte> bytes_;
};

} // namespace conformance
