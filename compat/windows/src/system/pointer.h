// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Finds out whether memory can be read and written, for IsBadReadPtr and its like.

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>

namespace pdh_shim::compat {

/// Asks the kernel about memory, a page at a time: it copies a byte from there, or refuses. No signal is
/// raised.
class MemoryProbe : boost::noncopyable {
  public:
    MemoryProbe();
    ~MemoryProbe();

    [[nodiscard]] bool can_read(const void* byte) const;
    /// Writes what is there.
    [[nodiscard]] bool can_write(void* byte) const;

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
        // As numbers: C++ has no arithmetic for possibly invalid addresses.
        const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(text) + i * sizeof(Char);
        const std::uintptr_t last = first + sizeof(Char) - 1;
        if (last >= known) {
            const auto* const last_byte = reinterpret_cast<const void*>(last);
            if (!probe.can_read(reinterpret_cast<const void*>(first)) || !probe.can_read(last_byte)) {
                return true;
            }
            known = last + MemoryProbe::left_in_page(last_byte);
        }
        if (text[i] == 0) {
            return false;
        }
    }
    return false;
}

} // namespace pdh_shim::compat
