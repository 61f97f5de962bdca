// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A program may cancel its threads while they are in a call, and give them small stacks.
#include "base/sanitizer.h"
#include "child_process.h"
#include "own_source.h"

#include <pdh.h>
#include <pdh_shim/control.h>

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <climits>
#include <pthread.h>
#include <semaphore.h>

using pdh_shim::test::OwnSource;
using pdh_shim::test::status_of_child;

namespace {

// Starts a thread of the program; false if there is none.
bool start(pthread_t& thread, void* (*run)(void*), void* argument, std::size_t stack = 0) {
    pthread_attr_t attributes{};
    pthread_attr_init(&attributes);
    if (stack != 0) {
        pthread_attr_setstacksize(&attributes, stack);
    }
    const bool started = pthread_create(&thread, &attributes, run, argument) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

// Whether the thread was cancelled.
bool join_cancelled(pthread_t thread) {
    void* result = nullptr;
    return pthread_join(thread, &result) == 0 && result == PTHREAD_CANCELED;
}

constexpr const char* const paths[] = {"\\Process(*)\\% Processor Time", "\\Processor(*)\\% Idle Time",
    "\\System\\Processes", "\\LogicalDisk(*)\\% Free Space", "\\Network Interface(*)\\Bytes Total/sec"};

// Opens, adds, collects, lists and closes. False if a status is not what it should be.
bool use_everything() {
    PDH_HQUERY query = nullptr;
    bool good = PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS;
    PDH_HCOUNTER counter = nullptr;
    for (const char* const path : paths) {
        PDH_HCOUNTER added = nullptr;
        if (PdhAddEnglishCounterA(query, path, 0, &added) == ERROR_SUCCESS) { // a machine may have no disk
            counter = added;
        }
    }
    good = PdhCollectQueryData(query) == ERROR_SUCCESS && good;
    good = PdhCollectQueryData(query) == ERROR_SUCCESS && good;
    DWORD size = 0;
    DWORD count = 0;
    PdhGetFormattedCounterArrayA(counter, PDH_FMT_DOUBLE, &size, &count, nullptr);
    size = 0;
    PdhExpandWildCardPathA(nullptr, "\\Process(*)\\*", nullptr, &size, 0);
    DWORD instances = 0;
    size = 0;
    PdhEnumObjectItemsA(
        nullptr, nullptr, "Processor", nullptr, &size, nullptr, &instances, PERF_DETAIL_WIZARD, 0);
    size = 0;
    PdhEnumObjectsA(nullptr, nullptr, nullptr, &size, PERF_DETAIL_WIZARD, TRUE);
    size = 0;
    pdh_shim_query_performance_data("Global", nullptr, &size);
    return PdhCloseQuery(query) == ERROR_SUCCESS && good;
}

} // namespace

TEST_CASE("a thread that is cancelled in a call finishes it first") {
    CHECK(status_of_child([] {
        for (int i = 0; i < 100; ++i) {
            pthread_t thread{};
            std::atomic<bool> running{false};
            const auto use = [](void* flag) -> void* {
                for (;;) {
                    use_everything();
                    static_cast<std::atomic<bool>*>(flag)->store(true);
                    pthread_testcancel();
                }
            };
            if (!start(thread, use, &running)) {
                return false;
            }
            while (i % 2 == 0 && !running.load()) { // the others are cancelled in their first call
            }
            pthread_cancel(thread);
            if (!join_cancelled(thread)) {
                return false;
            }
        }
        return use_everything(); // nothing was left locked
    }) == 0);
}

TEST_CASE("a thread that is cancelled while a plug-in waits gets its sample") {
    CHECK(status_of_child([] {
        struct Wait {
            sem_t begun;
            sem_t go_on;
            std::atomic<PDH_STATUS> status;
        };
        static Wait wait{};
        sem_init(&wait.begun, 0, 0);
        sem_init(&wait.go_on, 0, 0);
        wait.status = -1;
        const pdh_shim_counter depth{"Depth", nullptr, 0, PERF_COUNTER_RAWCOUNT, 0, 0, 0};
        const pdh_shim_object plugged{"Plugged", nullptr, 0, 0, 0, 1, &depth, 0};
        OwnSource plugin("cancel test", {plugged}, [](auto&&...) {
            sem_post(&wait.begun);
            sem_wait(&wait.go_on); // where a thread can be cancelled
        });
        if (plugin.add() != ERROR_SUCCESS) {
            return false;
        }
        pthread_t thread{};
        const auto collect = [](void*) -> void* {
            PDH_HQUERY query = nullptr;
            PDH_HCOUNTER counter = nullptr;
            PdhOpenQueryA(nullptr, 0, &query);
            PdhAddCounterA(query, "\\Plugged\\Depth", 0, &counter);
            wait.status = PdhCollectQueryData(query);
            pthread_testcancel();
            return nullptr;
        };
        if (!start(thread, collect, nullptr)) {
            return false;
        }
        sem_wait(&wait.begun);
        pthread_cancel(thread);
        sem_post(&wait.go_on);
        return join_cancelled(thread) && wait.status == ERROR_SUCCESS;
    }) == 0);
}

// Sanitizers take more of it.
TEST_CASE("the smallest stack that a thread can have is enough" *
          doctest::skip(pdh_shim::under_address_sanitizer || pdh_shim::under_thread_sanitizer)) {
    CHECK(status_of_child([] {
        pthread_t thread{};
        const auto use = [](void*) -> void* { return use_everything() ? nullptr : PTHREAD_CANCELED; };
        return start(thread, use, nullptr, static_cast<std::size_t>(PTHREAD_STACK_MIN)) &&
               !join_cancelled(thread);
    }) == 0);
}
