// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/winhost/worker/registry_calls.h"

#include "base/bytes.h"

#include <algorithm>

namespace pdh_shim::source::winhost {
namespace {

constexpr std::uint32_t maximum_allowed = 0x02000000;
// A pointer that is not NULL; what it says is all that matters.
constexpr std::uint32_t first_pointer = 0x20000;

// Reads what follows in order, each number at a multiple of its size.
class NdrReader {
  public:
    explicit NdrReader(std::span<const std::byte> bytes) : reader_(bytes) {}

    [[nodiscard]] bool ok() const noexcept { return reader_.ok(); }

    std::uint32_t number() {
        place_ = (place_ + 3) / 4 * 4;
        const std::uint32_t value = reader_.u32(place_);
        place_ += 4;
        return value;
    }

    /// A number behind a pointer, 0 if that is NULL.
    std::uint32_t pointed_number() { return number() == 0 ? 0 : number(); }

    std::span<const std::byte> bytes(std::size_t count) {
        const auto part = reader_.part(place_, count);
        place_ += std::min(count, reader_.size());
        return part;
    }

  private:
    ByteReader reader_;
    std::size_t place_ = 0;
};

} // namespace

std::vector<std::byte> open_request() {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.u32(0); // the server's name: NULL
    writer.u32(maximum_allowed);
    return bytes;
}

std::optional<OpenAnswer> read_open_answer(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    OpenAnswer answer;
    const auto handle = reader.part(0, answer.handle.size());
    answer.error = reader.u32(answer.handle.size());
    if (!reader.ok()) {
        return std::nullopt;
    }
    std::ranges::copy(handle, answer.handle.begin());
    return answer;
}

std::vector<std::byte> query_request(const KeyHandle& handle, std::u16string_view value, std::uint32_t room) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    const auto units = static_cast<std::uint32_t>(value.size() + 1); // with its NUL
    std::uint32_t pointer = first_pointer;
    const auto pointer_to = [&](std::uint32_t number) {
        writer.u32(pointer);
        pointer += 4;
        writer.u32(number);
    };
    writer.bytes(handle);
    writer.u16(static_cast<std::uint16_t>(units * sizeof(char16_t)));
    writer.u16(static_cast<std::uint16_t>(units * sizeof(char16_t)));
    writer.u32(pointer);
    pointer += 4;
    writer.u32(units); // room, offset and length of the text
    writer.u32(0);
    writer.u32(units);
    for (const char16_t unit : value) {
        writer.u16(unit);
    }
    writer.u16(0);
    writer.align(4);
    pointer_to(0);    // the type
    pointer_to(room); // the data: room, offset and length of what is sent
    writer.u32(0);
    writer.u32(0);
    pointer_to(room);
    pointer_to(0); // how much was sent
    return bytes;
}

std::optional<QueryAnswer> read_query_answer(std::span<const std::byte> bytes) {
    NdrReader reader(bytes);
    QueryAnswer answer;
    static_cast<void>(reader.pointed_number()); // the type
    std::uint32_t length = 0;
    if (reader.number() != 0) { // the data
        static_cast<void>(reader.number());
        const std::uint32_t offset = reader.number();
        length = reader.number();
        if (offset != 0) {
            return std::nullopt;
        }
        answer.data = reader.bytes(length);
    }
    answer.needed = reader.pointed_number();
    const std::uint32_t sent = reader.pointed_number();
    answer.error = reader.number();
    if (!reader.ok()) {
        return std::nullopt;
    }
    if (answer.error != 0) {
        answer.data = {};
    } else if (sent > length) {
        return std::nullopt;
    } else {
        answer.data = answer.data.first(sent);
    }
    return answer;
}

} // namespace pdh_shim::source::winhost
