// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"
#include "api/functions.h"
#include "api/library_state.h"
#include "api/output.h"
#include "recorded/log_file.h"

#include <pdh_shim/control.h>

#include <cstdint>
#include <optional>

namespace pdh_shim::api {
namespace {

Result<void> write_bias(const std::optional<std::int32_t>& bias, LONG* minutes) {
    if (!bias) {
        return Status::entry_not_in_log_file;
    }
    *minutes = *bias;
    return outcome::success();
}

} // namespace

Result<void> sample_bias(PDH_HQUERY query, LONG* minutes) {
    PDH_SHIM_TRY(const auto found, find_query(query));
    if (minutes == nullptr) {
        return Status::invalid_argument;
    }
    const auto collected = found->newest();
    if (collected == nullptr) {
        return Status::no_data;
    }
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
    PDH_SHIM_TRY(const auto found, find_query(query));
    if (local_time == nullptr) {
        return Status::invalid_argument;
    }
    const auto collected = found->newest();
    if (collected == nullptr) {
        return Status::no_data;
    }
    *local_time = collected->local_time;
    return outcome::success();
}

} // namespace pdh_shim::api
