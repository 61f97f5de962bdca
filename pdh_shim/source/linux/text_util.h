#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

namespace pdh_shim::source::linux {

/// Appends a number in decimal digits to a text of any character type.
template <class String>
void append_number(String& out, std::int64_t value) {
    std::array<char, 24> digits{};
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    for (const char* digit = digits.data(); digit != end; ++digit) {
        out.push_back(static_cast<typename String::value_type>(*digit));
    }
}

} // namespace pdh_shim::source::linux
