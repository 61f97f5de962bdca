// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A program whose only work is in constructors, which run before those of the library, and in destructors,
// which run after its. The exit status is 0 if all of them got their values.

#include <pdh.h>
#include <pdh_shim/control.h>

#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace {

// What a program does with a source and with a log.
bool use_library() {
    for (const char* const log : {static_cast<const char*>(nullptr), TEST_LOG}) {
        PDH_HQUERY query = nullptr;
        PDH_HCOUNTER counter = nullptr;
        PDH_FMT_COUNTERVALUE value{};
        DWORD size = 0;
        if (pdh_shim_set_sources("script:" TEST_SCRIPT) != ERROR_SUCCESS ||
            PdhOpenQueryA(log, 0, &query) != ERROR_SUCCESS ||
            PdhAddCounterA(query, log == nullptr ? "\\Gadget\\Depth" : "\\Queue\\Depth", 0, &counter) !=
                ERROR_SUCCESS ||
            PdhCollectQueryData(query) != ERROR_SUCCESS ||
            PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, nullptr, &value) != ERROR_SUCCESS ||
            static_cast<DWORD>(PdhEnumObjectsA(log, nullptr, nullptr, &size, PERF_DETAIL_WIZARD, FALSE)) !=
                PDH_MORE_DATA ||
            PdhCloseQuery(query) != ERROR_SUCCESS) {
            return false;
        }
    }
    return true;
}

void end(const char* when) {
    static_cast<void>(std::fprintf(stderr, "no values in %s\n", when));
    std::_Exit(1);
}

class Session {
  public:
    Session() {
        if (!use_library()) {
            end("a constructor of C++");
        }
    }
    ~Session() {
        if (!use_library()) {
            end("a destructor of C++");
        }
        std::_Exit(is_main_done ? 0 : 1);
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    Session(Session&&) = delete;
    Session& operator=(Session&&) = delete;

    bool is_main_done = false;
};

// As a constructor of C: before that of C++.
[[gnu::constructor(101)]] void before_all() {
    if (!use_library()) {
        end("a constructor of C");
    }
}

// Made before all others of the program, and destroyed after them.
[[gnu::init_priority(102)]] Session session;

} // namespace

int main() {
    session.is_main_done = true;
    return 1;
}
