// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "compression/decompressor.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::compression;

namespace {

using Numbers = std::vector<std::uint8_t>;

// `pdh-shim ` forty times, compressed by the program of each format.
const Numbers gzip_data{0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0x48, 0xC9, 0xD0,
    0x2D, 0xCE, 0xC8, 0xCC, 0x55, 0x28, 0x18, 0x65, 0xD0, 0x92, 0x01, 0x00, 0x34, 0x8D, 0x81, 0x4A, 0x68,
    0x01, 0x00, 0x00};
const Numbers xz_data{0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00, 0x04, 0xE6, 0xD6, 0xB4, 0x46, 0x02, 0x00,
    0x21, 0x01, 0x16, 0x00, 0x00, 0x00, 0x74, 0x2F, 0xE5, 0xA3, 0xE0, 0x01, 0x67, 0x00, 0x12, 0x5D, 0x00,
    0x38, 0x19, 0x09, 0x4A, 0xA2, 0x1E, 0x03, 0x63, 0x55, 0x51, 0x1B, 0x5A, 0x71, 0x75, 0x5A, 0x80, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x97, 0x39, 0x1B, 0x3E, 0xFD, 0xBC, 0xFE, 0x9B, 0x00, 0x01, 0x2E, 0xE8, 0x02,
    0x00, 0x00, 0x00, 0x0E, 0xF4, 0x5E, 0x4C, 0xB1, 0xC4, 0x67, 0xFB, 0x02, 0x00, 0x00, 0x00, 0x00, 0x04,
    0x59, 0x5A};
const Numbers zstd_data{0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x58, 0x85, 0x00, 0x00, 0x48, 0x70, 0x64, 0x68, 0x2D,
    0x73, 0x68, 0x69, 0x6D, 0x20, 0x01, 0x00, 0x5C, 0x54, 0xCB, 0x11, 0x79, 0x3A, 0x73, 0x95};
const Numbers bzip2_data{0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0xD9, 0x27, 0x52, 0x77,
    0x00, 0x00, 0x9F, 0x91, 0x80, 0x40, 0x02, 0x04, 0x62, 0x48, 0x00, 0x20, 0x00, 0x50, 0x86, 0x04, 0x05,
    0x2A, 0x8C, 0x34, 0xE0, 0x9B, 0x13, 0xA2, 0x70, 0x4C, 0x13, 0x42, 0x60, 0x9D, 0x13, 0x04, 0xF0, 0xBB,
    0x92, 0x29, 0xC2, 0x84, 0x86, 0xC9, 0x3A, 0x93, 0xB8};

struct Sample {
    CompressionFormat format;
    const Numbers& data;
};
const std::vector<Sample> samples{{CompressionFormat::gzip, gzip_data}, {CompressionFormat::xz, xz_data},
    {CompressionFormat::zstd, zstd_data}, {CompressionFormat::bzip2, bzip2_data}};

std::string whole_text() {
    std::string text;
    for (int i = 0; i < 40; ++i) {
        text += "pdh-shim ";
    }
    return text;
}

// Gives the data in portions of a few bytes, as a pipe may.
CompressedInput input_of(Numbers data) {
    return [data = std::move(data), place = std::size_t{0}](
               std::span<std::byte> bytes) mutable -> Result<std::size_t, Failure> {
        const std::size_t count = std::min(bytes.size(), data.size() - place);
        std::ranges::copy(std::as_bytes(std::span(data)).subspan(place, count), bytes.begin());
        place += count;
        return count;
    };
}

struct Decompressed {
    std::string text;
    Status status = Status::success;
    bool is_cut = false;
};

// None where the library of the format is not installed: it is loaded when it is first needed.
std::optional<Decompressed> decompress(CompressionFormat format, const Numbers& data,
    std::uint64_t most = 1'000'000, CutData cut = CutData::refused) {
    auto opened = Decompressor::open(format, input_of(data), {.bytes = most, .memory = 64U << 20U}, cut);
    if (!opened) {
        MESSAGE(opened.error().message());
        return std::nullopt;
    }
    Decompressed done;
    std::vector<std::byte> buffer(7);
    while (true) {
        const auto count = opened.value()->read(buffer);
        if (!count) {
            done.status = count.error().status();
            return done;
        }
        done.text += as_text(std::span(buffer).first(count.value()));
        if (count.value() < buffer.size()) {
            done.is_cut = opened.value()->is_cut();
            return done;
        }
    }
}

Numbers joined(Numbers first, const Numbers& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

} // namespace

TEST_CASE("a format is known by its first bytes") {
    for (const Sample& sample : samples) {
        CHECK(format_of(std::as_bytes(std::span(sample.data))) == sample.format);
        CHECK_FALSE(format_of(std::as_bytes(std::span(sample.data)).first(1)).has_value());
    }
    CHECK_FALSE(format_of({}).has_value());
    const std::string text = whole_text();
    CHECK_FALSE(format_of(std::as_bytes(std::span(text))).has_value());
}

TEST_CASE("a stream has the bytes that were compressed, and several are one") {
    for (const Sample& sample : samples) {
        if (const auto done = decompress(sample.format, sample.data)) {
            CHECK(done->status == Status::success);
            CHECK(done->text == whole_text());
        }
        if (const auto twice = decompress(sample.format, joined(sample.data, sample.data))) {
            CHECK(twice->text == whole_text() + whole_text());
        }
    }
}

TEST_CASE("a stream cut at any byte is damaged, and gives no more than was compressed") {
    for (const Sample& sample : samples) {
        for (std::size_t size = 1; size < sample.data.size(); ++size) {
            const Numbers cut(sample.data.begin(), sample.data.begin() + static_cast<std::ptrdiff_t>(size));
            if (const auto done = decompress(sample.format, cut)) {
                CHECK(done->status == Status::unable_read_log_header);
                CHECK(whole_text().starts_with(done->text));
            }
        }
    }
}

TEST_CASE("a stream that is cut at any byte may end there, with what was decompressed") {
    for (const Sample& sample : samples) {
        for (std::size_t size = 1; size <= sample.data.size(); ++size) {
            const Numbers cut(sample.data.begin(), sample.data.begin() + static_cast<std::ptrdiff_t>(size));
            CAPTURE(size);
            if (const auto done = decompress(sample.format, cut, 1'000'000, CutData::kept)) {
                CHECK(done->status == Status::success);
                CHECK(done->is_cut == (size < sample.data.size()));
                CHECK(whole_text().starts_with(done->text));
            }
            // Behind another one.
            if (const auto done =
                    decompress(sample.format, joined(sample.data, cut), 1'000'000, CutData::kept)) {
                CHECK(done->status == Status::success);
                CHECK(done->is_cut == (size < sample.data.size()));
                CHECK(done->text.starts_with(whole_text()));
            }
        }
    }
}

TEST_CASE("what follows a stream and is not one damages it") {
    for (const Sample& sample : samples) {
        if (const auto done = decompress(sample.format, joined(sample.data, {'x', 'y', 'z'}))) {
            CHECK(done->status == Status::unable_read_log_header);
        }
    }
}

TEST_CASE("a frame of zstd that has less than it announces is damaged") {
    // 260 bytes, and a last block without any
    const Numbers data{0x28, 0xB5, 0x2F, 0xFD, 0x60, 0x04, 0x00, 0x01, 0x00, 0x00, 0x00};
    if (const auto done = decompress(CompressionFormat::zstd, data)) {
        CHECK(done->status != Status::success);
        CHECK(done->text.empty());
    }
}

TEST_CASE("a stream that is longer than its limit fails, one that is as long does not") {
    for (const Sample& sample : samples) {
        if (const auto exact = decompress(sample.format, sample.data, whole_text().size())) {
            CHECK(exact->status == Status::success);
        }
        if (const auto longer = decompress(sample.format, sample.data, whole_text().size() - 1)) {
            CHECK(longer->status == Status::log_file_open_error);
        }
    }
}

TEST_CASE("an input that fails ends the stream with its failure") {
    auto opened = Decompressor::open(CompressionFormat::gzip,
        [](std::span<std::byte> /*bytes*/) -> Result<std::size_t, Failure> {
            return Failure(Status::access_denied);
        },
        {.bytes = 1000, .memory = 64U << 20U});
    if (opened) {
        std::vector<std::byte> buffer(7);
        CHECK(opened.value()->read(buffer).error().status() == Status::access_denied);
    }
}
