// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/full_path.h"

#include "api/data_source.h"

#include <string>

namespace pdh_shim::api {

Result<path::CounterPath> parse_path(const TextIn& path) {
    PDH_SHIM_TRY(const std::u16string text, path.read());
    auto parsed = path::parse_counter_path(text);
    if (!parsed) {
        return Status::invalid_path;
    }
    return parsed;
}

Result<void> complete(path::CounterPath& path) {
    if (path.machine.empty()) {
        PDH_SHIM_TRY(const auto machine, live_data_source()->machine(u""));
        path.machine = machine->name();
    }
    return outcome::success();
}

} // namespace pdh_shim::api
