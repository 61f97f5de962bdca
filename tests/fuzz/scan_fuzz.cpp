// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Text that is read with the formats of a program. Properties: no more is stored than there are places, and
// each text ends within its place; a stream with the same text gives the same, though it is read byte by
// byte and unread bytes are put back.
//
// The first byte of the input selects the function: bit 0 a wide one, bit 1 a wchar_t of 16 bits, bit 2 one
// with
// ..._s. The second selects the format. The rest is the text.
#include "crt/scan.h"
#include "require.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::compat;

namespace {

// No text is wider than a place of text: units of four bytes, and the terminator.
constexpr std::uint32_t room = 16;
constexpr std::size_t place_size = room * sizeof(char32_t);

constexpr auto formats = std::to_array<std::string_view>({"%d %u %i", "%x,%o;%hd %hhu", "%lld %I64u %p",
    "%f %lf %Lf", "%15s %15S", "%15hs %15ls", "%3c%2C", "%15[a-z]%15[^a-z]", "%*d %*s %n", "%2d%*1d%3i",
    "%%%d%%", "x %15s y", "%e%g%a", " %15[]x]%n", "%1s%1s%1s%1s"});

// Each place is separate memory, so that the sanitizer sees its end.
class Places final : public FormatArguments {
  public:
    std::uint32_t integer32() override { return room; }
    std::uint64_t integer64() override { return room; }
    const void* pointer() override {
        places_.push_back(std::make_unique<Place>());
        return places_.back()->data();
    }
    double floating() override { return 0; }
    long double long_floating() override { return 0; }

    [[nodiscard]] std::size_t count() const { return places_.size(); }
    [[nodiscard]] bool operator==(const Places& other) const {
        if (count() != other.count()) {
            return false;
        }
        for (std::size_t i = 0; i < count(); ++i) {
            if (*places_[i] != *other.places_[i]) {
                return false;
            }
        }
        return true;
    }

  private:
    using Place = std::array<std::byte, place_size>;

    std::vector<std::unique_ptr<Place>> places_;
};

struct Scan {
    FormatStyle style;
    bool sized;
    std::string_view format;
};

int scan(const Scan& how, ScanInput& input, Places& places) {
    const int stored = scan_text(how.style, how.sized, how.format, input, places);
    require(stored >= EOF && stored <= static_cast<int>(places.count()));
    return stored;
}

void check(const Scan& how, std::string text) {
    Places places;
    TextInput input(text);
    const int stored = scan(how, input, places);
    if (text.empty()) {
        return; // there is no such stream
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(
        fmemopen(text.data(), text.size(), "rb"), std::fclose);
    require(stream != nullptr);
    StreamInput bytes(stream.get());
    Places others;
    require(scan(how, bytes, others) == stored);
    require(places == others);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) {
        return 0;
    }
    const auto has_bit = [&](unsigned bit) { return (data[0] >> bit & 1U) != 0; };
    const FormatStyle style{.wide = has_bit(0), .wide_size = has_bit(1) ? std::size_t{2} : std::size_t{4}};
    const Scan how{.style = style, .sized = has_bit(2), .format = formats[data[1] % formats.size()]};
    check(how, std::string(data + 2, data + size));
    return 0;
}
