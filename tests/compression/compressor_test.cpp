// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "compression/compressor.h"
#include "compression/decompressor.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::compression;

namespace {

constexpr std::array written_formats = {
    CompressionFormat::gzip, CompressionFormat::xz, CompressionFormat::zstd};

/// What can be decompressed of a stream: all of it, or as much as there is.
std::string decompressed(CompressionFormat format, const std::string& data) {
    std::size_t place = 0;
    auto opened = Decompressor::open(format,
        [&](std::span<std::byte> bytes) -> Result<std::size_t, Failure> {
            const std::size_t count = std::min(bytes.size(), data.size() - place);
            std::ranges::copy(std::as_bytes(std::span(data)).subspan(place, count), bytes.begin());
            place += count;
            return count;
        },
        {.bytes = 100'000'000, .memory = std::uint64_t{256} << 20U});
    REQUIRE(opened);
    std::string text;
    for (;;) {
        std::array<std::byte, 1> byte{};
        const auto count = opened.value()->read(byte);
        if (!count || count.value() == 0) {
            return text;
        }
        text += static_cast<char>(byte[0]);
    }
}

// Null where the library of the format is not installed: it is loaded when it is first needed.
std::unique_ptr<Compressor> compressor_of(CompressionFormat format) {
    auto opened = Compressor::open(format);
    if (!opened) {
        MESSAGE(opened.error().message());
        return nullptr;
    }
    return std::move(opened).value();
}

// Hard to compress, so that the output is longer than one buffer.
std::string noise(std::size_t size) {
    std::string text;
    std::uint32_t state = 1;
    while (text.size() < size) {
        state = state * 1'664'525U + 1'013'904'223U;
        text += static_cast<char>(state >> 24U);
    }
    return text;
}

} // namespace

TEST_CASE("what is compressed is decompressed unchanged, in the format of its first bytes") {
    for (const CompressionFormat format : written_formats) {
        const auto compressor = compressor_of(format);
        if (!compressor) {
            continue;
        }
        const std::string text = noise(200'000) + std::string(300'000, 'x');
        std::string out;
        REQUIRE(compressor->write(text.substr(0, 7), StreamEnd::none, out));
        REQUIRE(compressor->write(text.substr(7), StreamEnd::none, out));
        REQUIRE(compressor->write({}, StreamEnd::end, out));
        CHECK(format_of(std::as_bytes(std::span(out))) == format);
        CHECK(out.size() < 250'000);
        CHECK(decompressed(format, out) == text);
    }
}

TEST_CASE("after a flush all bytes up to then can be decompressed") {
    for (const CompressionFormat format : written_formats) {
        const auto compressor = compressor_of(format);
        if (!compressor) {
            continue;
        }
        std::string out;
        std::string text;
        for (int i = 0; i < 5; ++i) {
            const auto line = std::to_string(i) + noise(50'000 * static_cast<std::size_t>(i));
            text += line;
            REQUIRE(compressor->write(line, StreamEnd::flush, out));
            CHECK(decompressed(format, out) == text);
        }
        REQUIRE(compressor->write({}, StreamEnd::flush, out)); // nothing is new
        REQUIRE(compressor->write({}, StreamEnd::end, out));
        CHECK(decompressed(format, out) == text);
    }
}

TEST_CASE("a stream may be empty, and one may follow another") {
    for (const CompressionFormat format : written_formats) {
        const auto first = compressor_of(format);
        const auto second = compressor_of(format);
        if (!first || !second) {
            continue;
        }
        std::string out;
        REQUIRE(first->write({}, StreamEnd::end, out));
        CHECK_FALSE(out.empty());
        CHECK(decompressed(format, out).empty());
        REQUIRE(second->write("second", StreamEnd::end, out));
        CHECK(decompressed(format, out) == "second");
    }
}

TEST_CASE("bzip2 is read, and not written") {
    const auto opened = Compressor::open(CompressionFormat::bzip2);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().status() == Status::log_file_create_error);
    CHECK(opened.error().message() == "bzip2 is only read");
}
