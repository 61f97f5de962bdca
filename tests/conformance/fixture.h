// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// What sweep_test.cpp and statuses_test.cpp call upon. coverage.py lists the statuses of pdh.h that neither
// expects.

#include "support.h"

#include <array>
#include <span>

namespace conformance {

/// Good arguments for every function: a row spoils one of them. The query has been collected twice.
struct Fixture {
    Fixture();
    Fixture(const Fixture&) = delete;
    Fixture& operator=(const Fixture&) = delete;
    Fixture(Fixture&&) = delete;
    Fixture& operator=(Fixture&&) = delete;
    ~Fixture();

    Query query;
    PDH_HCOUNTER count = query.add(TEXT("\\Gadget\\Depth"));       ///< needs one sample
    PDH_HCOUNTER rate = query.add(TEXT("\\Widget(a)\\Items/sec")); ///< needs two
    PDH_HCOUNTER all = query.add(TEXT("\\Widget(*)\\Depth"));      ///< two instances
    PDH_HCOUNTER supplied = nullptr; ///< of PdhAddRelogCounter, `\Supplied(*)\Share`
    PDH_HLOG source = nullptr;       ///< the running computer, bound

    const Text script = script_path("widgets.json"); ///< a file that is no log
    const Text directory = script_path("");
    const Text missing = script_path("no such file");
    const WideText wide_path = wide_from_utf8("\\Any\\Level");

    // Places for results.
    PDH_HQUERY opened = nullptr;
    PDH_HCOUNTER added = nullptr;
    PDH_HLOG log = nullptr;
    static constexpr DWORD room = 500;
    std::array<TCHAR, room> text{};
    std::array<TCHAR, room> other_text{};
    std::array<std::array<char, room>, 5> parts{};
    alignas(std::max_align_t) std::array<char, 4000> bytes{};
    DWORD size = room;
    DWORD other_size = room;
    DWORD bytes_size = 4000;
    DWORD number = 1;
    LONGLONG large = one_second;
    DWORD log_type = PDH_LOG_TYPE_UNDEFINED;
    PDH_TIME_INFO range{MIN_TIME_VALUE, MAX_TIME_VALUE, 0};
    DWORD range_size = sizeof(PDH_TIME_INFO);
    PDH_FMT_COUNTERVALUE value{};
    PDH_STATISTICS statistics{};

    // Samples of a rate, one second apart; `future` is one from after them.
    PDH_RAW_COUNTER older{0, {}, 100, 10 * one_second, 1};
    PDH_RAW_COUNTER newer{0, {}, 150, 11 * one_second, 1};
    PDH_RAW_COUNTER invalid{PDH_CSTATUS_INVALID_DATA, {}, 0, 0, 0};

    [[nodiscard]] PDH_COUNTER_PATH_ELEMENTS elements();

    template <class Structure>
    [[nodiscard]] Structure* bytes_as() noexcept {
        return reinterpret_cast<Structure*>(bytes.data());
    }

  private:
    Text object_name_ = TEXT("Widget");
    Text counter_name_ = TEXT("Depth");
};

/// A call that returns a status. The name is that of the function and, after a colon, of the parameter that
/// is NULL; more words distinguish rows.
struct Row {
    const char* name;
    DWORD expected;
    PDH_STATUS (*call)(Fixture& fixture);
};

/// Makes each call in a separate fixture, as a subcase of its name.
void check_rows(std::span<const Row> rows);

/// For a row about a function that returns no status: success, if what it should return holds.
[[nodiscard]] PDH_STATUS expect(bool holds);

} // namespace conformance
