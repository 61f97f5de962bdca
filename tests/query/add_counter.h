// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "query/query.h"

#include <memory>

namespace pdh_shim::test {

/// A counter in a query, for as long as the caller keeps it.
inline Result<std::shared_ptr<query::Counter>> add_counter(
    query::Query& query, const path::CounterPath& path) {
    PDH_SHIM_TRY(auto counter, query.make_counter(path, 0));
    PDH_SHIM_CHECK(query.link(*counter, nullptr));
    return counter;
}

} // namespace pdh_shim::test
