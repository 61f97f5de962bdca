// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace pdh_shim::tools::streams {

/// Compresses an output, as the end of its name says: `.gz`, `.xz` or `.zst`.
class OutputCompression : boost::noncopyable {
  public:
    virtual ~OutputCompression() = default;

    /// Each returns bytes for the file. @throws terminal::ProgramError
    [[nodiscard]] virtual std::string write(std::string_view bytes) = 0;
    /// Flushes: makes all bytes so far decompressible.
    [[nodiscard]] virtual std::string flush() = 0;
    /// The end of the stream. What is written afterwards begins another one, which readers take for its
    /// continuation.
    [[nodiscard]] virtual std::string end() = 0;
};

/// Whether the end of a name, in either case, asks for compression.
[[nodiscard]] bool is_compressed_name(std::string_view name);

/// @return null if the name asks for none
/// @throws terminal::ProgramError the library of the format is not installed, or this program has none
[[nodiscard]] std::unique_ptr<OutputCompression> compression_of(const std::string& name);

} // namespace pdh_shim::tools::streams
