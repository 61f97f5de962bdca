// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Threads that have the smallest stack that a thread can have: 16 KiB, where the processor's registers need
// no more.
#include "base/sanitizer.h"
#include "calls.h"
#include "fixture.h"
#include "scenes.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <functional>
#include <limits.h> // NOLINT(modernize-deprecated-headers): for PTHREAD_STACK_MIN
#include <pthread.h>
#include <string>

using namespace pdh_shim::torture;

namespace {

// The status of a call that such a thread makes. A stack that is too small ends the program.
PDH_STATUS on_smallest_stack(const std::function<PDH_STATUS()>& call) {
    struct Job {
        const std::function<PDH_STATUS()>& call;
        PDH_STATUS status;
    } job{call, ERROR_SUCCESS};
    pthread_attr_t attributes{};
    pthread_t thread{};
    pthread_attr_init(&attributes);
    REQUIRE(pthread_attr_setstacksize(&attributes, static_cast<std::size_t>(PTHREAD_STACK_MIN)) == 0);
    const auto run = [](void* given) -> void* {
        auto& own = *static_cast<Job*>(given);
        own.status = own.call();
        return nullptr;
    };
    REQUIRE(pthread_create(&thread, &attributes, run, &job) == 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    return job.status;
}

} // namespace

// Sanitizers take more of it.
TEST_CASE("stacks of the smallest size suffice for each exported function and source" *
          doctest::skip(pdh_shim::under_address_sanitizer || pdh_shim::under_thread_sanitizer)) {
    const pdh_shim::test::TemporaryFolder folder;
    for (const Scene& scene : make_scenes(folder, 20)) {
        const std::string& kind = scene.name;
        CAPTURE(kind);
        Fixture fixture(scene, scene.paths.size());
        pass_a_moment();
        CHECK(on_smallest_stack([&] { return PdhCollectQueryData(fixture.subject().query()); }) ==
              ERROR_SUCCESS);
        for (const Call& call : calls()) {
            const std::string name = call.name;
            CAPTURE(name);
            const PDH_STATUS status = on_smallest_stack([&] { return call.call(fixture); });
            CHECK(status == ERROR_SUCCESS);
        }
    }
}
