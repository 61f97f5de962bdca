// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"
#include "api/functions.h"
#include "api/library_state.h"
#include "api/output.h"
#include "recorded/log_file.h"

#include <pdh_shim/control.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

namespace pdh_shim::api {
namespace {

// The newest collect of a query, for a caller who has a place for what it says.
Result<std::shared_ptr<const query::SampleSet>> newest_collect(PDH_HQUERY query, const void* place) {
    PDH_SHIM_TRY(const auto found, find<query::Query>(query));
    if (place == nullptr) {
        return Status::invalid_argument;
    }
    auto collected = found->newest();
    if (collected == nullptr) {
        return Status::no_data;
    }
    return collected;
}

Result<void> write_bias(const std::optional<std::int32_t>& bias, LONG* minutes) {
    if (!bias) {
        return Status::entry_not_in_log_file;
    }
    *minutes = *bias;
    return outcome::success();
}

} // namespace

Result<void> sample_bias(PDH_HQUERY query, LONG* minutes) {
    PDH_SHIM_TRY(const auto collected, newest_collect(query, minutes));
    return write_bias(collected->bias, minutes);
}

Result<void> log_bias(PDH_HLOG log, LONGLONG local_time, LONG* minutes) {
    PDH_SHIM_TRY(const auto source, find_data_source(log));
    if (minutes == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const auto zone, source->zone_at(local_time));
    return write_bias(zone.bias, minutes);
}

Result<void> log_zone_name(PDH_HLOG log, LONGLONG local_time, LPSTR name, LPDWORD size) {
    PDH_SHIM_TRY(const auto source, find_data_source(log));
    PDH_SHIM_CHECK(check_buffer(name, size));
    PDH_SHIM_TRY(const auto zone, source->zone_at(local_time));
    if (!zone.bias) {
        return Status::entry_not_in_log_file;
    }
    return write_encoded(name, size, recorded::zone_name_in_text(zone) + '\0');
}

Result<void> sample_time(PDH_HQUERY query, LONGLONG* local_time) {
    PDH_SHIM_TRY(const auto collected, newest_collect(query, local_time));
    *local_time = collected->local_time;
    return outcome::success();
}

Result<void> log_counters(PDH_HLOG log, DWORD flags, LPSTR paths, LPDWORD size) {
    PDH_SHIM_TRY(const auto found, find_log_to_read(log, Status::data_source_is_real_time));
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
    PDH_SHIM_TRY(const auto found, find_log_to_read(log, Status::data_source_is_real_time));
    if (records == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const std::uint64_t count, found->comments(begin, end));
    constexpr std::uint64_t most = std::numeric_limits<DWORD>::max();
    *records = static_cast<DWORD>(count < most ? count : most);
    return outcome::success();
}

} // namespace pdh_shim::api
