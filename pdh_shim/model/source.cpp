// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "model/source.h"

#include "base/text.h"

namespace pdh_shim::model {

namespace {

Failure unread(Source& source, std::span<const ObjectRequest> requests, Status status) {
    constexpr std::size_t most = 10;
    const auto catalogue = source.catalogue();
    std::string what = requests.size() == 1 ? "object " : "objects ";
    for (std::size_t i = 0; i < requests.size() && i < most; ++i) {
        what += i == 0 ? "" : ", ";
        append_utf16_lossy(what, catalogue->objects[requests[i].object].name);
    }
    if (requests.size() > most) {
        what += " and " + std::to_string(requests.size() - most) + " others";
    }
    what += " could not be read: ";
    what += status_name(status);
    return {status, source.name(), std::move(what)};
}

} // namespace

bool ends_collect(const Source& source, Status status) noexcept {
    return source.is_playback() || status == Status::no_more_data ||
           status == Status::memory_allocation_failure;
}

void report_unread(FailureLog& failures, std::uint32_t number, Source& source,
    std::span<const ObjectRequest> requests, Failure failure) {
    if (failure.what().empty()) {
        failures.report(number, unread(source, requests, failure.status()));
    } else {
        failures.report(number, std::move(failure).within(source.name()), trace::Level::error);
    }
}

} // namespace pdh_shim::model
