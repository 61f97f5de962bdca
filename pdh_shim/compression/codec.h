// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace pdh_shim::compression {

/// The result of one step of a codec.
struct CodecStep {
    std::size_t taken = 0; ///< compressed bytes
    std::size_t given = 0; ///< decompressed bytes
    bool is_end = false;   ///< of the stream
};

/// The decoder of one format: a library that is loaded at run time.
class Codec : boost::noncopyable {
  public:
    virtual ~Codec() = default;

    /// Decompresses as much as the two spans allow. @retval unable_read_log_header the data is damaged
    /// @retval log_file_open_error it needs more memory than it may have
    [[nodiscard]] virtual Result<CodecStep, Failure> step(
        std::span<const std::byte> in, std::span<std::byte> out) = 0;
    /// Begins the next stream. @retval log_file_open_error there is no memory
    [[nodiscard]] virtual Result<void, Failure> restart() = 0;
};

using MadeCodec = Result<std::unique_ptr<Codec>, Failure>;

/// @param memory how much it may take @retval log_file_open_error its library is not installed
[[nodiscard]] MadeCodec make_gzip(std::uint64_t memory);
[[nodiscard]] MadeCodec make_xz(std::uint64_t memory);
[[nodiscard]] MadeCodec make_zstd(std::uint64_t memory);
[[nodiscard]] MadeCodec make_bzip2(std::uint64_t memory);

inline Failure damaged() {
    return {Status::unable_read_log_header, {}, "the compressed data is damaged"};
}

inline Failure needs_memory() {
    return {
        Status::log_file_open_error, {}, "the compressed data needs more memory than PDH_SHIM_MEMORY_LIMIT"};
}

} // namespace pdh_shim::compression
