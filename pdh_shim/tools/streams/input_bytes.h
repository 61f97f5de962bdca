// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/terminal/program_error.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
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
    std::intptr_t file_; // a descriptor, or Windows' handle
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

} // namespace pdh_shim::tools::streams
