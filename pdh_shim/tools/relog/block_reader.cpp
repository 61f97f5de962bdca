// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/block_reader.h"

#include "tools/relog/value_block.h"

#include <utility>

namespace pdh_shim::tools::relog {

namespace {

constexpr std::size_t fewest_for_a_thread =
    30'000; // values, which take longer to read than a thread to start

} // namespace

BlockReader::BlockReader(command::Query& query)
    : query_(query), most_(ValueBlock::rows_for(query.column_count())) {
    read_ahead();
}

const command::SampleBlock* BlockReader::next() {
    if (!is_there_.get()) {
        return nullptr;
    }
    std::swap(current_, ahead_);
    read_ahead();
    return &current_;
}

// Without a thread, as where there can be no more, it is read by next().
void BlockReader::read_ahead() {
    const bool is_large = most_ * query_.column_count() >= fewest_for_a_thread;
    const auto how = is_large ? std::launch::async | std::launch::deferred : std::launch::deferred;
    is_there_ = std::async(how, [this] { return query_.collect(ahead_, most_); });
}

} // namespace pdh_shim::tools::relog
