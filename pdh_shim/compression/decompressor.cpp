// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "compression/decompressor.h"

#include "base/named_file.h"
#include "base/platform.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace pdh_shim::compression {
namespace {

constexpr std::size_t buffer_size = std::size_t{64} << 10U;

template <class... Byte>
bool begins_with(std::span<const std::byte> start, Byte... magic) noexcept {
    const std::array<std::byte, sizeof...(magic)> wanted{static_cast<std::byte>(magic)...};
    return start.size() >= wanted.size() && std::equal(wanted.begin(), wanted.end(), start.begin());
}

// Programs that compress in parallel put a frame before the data that decoders skip.
bool begins_with_skippable_frame(std::span<const std::byte> start) noexcept {
    return start.size() >= 4 && (start[0] & std::byte{0xF0}) == std::byte{0x50} &&
           begins_with(start.subspan(1), 0x2A, 0x4D, 0x18);
}

} // namespace

std::optional<CompressionFormat> format_of(std::span<const std::byte> start) noexcept {
    if (begins_with(start, 0x1F, 0x8B, 0x08)) {
        return CompressionFormat::gzip;
    }
    if (begins_with(start, 0xFD, '7', 'z', 'X', 'Z', 0x00)) {
        return CompressionFormat::xz;
    }
    if (begins_with(start, 0x28, 0xB5, 0x2F, 0xFD) || begins_with_skippable_frame(start)) {
        return CompressionFormat::zstd;
    }
    if (begins_with(start, 'B', 'Z', 'h')) {
        return CompressionFormat::bzip2;
    }
    return std::nullopt;
}

Decompressor::Decompressor(CompressionFormat format, CompressedInput input, std::uint64_t most, CutData cut,
    std::unique_ptr<Codec> codec)
    : format_(format), input_(std::move(input)), codec_(std::move(codec)), most_(most), cut_(cut),
      buffer_(buffer_size) {}

Decompressor::~Decompressor() = default;

Result<std::unique_ptr<Decompressor>, Failure> Decompressor::open(
    CompressionFormat format, CompressedInput input, const DecompressionLimits& limits, CutData cut) {
    if (platform::is_privileged_start()) {
        return Failure(Status::access_denied, {}, "a set-id program decompresses nothing");
    }
    auto codec = make_decoder(format, limits.memory);
    if (!codec) {
        return std::move(codec).error().as(Status::log_file_open_error);
    }
    return std::unique_ptr<Decompressor>(
        new Decompressor(format, std::move(input), limits.bytes, cut, std::move(codec).value()));
}

std::span<const std::byte> Decompressor::ahead() const noexcept {
    return std::span(buffer_).subspan(first_, end_ - first_);
}

// Until the buffer is full, or has all.
Result<void, Failure> Decompressor::fill() {
    std::ranges::copy(ahead(), buffer_.begin());
    end_ -= std::exchange(first_, 0);
    PDH_SHIM_TRY(const std::size_t count, input_(std::span(buffer_).subspan(end_)));
    has_all_ = end_ + count < buffer_.size();
    end_ += count;
    return outcome::success();
}

// Behind the end of a stream: another one, or zeros that fill blocks up. Afterwards nothing is ahead at the
// end.
Result<void, Failure> Decompressor::begin_next() {
    if (!has_all_ && ahead().size() < longest_magic) {
        PDH_SHIM_CHECK(fill());
    }
    while (!ahead().empty() && ahead().front() == std::byte{0}) {
        ++first_;
        if (!has_all_ && ahead().size() < longest_magic) {
            PDH_SHIM_CHECK(fill());
        }
    }
    if (ahead().empty()) {
        return outcome::success();
    }
    if (format_of(ahead()) != format_) {
        return ahead().size() < longest_magic ? end_too_early() : damaged();
    }
    is_between_ = false;
    return codec_->restart();
}

Result<void, Failure> Decompressor::end_too_early() {
    if (cut_ == CutData::refused) {
        return Failure(Status::unable_read_log_header, {}, "the compressed data ends too early");
    }
    is_cut_ = true;
    return outcome::success();
}

Result<std::size_t, Failure> Decompressor::read(std::span<std::byte> bytes) {
    std::size_t done = 0;
    while (done < bytes.size() && !is_cut_) {
        if (is_between_) {
            PDH_SHIM_CHECK(begin_next());
            if (is_between_) {
                break;
            }
        }
        if (ahead().empty() && !has_all_) {
            PDH_SHIM_CHECK(fill());
        }
        PDH_SHIM_TRY(const CodecStep step, codec_->step(ahead(), bytes.subspan(done), StreamEnd::none));
        first_ += step.taken;
        done += step.given;
        given_ += step.given;
        is_between_ = step.is_done;
        if (given_ > most_) {
            return Failure(Status::log_file_open_error, {},
                "has more than " + std::to_string(most_) +
                    " bytes when it is decompressed: see PDH_SHIM_DISK_LIMIT");
        }
        if (!step.is_done && step.taken == 0 && step.given == 0 && has_all_) {
            PDH_SHIM_CHECK(end_too_early());
        }
    }
    return done;
}

} // namespace pdh_shim::compression
