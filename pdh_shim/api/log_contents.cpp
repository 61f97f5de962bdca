// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"
#include "api/functions.h"

#include <pdh_shim/control.h>

#include <cstdint>
#include <limits>

namespace pdh_shim::api {
namespace {

Result<std::shared_ptr<recorded::LogDataSource>> find_log(PDH_HLOG handle) {
    PDH_SHIM_TRY(const auto source, find_data_source(handle));
    auto log = as_log(source);
    if (log == nullptr) {
        return Status::data_source_is_real_time;
    }
    return log;
}

} // namespace

Result<void> log_counters(PDH_HLOG log, DWORD flags, LPSTR paths, LPDWORD size) {
    PDH_SHIM_TRY(const auto found, find_log(log));
    if ((flags & ~DWORD{PDH_NOEXPANDINSTANCES}) != 0) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_buffer(paths, size));
    const TextOut buffer(paths);
    const auto make_key = [&] { return call_key("log_counters", buffer.encoding(), found->number(), flags); };
    return library().size_query_cache.write_list(
        buffer, size, make_key, [&] { return found->counters(flags == 0); });
}

Result<void> log_comments(PDH_HLOG log, LONGLONG begin, LONGLONG end, LPDWORD records) {
    PDH_SHIM_TRY(const auto found, find_log(log));
    if (records == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const std::uint64_t count, found->comments(begin, end));
    constexpr std::uint64_t most = std::numeric_limits<DWORD>::max();
    *records = static_cast<DWORD>(count < most ? count : most);
    return outcome::success();
}

} // namespace pdh_shim::api
