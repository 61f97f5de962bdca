// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "compression/decompressor.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace pdh_shim::compression {

/// What a stream has behind the bytes that are written.
enum class StreamEnd : std::uint8_t {
    none,  ///< more bytes, which may wait for those after them
    flush, ///< more bytes, but all up to now can be decompressed
    end    ///< nothing
};

/// Compresses a stream with the library of its format, at that library's own level. One
/// thread at a time.
class Compressor : boost::noncopyable {
  public:
    /// @retval log_file_create_error the library is not installed, has no memory, or the format is bzip2,
    ///         which nothing writes
    [[nodiscard]] static Result<std::unique_ptr<Compressor>, Failure> open(CompressionFormat format);
    virtual ~Compressor() = default;

    /// Compresses bytes, and appends what comes of it to a text.
    /// @retval log_file_create_error there is no memory
    [[nodiscard]] Result<void, Failure> write(std::string_view bytes, StreamEnd end, std::string& out);

  protected:
    /// The result of one step.
    struct Step {
        std::size_t taken = 0;
        std::size_t given = 0;
        bool is_done = false; ///< for StreamEnd::flush and StreamEnd::end: nothing is left
    };
    [[nodiscard]] virtual Result<Step, Failure> step(
        std::span<const std::byte> in, std::span<std::byte> out, StreamEnd end) = 0;
};

using MadeCompressor = Result<std::unique_ptr<Compressor>, Failure>;

[[nodiscard]] MadeCompressor make_gzip_compressor();
[[nodiscard]] MadeCompressor make_xz_compressor();
[[nodiscard]] MadeCompressor make_zstd_compressor();

inline Failure cannot_compress() {
    return {Status::log_file_create_error, {}, "there is not enough memory to compress it"};
}

/// @tparam Made begin() says whether there is enough memory
template <class Made, class Library>
MadeCompressor begun_compressor(const Library& library) {
    auto compressor = std::make_unique<Made>(library);
    if (!compressor->begin()) {
        return cannot_compress();
    }
    return std::unique_ptr<Compressor>(std::move(compressor));
}

} // namespace pdh_shim::compression
