// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/worker/pmcd_connection.h"

#include <atomic>
#include <cerrno>

namespace pdh_shim::source::pcp {

bool PmcdConnection::open(std::int64_t now) {
    if (number() >= 0) {
        static_cast<void>(library().use_context(number()));
        return true;
    }
    if (!back_off_.is_over(now)) {
        return false;
    }
    const std::int64_t begun = system_clock().now().perf_time;
    int made = library().new_context(PM_CONTEXT_HOST, address_.c_str());
    if (made < 0) {
        const std::int64_t taken = system_clock().now().perf_time - begun;
        if (made == -ECONNREFUSED && taken > ticks_per_second) {
            made = -ETIMEDOUT; // libpcp does not tell them apart
        }
        back_off_.fail(now + taken);
        fail(made);
        return false;
    }
    set_number(made);
    begin_generation();
    back_off_.succeed();
    return true;
}

// Counted from the time on: another process for the same program must have others.
void PmcdConnection::begin_generation() {
    static std::atomic newest{static_cast<std::uint64_t>(system_clock().now().perf_time)};
    set_generation(++newest);
}

void PmcdConnection::fail(int error) {
    close();
    reason_ = library().text_of(error);
}

FetchedResult PmcdConnection::fetch(std::vector<pmID>& metrics) {
    pmResult* fetched = nullptr;
    const int result = library().fetch(static_cast<int>(metrics.size()), metrics.data(), &fetched);
    if (result < 0) {
        fail(result);
        return nullptr;
    }
    if (result > 0) { // a set of PMCD_*_AGENT: agents came, went or were restarted
        begin_generation();
    }
    return owned(fetched);
}

} // namespace pdh_shim::source::pcp
