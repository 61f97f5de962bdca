// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/streams/spool_file.h"

#include <functional>
#include <memory>
#include <string>

namespace pdh_shim::tools::streams {

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
