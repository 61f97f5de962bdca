// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/failure_log.h"
#include "base/trace.h"

#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

using pdh_shim::Failure;
using pdh_shim::forget_last_failure;
using pdh_shim::keep_last_failure;
using pdh_shim::last_failure;
using pdh_shim::Status;

namespace {

std::string kept() {
    const auto failure = last_failure();
    return failure ? failure->message : "none";
}

} // namespace

TEST_CASE("a thread has the newest failure that it kept, until it forgets it") {
    forget_last_failure();
    CHECK(kept() == "none");
    keep_last_failure({Status::no_data, "a", "first"});
    keep_last_failure({Status::invalid_data, "b", "second"});
    CHECK(kept() == "b: second");
    CHECK(last_failure()->status == Status::invalid_data);
    forget_last_failure();
    CHECK(kept() == "none");
    CHECK(pdh_shim::last_failures == 0);
}

TEST_CASE("a failure of another thread is not seen, and not forgotten") {
    keep_last_failure({Status::no_data, "", "mine"});
    std::string other;
    std::thread([&other] {
        other = kept();
        keep_last_failure({Status::no_data, "", "theirs"});
        forget_last_failure();
    }).join();
    CHECK(other == "none");
    CHECK(kept() == "mine");
    forget_last_failure();
}

TEST_CASE("failures are kept of a limited number of threads: the oldest one goes") {
    keep_last_failure({Status::no_data, "", "oldest"});
    for (std::size_t i = 0; i < pdh_shim::most_last_failures; ++i) {
        std::thread([] { keep_last_failure({Status::no_data, "", "newer"}); }).join();
    }
    CHECK(kept() == "none");
    CHECK(pdh_shim::last_failures == pdh_shim::most_last_failures);
}

TEST_CASE("a message that is kept is cut at the end of a character") {
    const std::string all_but_one(pdh_shim::longest_kept_message - 1, 'x');
    keep_last_failure({Status::no_data, "", all_but_one + "y"});
    CHECK(kept() == all_but_one + "y");
    keep_last_failure({Status::no_data, "", all_but_one + "\xC3\xA4"});
    CHECK(kept() == all_but_one);
    forget_last_failure();
}

TEST_CASE("what is reported to the log is kept, whether there is a log or not") {
    CHECK(pdh_shim::trace::report({Status::no_data, "linux", "no file"}) == Status::no_data);
    CHECK(kept() == "linux: no file");
    CHECK(pdh_shim::trace::report_reason({Status::no_data, "linux", "no folder"}) == Status::no_data);
    CHECK(kept() == "linux: no folder");
    CHECK(
        pdh_shim::trace::report_reason(Status::no_more_data) == Status::no_more_data); // no reason: not kept
    CHECK(kept() == "linux: no folder");
    forget_last_failure();
}
