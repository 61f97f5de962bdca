// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/command/query.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <future>

namespace pdh_shim::tools::relog {

/// Reads the records of a query block by block. While the caller computes with one block, another thread
/// reads the next one, if blocks are large enough to be worth it.
class BlockReader : boost::noncopyable {
  public:
    /// @param query is used only by this object until it ends
    explicit BlockReader(command::Query& query);

    /// The next records, which stay until the next call; null at the end.
    /// @throws terminal::ProgramError
    [[nodiscard]] const command::SampleBlock* next();

  private:
    void read_ahead();

    command::Query& query_;
    std::size_t most_;
    command::SampleBlock current_;
    command::SampleBlock ahead_;
    std::future<bool> is_there_; // whether `ahead_` is; waits for its thread
};

} // namespace pdh_shim::tools::relog
