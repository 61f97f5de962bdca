// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/file.h"
#include "compression/codec.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

// The project's one decompressor: streams of gzip, xz, zstd and bzip2, by their first bytes, with limits. It
// calls the four libraries themselves, not libarchive: loading one of them takes 0.1 ms and 0.4 MB,
// libarchive with its 14 libraries 1.9 ms and 3.4 MB; libarchive's limit of memory for xz is always 1 GiB;
// and it starts programs by PATH for formats that it was built without. A library is loaded when its format
// is first read, so a process has only the decoders that it needs.

namespace pdh_shim::compression {

/// As many first bytes as format_of() looks at.
inline constexpr std::size_t longest_magic = 6;

/// The format that data begins in; none if it is not compressed.
/// @param start the first bytes: longest_magic of them, or all
[[nodiscard]] std::optional<CompressionFormat> format_of(std::span<const std::byte> start) noexcept;

/// Limits for one stream; reading fails beyond them.
struct DecompressionLimits {
    std::uint64_t bytes = 0;  ///< decompressed
    std::uint64_t memory = 0; ///< of the decoder: xz and zstd take as much as the data asks for
};

/// Reads the next compressed bytes: fewer than asked for only at the end.
using CompressedInput = std::function<Result<std::size_t, Failure>(std::span<std::byte> bytes)>;

/// What Decompressor::read() makes of data that ends too early, as that of a program that is still writing
/// it, or was ended: an error, or the end, and is_cut().
enum class CutData : std::uint8_t { refused, kept };

/// Decompresses a stream, which may consist of several, one behind the other, and zeros behind them. One
/// thread at a time.
class Decompressor : boost::noncopyable {
  public:
    /// @retval access_denied       the program is set-id: its user's bytes get no decoder there
    /// @retval log_file_open_error the library is not installed, or the decoder cannot begin
    [[nodiscard]] static Result<std::unique_ptr<Decompressor>, Failure> open(CompressionFormat format,
        CompressedInput input, const DecompressionLimits& limits, CutData cut = CutData::refused);
    ~Decompressor();

    /// Returns how many bytes there were: fewer than asked for only at the end.
    /// @retval unable_read_log_header the data is damaged, or ends too early
    /// @retval log_file_open_error    it cannot be read, or exceeds a limit
    [[nodiscard]] Result<std::size_t, Failure> read(std::span<std::byte> bytes);

    /// Whether the data has ended too early. Never with CutData::refused.
    [[nodiscard]] bool is_cut() const noexcept { return is_cut_; }

  private:
    Decompressor(CompressionFormat format, CompressedInput input, std::uint64_t most, CutData cut,
        std::unique_ptr<Codec> codec);

    [[nodiscard]] std::span<const std::byte> ahead() const noexcept;
    [[nodiscard]] Result<void, Failure> fill();
    [[nodiscard]] Result<void, Failure> begin_next();
    [[nodiscard]] Result<void, Failure> end_too_early();

    const CompressionFormat format_;
    const CompressedInput input_;
    const std::unique_ptr<Codec> codec_;
    const std::uint64_t most_;
    const CutData cut_;
    std::uint64_t given_ = 0;
    std::vector<std::byte> buffer_; // of compressed bytes
    std::size_t first_ = 0;         // that is not used yet
    std::size_t end_ = 0;           // behind the last one
    bool has_all_ = false;          // the input is at its end
    bool is_between_ = false;       // the stream before has ended
    bool is_cut_ = false;
};

} // namespace pdh_shim::compression
