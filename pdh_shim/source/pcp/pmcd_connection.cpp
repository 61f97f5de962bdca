// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/pmcd_connection.h"

#include "base/trace.h"
#include "source/pcp/relay.h"

#include <algorithm>
#include <fcntl.h>
#include <memory>
#include <string>
#include <sys/select.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim::source::pcp {
namespace {

// libpcp waits with select(), which has no numbers beyond its set. It reports that as a refused connection.
bool lacks_numbers() {
    const int next = ::open("/", O_PATH | O_CLOEXEC);
    if (next >= 0) {
        ::close(next);
    }
    return next >= static_cast<int>(FD_SETSIZE);
}

} // namespace

bool PmcdConnection::open() {
    if (number() >= 0) {
        static_cast<void>(library().use_context(number()));
        return true;
    }
    if (clock_.now().perf_time < next_try_) {
        return false;
    }
    std::unique_ptr<Relay> relay; // until libpcp has connected
    if (is_relayed_ && Relay::is_possible()) {
        auto opened = Relay::open(address_);
        if (!opened) {
            wait_longer();
            fail(opened.error());
            return false;
        }
        relay = std::move(opened).value();
    }
    const std::string& name = relay == nullptr ? address_ : relay->name();
    const int made = library().new_context(PM_CONTEXT_HOST, name.c_str());
    if (made < 0) {
        wait_longer();
        if (lacks_numbers()) {
            fail({Status::cstatus_no_machine, "host " + address_,
                "the program has too many open descriptors: libpcp cannot use those from " +
                    std::to_string(FD_SETSIZE) + " on"});
        } else {
            fail(made);
        }
        return false;
    }
    set_number(made);
    begin_generation();
    wait_ = 0;
    return true;
}

void PmcdConnection::wait_longer() {
    wait_ = std::clamp(2 * wait_, shortest_wait, longest_wait);
    next_try_ = clock_.now().perf_time + wait_;
}

void PmcdConnection::fail(const Failure& failure) {
    reason_ = failure.what();
    trace::write(trace::Level::warning, failure.message());
}

void PmcdConnection::fail(int error) {
    close();
    fail({Status::cstatus_no_machine, "host " + address_, library().text_of(error)});
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
