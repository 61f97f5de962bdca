// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/encoding.h"

#include <boost/noncopyable.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iconv.h>
#include <utility>

namespace pdh_shim::platform {
namespace {

class Converter : boost::noncopyable {
  public:
    explicit Converter(const std::string& encoding)
        : handle_(iconv_open(
              std::endian::native == std::endian::big ? "UTF-16BE" : "UTF-16LE", encoding.c_str())) {}
    ~Converter() {
        if (is_open()) {
            iconv_close(handle_);
        }
    }

    [[nodiscard]] bool is_open() const noexcept {
        return handle_ != reinterpret_cast<iconv_t>(std::intptr_t{-1}); // NOLINT(performance-no-int-to-ptr)
    }

    /// False if the bytes are not text in the encoding, or end within a character.
    [[nodiscard]] bool convert(std::string_view bytes, std::u16string& text) {
        std::string input(bytes);
        // A byte is at most one character, and one at the end may ask for another sign behind it.
        std::u16string output(2 * bytes.size() + 2, u'\0');
        char* from = input.data();
        std::size_t from_left = input.size();
        auto* to = reinterpret_cast<char*>(output.data());
        std::size_t to_left = output.size() * sizeof(char16_t);
        constexpr auto failed = static_cast<std::size_t>(-1);
        const bool is_text = iconv(handle_, &from, &from_left, &to, &to_left) != failed &&
                             iconv(handle_, nullptr, nullptr, &to, &to_left) != failed;
        output.resize(output.size() - to_left / sizeof(char16_t));
        text = std::move(output);
        return is_text && from_left == 0;
    }

  private:
    iconv_t handle_;
};

} // namespace

Result<std::u16string> decode(const std::string& encoding, std::string_view bytes) {
    Converter converter(encoding);
    if (!converter.is_open()) {
        return Status::not_implemented;
    }
    std::u16string text;
    if (!converter.convert(bytes, text)) {
        return Status::invalid_argument;
    }
    return text;
}

} // namespace pdh_shim::platform
