// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

namespace lodctr {

/// Ends the program with `Error: ` and this text.
class Failure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

} // namespace lodctr
