// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "compression/codec.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace pdh_shim::compression {

/// Compresses a stream with the library of its format, at that library's own level. One
/// thread at a time.
class Compressor : boost::noncopyable {
  public:
    /// @retval log_file_create_error the library is not installed, has no memory, or the format is bzip2,
    ///         which nothing writes
    [[nodiscard]] static Result<std::unique_ptr<Compressor>, Failure> open(CompressionFormat format);

    /// Compresses bytes, and appends what comes of it to a text.
    /// @retval log_file_create_error there is no memory
    [[nodiscard]] Result<void, Failure> write(std::string_view bytes, StreamEnd end, std::string& out);

  private:
    explicit Compressor(std::unique_ptr<Codec> encoder) : encoder_(std::move(encoder)) {}

    const std::unique_ptr<Codec> encoder_;
};

} // namespace pdh_shim::compression
