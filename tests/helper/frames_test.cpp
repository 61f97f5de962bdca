// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "helper/frames.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <string>

using pdh_shim::helper::FrameHead;
using pdh_shim::helper::FrameReader;

namespace {

std::vector<std::byte> frame(std::uint32_t number, const std::string& body) {
    const FrameHead head{.number = number, .what = 7, .bytes = body.size()};
    std::vector<std::byte> bytes(sizeof head + body.size());
    std::memcpy(bytes.data(), &head, sizeof head);
    std::memcpy(bytes.data() + sizeof head, body.data(), body.size());
    return bytes;
}

// The frames in the bytes that arrive in portions, as `NUMBER:BODY `; a last word if they are invalid.
std::string frames_in(const std::vector<std::byte>& bytes, std::size_t portion) {
    constexpr std::uint64_t longest = 8;
    FrameReader reader(longest);
    std::string read;
    for (std::size_t place = 0; place < bytes.size();) {
        const std::size_t count = std::min({portion, bytes.size() - place, reader.room().size()});
        std::memcpy(reader.room().data(), bytes.data() + place, count);
        place += count;
        const auto state = reader.take(count);
        if (state == FrameReader::State::invalid) {
            return read + (reader.room().empty() ? "invalid" : "invalid, with room");
        }
        if (state == FrameReader::State::whole) {
            const auto& got = reader.frame();
            CHECK(got.what == 7);
            read += std::to_string(got.number) + ":" +
                    std::string(reinterpret_cast<const char*>(got.body.data()), got.body.size()) + " ";
        }
    }
    return read;
}

} // namespace

TEST_CASE("frames are put together from whatever portions they arrive in") {
    auto bytes = frame(1, "first");
    for (const auto& next : {frame(2, ""), frame(0xFFFFFFFF, "12345678"), frame(3, "x")}) {
        bytes.insert(bytes.end(), next.begin(), next.end());
    }
    for (std::size_t portion = 1; portion <= bytes.size(); ++portion) {
        CAPTURE(portion);
        CHECK(frames_in(bytes, portion) == "1:first 2: 4294967295:12345678 3:x ");
    }
}

TEST_CASE("a frame that is too long is invalid at its head, and reading ends there") {
    auto bytes = frame(1, "one");
    const auto longer = frame(2, "123456789");
    bytes.insert(bytes.end(), longer.begin(), longer.end());
    CHECK(frames_in(bytes, 1) == "1:one invalid");
    CHECK(frames_in(bytes, bytes.size()) == "1:one invalid");
}

TEST_CASE("a frame that is cut is no frame") {
    auto bytes = frame(1, "one");
    while (!bytes.empty()) {
        bytes.pop_back();
        CHECK(frames_in(bytes, 5).empty());
    }
}
