// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"
#include "api/functions.h"
#include "api/library_state.h"
#include "api/output.h"
#include "base/descriptor_share.h"
#include "base/failure_log.h"
#include "base/file.h"
#include "base/trace.h"
#include "machine/performance_data.h"
#include "recorded/capture.h"
#include "recorded/log_file.h"

#include <pdh_shim/control.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::api {
namespace {

Result<void> read_last_failure(LONG* status, LPSTR text, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(text, size));
    const auto failure = last_failure();
    if (!failure) {
        return Status::no_data;
    }
    PDH_SHIM_CHECK(write_encoded(text, size, failure->message + '\0'));
    if (status != nullptr) {
        *status = to_code(failure->status);
    }
    return outcome::success();
}

} // namespace

Result<void> set_sources(LPCSTR list) {
    if (list == nullptr) {
        return Status::invalid_argument;
    }
    library().size_query_cache.forget();
    return library().runtime.live()->choose_sources(list);
}

Result<void> set_default_scale(DWORD policy) {
    if (policy > PDH_SHIM_SCALE_IGNORE) {
        return Status::invalid_argument;
    }
    library().size_query_cache.forget();
    library().runtime.counter_context().scale_policy = static_cast<query::ScalePolicy>(policy);
    return outcome::success();
}

Result<void> load_titles(LPCSTR ini_file) {
    if (ini_file == nullptr || *ini_file == '\0') {
        return Status::invalid_argument;
    }
    library().size_query_cache.forget();
    return library().runtime.live()->load_titles(ini_file);
}

Result<void> set_language(DWORD language) {
    if (language == 0 || language > machine::largest_language) {
        return Status::invalid_argument;
    }
    library().size_query_cache.forget();
    library().runtime.live()->set_language(language);
    return outcome::success();
}

Result<void> set_log(LPCSTR level, LPCSTR file) {
    trace::Level parsed = trace::Level::off;
    if (level == nullptr || !trace::parse_level(level, parsed)) {
        return Status::invalid_argument;
    }
    return success_if(core::start_log(parsed, file == nullptr ? "" : file), Status::log_file_open_error);
}

Status last_failure_text(LONG* status, LPSTR text, LPDWORD size) {
    return status_of(read_last_failure(status, text, size));
}

Result<void> set_descriptors(DWORD most) {
    if (most > most_descriptors) {
        return Status::invalid_argument;
    }
    static_cast<void>(library()); // or its environment would override it later
    set_descriptor_budget(most);
    return outcome::success();
}

Result<void> freeze_clock(LONGLONG system_time) {
    if (system_time < 0) {
        return Status::invalid_argument;
    }
    library().frozen_clock.freeze(library().runtime.clock(), system_time);
    return outcome::success();
}

Result<void> advance_clock(LONGLONG ticks) {
    if (ticks < 0 || !library().frozen_clock.advance(ticks)) {
        return Status::invalid_argument;
    }
    return outcome::success();
}

Result<void> release_clock() {
    library().frozen_clock.release(library().runtime.clock());
    return outcome::success();
}

Result<void> add_source(const struct pdh_shim_source* source) {
    if (source == nullptr) {
        return Status::invalid_argument;
    }
    library().size_query_cache.forget();
    return library().runtime.live()->add_program_source(*source);
}

Result<void> remove_source(LPCSTR name) {
    if (name == nullptr) {
        return Status::invalid_argument;
    }
    library().size_query_cache.forget();
    return library().runtime.live()->remove_source(name);
}

// The tables hold literals, so their texts end with a NUL.
LPCSTR status_name(LONG status) {
    return pdh_shim::status_name(static_cast<Status>(status)).data();
}

LPCSTR status_text(LONG status) {
    return pdh_shim::status_text(static_cast<Status>(status)).data();
}

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
    if (const auto foreign = machine::foreign_request(request)) {
        PDH_SHIM_CHECK(runtime.live()->start());
        if (runtime.live()->awaited(foreign->computer) != nullptr) {
            PDH_SHIM_TRY(const auto value,
                runtime.foreign_data()->query(*runtime.live(), runtime.clock(), *foreign, *size));
            return write_block(data, size, value);
        }
    }
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
