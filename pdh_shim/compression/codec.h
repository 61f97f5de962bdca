// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace pdh_shim::compression {

enum class CompressionFormat : std::uint8_t { gzip, xz, zstd, bzip2 };

/// What a stream has behind the bytes that are compressed.
enum class StreamEnd : std::uint8_t {
    none,  ///< more bytes, which may wait for those after them
    flush, ///< more bytes, but all up to now can be decompressed
    end    ///< nothing
};

/// The result of one step of a codec.
struct CodecStep {
    std::size_t taken = 0; ///< bytes of the input
    std::size_t given = 0; ///< bytes of the output
    bool is_done = false;  ///< decoder: the stream has ended; encoder: nothing of a flush or an end is left
};

/// The encoder or the decoder of one format: a library that is loaded at run time.
class Codec : boost::noncopyable {
  public:
    virtual ~Codec() = default;

    /// Converts as much as the two spans allow.
    /// @param end of what is compressed; a decoder finds the end of a stream itself
    /// @retval unable_read_log_header the data is damaged
    /// @retval log_file_open_error it needs more memory than it may have
    [[nodiscard]] virtual Result<CodecStep, Failure> step(
        std::span<const std::byte> in, std::span<std::byte> out, StreamEnd end) = 0;
    /// Begins the next stream. @retval log_file_open_error there is no memory
    [[nodiscard]] virtual Result<void, Failure> restart() = 0;
};

using MadeCodec = Result<std::unique_ptr<Codec>, Failure>;

/// @param memory how much it may take
/// @retval log_file_open_error memory is short
/// @retval invalid_datasource  its library is not installed
[[nodiscard]] MadeCodec make_decoder(CompressionFormat format, std::uint64_t memory);
/// Its level is the library's own. It fails as make_decoder() does, and:
/// @retval log_file_create_error the format is bzip2, which nothing writes
[[nodiscard]] MadeCodec make_encoder(CompressionFormat format);

[[nodiscard]] MadeCodec make_zstd_decoder(std::uint64_t memory);
[[nodiscard]] MadeCodec make_zstd_encoder();

inline Failure damaged() {
    return {Status::unable_read_log_header, {}, "the compressed data is damaged"};
}

inline Failure needs_memory() {
    return {
        Status::log_file_open_error, {}, "the compressed data needs more memory than PDH_SHIM_MEMORY_LIMIT"};
}

} // namespace pdh_shim::compression
