// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/sanitizer.h"
#include "failure.h"

#include <pdh.h>
#include <pdh_shim/control.h>

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace pdh_shim::torture {

/// A resource that fails, and how.
struct Lack {
    Resource resource;
    Extent extent;
};

inline const std::vector<Lack> memory{{Resource::memory, Extent::one}, {Resource::memory, Extent::rest}};
#ifdef TORTURE_SYSTEM_CALLS
inline const std::vector<Lack> system_calls{{Resource::open, Extent::one}, {Resource::open, Extent::rest},
    {Resource::read, Extent::one}, {Resource::read, Extent::rest}, {Resource::thread, Extent::one},
    {Resource::thread, Extent::rest}, {Resource::map, Extent::one}, {Resource::map, Extent::rest}};
#endif

/// Every how many requests of a life one is made to fail: 1 in a nightly run, which has the time for all. The
/// sanitizer makes each life several times as long.
inline long step_of_lives(long usual) {
    if (std::getenv("TORTURE_ALL") != nullptr) {
        return 1;
    }
    return pdh_shim::under_address_sanitizer ? 3 * usual : usual;
}

/// Calls until nothing fails any more. Every `step`-th failure is tried.
/// @param may_answer whether a status of a call in which something failed is right
/// @param difference returns what is wrong after a call, by its status
template <class MayAnswer, class Made, class Difference>
void fail_each(const Lack& lack, const MayAnswer& may_answer, const Made& call, const Difference& difference,
    long step = 1) {
    for (long nth = 0;; nth += step) {
        CAPTURE(nth);
        PDH_STATUS status = ERROR_SUCCESS;
        bool happened = false;
        {
            const Failure failure(lack.resource, nth, lack.extent);
            status = call();
            happened = failure.happened();
        }
        const std::string answer = pdh_shim_status_name(status);
        INFO(answer);
        CHECK((happened ? may_answer(lack, status) : status == ERROR_SUCCESS));
        const std::string wrong = difference(status);
        CHECK(wrong == "");
        if (!happened || wrong != "") {
            return;
        }
    }
}

} // namespace pdh_shim::torture
