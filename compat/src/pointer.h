#pragma once

#include <cstddef>
#include <cstdint>

namespace pdh_shim::compat {

/// Asks the kernel about memory, a page at a time: it copies a byte from there, or refuses. No signal is
/// raised.
class MemoryProbe {
  public:
    MemoryProbe();
    MemoryProbe(const MemoryProbe&) = delete;
    MemoryProbe& operator=(const MemoryProbe&) = delete;
    MemoryProbe(MemoryProbe&&) = delete;
    MemoryProbe& operator=(MemoryProbe&&) = delete;
    ~MemoryProbe();

    [[nodiscard]] bool can_read(const void* byte);
    /// Writes what is there.
    [[nodiscard]] bool can_write(void* byte);

    /// How many of the bytes from here on are in the same page.
    [[nodiscard]] static std::size_t left_in_page(const void* byte);

  private:
    int input_ = -1; // of a pipe
    int output_ = -1;
};

/// Whether text of up to `maximum` characters, or to its NUL, cannot be read.
template <class Char>
bool is_bad_text(const Char* text, std::size_t maximum) {
    MemoryProbe probe;
    std::uintptr_t known = 0; // up to here it can be read
    for (std::size_t i = 0; i < maximum; ++i) {
        const auto* const last = reinterpret_cast<const char*>(text + i + 1) - 1;
        if (reinterpret_cast<std::uintptr_t>(last) >= known) {
            if (!probe.can_read(text + i) || !probe.can_read(last)) {
                return true;
            }
            known = reinterpret_cast<std::uintptr_t>(last) + MemoryProbe::left_in_page(last);
        }
        if (text[i] == 0) {
            return false;
        }
    }
    return false;
}

} // namespace pdh_shim::compat
