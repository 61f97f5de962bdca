// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

namespace command {

/// Ends the program with `Error: ` and this text.
class Failure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A file or standard output cannot be written: ends the program with this text on standard error.
class WriteFailure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The reader of the console output is gone: ends the program without a message. It is no error, so it is no
/// std::exception.
class OutputClosed {};

} // namespace command
