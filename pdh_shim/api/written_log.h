// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "recorded/query_log.h"

#include <pdh.h>

#include <memory>

namespace pdh_shim::api {

/// The object of the handle of a log that is written.
struct WrittenLog {
    std::shared_ptr<recorded::QueryLog> log;
    PDH_HQUERY query = nullptr; ///< its handle, which may have been closed
};

} // namespace pdh_shim::api
