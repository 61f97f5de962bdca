// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Compressed data from anywhere: it is refused, or has the same bytes however it arrives and is read. It
// never gives more than its limit allows.
#include "compression/decompressor.h"
#include "fuzz/require.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace {

using namespace pdh_shim;
using namespace pdh_shim::compression;

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20U;
constexpr std::uint64_t most_memory = std::uint64_t{32} << 20U;

struct Decompressed {
    std::vector<std::byte> bytes;
    Status status = Status::success;
};

Decompressed decompress(std::span<const std::byte> data, CompressionFormat format, std::size_t portion,
    CutData cut = CutData::refused) {
    auto opened = Decompressor::open(
        format,
        [data](std::span<std::byte> bytes) mutable -> Result<std::size_t, Failure> {
            const std::size_t count = std::min(bytes.size(), data.size());
            std::ranges::copy(data.first(count), bytes.begin());
            data = data.subspan(count);
            return count;
        },
        {.bytes = most_bytes, .memory = most_memory}, cut);
    require(opened.has_value());
    Decompressed done;
    std::vector<std::byte> buffer(portion);
    while (true) {
        const auto count = opened.value()->read(buffer);
        if (!count) {
            done.status = count.error().status();
            return done;
        }
        done.bytes.insert(
            done.bytes.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(count.value()));
        require(done.bytes.size() <= most_bytes);
        if (count.value() < portion) {
            return done;
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span bytes(reinterpret_cast<const std::byte*>(data), size);
    const auto format = format_of(bytes);
    if (!format) {
        return 0;
    }
    const Decompressed whole = decompress(bytes, *format, std::size_t{64} << 10U);
    const Decompressed parts = decompress(bytes, *format, 7);
    require(whole.status == parts.status || whole.bytes.size() + parts.bytes.size() > most_bytes);
    if (whole.status == Status::success) {
        require(whole.bytes == parts.bytes);
        require(whole.bytes == decompress(bytes, *format, 7, CutData::kept).bytes);
    } else {
        (void)decompress(bytes, *format, 7, CutData::kept);
    }
    return 0;
}
