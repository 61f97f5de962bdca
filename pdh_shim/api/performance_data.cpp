// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/performance_data.h"

#include "api/functions.h"
#include "api/library_state.h"
#include "api/output.h"
#include "recorded/capture.h"

#include <pdh_shim/control.h>

#include <cstddef>
#include <string>
#include <vector>

namespace pdh_shim::api {
namespace {

Result<void> write_block(LPVOID data, LPDWORD size, const std::vector<std::byte>& block) {
    const auto* const bytes = reinterpret_cast<const char*>(block.data());
    return write_encoded({Encoding::ansi, data}, size, std::string(bytes, block.size()));
}

} // namespace

Result<void> query_performance_data(LPCSTR request, LPVOID data, LPDWORD size) {
    if (request == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_buffer(data, size));
    core::Runtime& runtime = library().runtime;
    PDH_SHIM_TRY(const auto machine, runtime.live()->machine(u""));
    PDH_SHIM_TRY(
        const auto block, runtime.performance_data()->query(machine, runtime.clock(), request, *size));
    return write_block(data, size, block);
}

Result<void> capture_sample(PDH_HQUERY query, DWORD flags, LPVOID data, LPDWORD size) {
    PDH_SHIM_TRY(const auto found, find<query::Query>(query));
    if ((flags & ~PDH_SHIM_CAPTURE_TITLES) != 0) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_buffer(data, size));
    const auto collected = found->newest();
    if (collected == nullptr) {
        return Status::no_data;
    }
    PDH_SHIM_TRY(const auto machine, found->data_source().machine(u""));
    const bool titles = (flags & PDH_SHIM_CAPTURE_TITLES) != 0;
    PDH_SHIM_TRY(const auto blocks, recorded::write_capture(*machine, *collected, titles));
    return write_block(data, size, blocks);
}

} // namespace pdh_shim::api
