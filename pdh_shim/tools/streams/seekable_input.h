// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/streams/spool_file.h"
#include "tools/terminal/program_end.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace pdh_shim::tools::streams {

/// A file, a pipe or standard input, read from its begin to its end.
class InputBytes : boost::noncopyable {
  public:
    /// @param name `-` is standard input
    /// @throws terminal::ProgramError
    explicit InputBytes(const std::string& name);
    ~InputBytes();

    /// Reads the next bytes: fewer than asked for only at the end.
    /// @throws terminal::ProgramError it cannot be read, or the user stops the program
    [[nodiscard]] std::size_t read(std::span<char> bytes);

  private:
    std::string name_;
    std::FILE* file_;
};

/// How messages name an input: `The file "a.blg"`.
[[nodiscard]] inline std::string shown_input(const std::string& name) {
    return name == "-" ? "Standard input" : "The file \"" + name + '"';
}

/// Says that the user stops the program: an input may never end.
/// @throws terminal::ProgramError always
[[noreturn]] inline void end_stopped_input() {
    throw terminal::ProgramError(
        "It was stopped before the end of the input.", terminal::ExitStatus::interrupted);
}

/// Whether a file has to be read from its begin to its end, as a pipe has.
[[nodiscard]] bool is_pipe(const std::string& name);

/// An input that the library can open.
struct SeekableInput {
    std::string name;                           ///< as the user has it
    std::string path;                           ///< by which the library opens it
    std::unique_ptr<SpoolFile> spool = nullptr; ///< a copy, if the input itself cannot be opened
    bool is_cut = false; ///< compressed data that ends too early: the copy has what was decompressed
};

/// Standard input (`-`), a pipe and what is compressed (gzip, xz, zstd or bzip2, by its first bytes) are read
/// into a temporary file; any other name stays as it is.
/// @param is_stopped whether the user stops the program; asked while an input is copied
/// @throws terminal::ProgramError the input cannot be read or decompressed, or exceeds spool_limit(), or the
/// user stops the program
[[nodiscard]] SeekableInput seekable_input(const std::string& name, const std::function<bool()>& is_stopped);

} // namespace pdh_shim::tools::streams
