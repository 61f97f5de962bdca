// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/sample.h"

#include <boost/noncopyable.hpp>

namespace pdh_shim::tools::command {

/// Where samples are written: each format that is made from samples is one.
class RecordSink : boost::noncopyable {
  public:
    virtual ~RecordSink() = default;

    /// Adds a sample. It is in the output after flush(), or when others have filled the buffer.
    /// @throws terminal::OutputError
    virtual void add(const Sample& sample) = 0;

    /// Writes the samples that were added: the output ends with a whole line.
    /// @throws terminal::OutputError
    virtual void flush() = 0;

    /// Writes the rest, and what the format ends with. Call it last; without it the output has what a program
    /// that was ended leaves.
    /// @throws terminal::OutputError
    virtual void close() = 0;
};

} // namespace pdh_shim::tools::command
