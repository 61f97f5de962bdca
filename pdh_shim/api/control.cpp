// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/functions.h"
#include "api/library_state.h"
#include "api/output.h"
#include "base/descriptor_share.h"
#include "base/failure_log.h"
#include "base/file.h"
#include "base/trace.h"

#include <pdh_shim/control.h>

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
    if (!core::start_log(parsed, file == nullptr ? "" : file)) {
        return Status::log_file_open_error;
    }
    return outcome::success();
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

} // namespace pdh_shim::api
