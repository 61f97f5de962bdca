// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/guard.h"

#include "base/foreign_call.h"
#include "base/trace.h"

#include <new>
#include <stdexcept>
#include <system_error>

namespace pdh_shim::api {
namespace {

// What the system may have again later, of all that it reports as an error.
bool is_shortage(const std::error_code& code) noexcept {
    return code == std::errc::not_enough_memory || code == std::errc::resource_unavailable_try_again ||
           code == std::errc::too_many_files_open || code == std::errc::too_many_files_open_in_system;
}

Status status_of_current() noexcept {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return Status::memory_allocation_failure;
    } catch (const std::length_error&) { // more than any memory
        return Status::memory_allocation_failure;
    } catch (const std::system_error& error) {
        return is_shortage(error.code()) ? Status::memory_allocation_failure : Status::invalid_data;
    } catch (...) {
        return Status::invalid_data;
    }
}

} // namespace

Status status_of_exception(const char* name) noexcept {
    const Status status = status_of_current();
    try {
        trace::report(thrown_by(name));
    } catch (const std::bad_alloc&) {
        return status; // a log line that cannot be made must not change what the caller gets
    }
    return status;
}

} // namespace pdh_shim::api
