// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// What the conformance cases share. The cases are clients of PDH: they include <pdh.h> and nothing else of
// the library, and are compiled once for 8-bit text, once for UTF-16 and once for wchar_t (TCHAR). What goes
// beyond PDH (scripted samples, the clock) is asked for here and done in control.cpp, what differs from
// system to system in support_posix.cpp and support_win32.cpp.

#include <pdh.h>
#include <pdhmsg.h>
#include <windows.h>
#include <winperf.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace conformance {

// -- Text -----------------------------------------------------------------------------------------

using Text = std::basic_string<TCHAR>;
using WideText = std::basic_string<WCHAR>;

/// Text of the library as UTF-8, for comparison and messages; "(null)" for NULL.
[[nodiscard]] std::string utf8(const char* text);
[[nodiscard]] std::string utf8(const WCHAR* text);
template <class Unit>
[[nodiscard]] std::string utf8(const std::basic_string<Unit>& text) {
    return utf8(text.c_str());
}
/// 8-bit text as UTF-8, and the other way: on Windows 8-bit text is of the ANSI code page, elsewhere UTF-8.
[[nodiscard]] std::string utf8_of_narrow(const char* text);
[[nodiscard]] std::string narrow_of_utf8(const std::string& text);
/// UTF-8 as text for the library.
[[nodiscard]] Text from_utf8(const std::string& text);
[[nodiscard]] WideText wide_from_utf8(std::string_view text);

/// The texts of a multi-string. Checks that it ends with two terminators exactly at the end of the buffer.
[[nodiscard]] std::vector<std::string> texts_of(const std::vector<TCHAR>& list);

// -- Statuses -------------------------------------------------------------------------------------

/// "PDH_INVALID_HANDLE", "ERROR_SUCCESS", or the number.
[[nodiscard]] std::string name_of(DWORD status);
template <class Status>
[[nodiscard]] std::string status_name(Status status) {
    return name_of(static_cast<DWORD>(status));
}

/// The assertion of a call: a failure shows both statuses by name. It is a function because 600 assertions of
/// doctest were a sixth of the object code of the cases.
void assert_status(doctest::assertType::Enum kind, const char* file, int line, const char* call, DWORD status,
    DWORD expected);
#define ASSERT_STATUS(kind, call, status, expected)                                                          \
    conformance::assert_status(doctest::assertType::kind, __FILE__, __LINE__, call,                          \
        static_cast<DWORD>(status), static_cast<DWORD>(expected))
#define CHECK_STATUS(status, expected) ASSERT_STATUS(DT_CHECK, #status " == " #expected, status, expected)
#define REQUIRE_STATUS(status, expected) ASSERT_STATUS(DT_REQUIRE, #status " == " #expected, status, expected)
#define CHECK_SUCCESS(status) CHECK_STATUS(status, ERROR_SUCCESS)
#define REQUIRE_SUCCESS(status) REQUIRE_STATUS(status, ERROR_SUCCESS)

/// What a status means, in English; empty if there is no text for it.
[[nodiscard]] std::string text_of_status(DWORD status);

// -- Where samples and time come from -------------------------------------------------------------

/// Of a case that takes what only a script of our library has: times of samples, statuses of counters, no
/// other objects. The kit for Windows (tests/oracle) leaves it out.
inline const doctest::description needs_script("script");
/// Counters come from a script of this directory from now on, from its first sample.
void use_script(const char* file);
/// The file name of a script, as the library is given it.
[[nodiscard]] Text script_path(const char* file);

/// The default scale of counters is applied, or only reported, with any source.
void apply_default_scale(bool apply);
/// Restores the policy of the source.
void reset_default_scale();

/// What the library answers to a list of sources; they are in use from now on if it is a success.
[[nodiscard]] PDH_STATUS choose_sources(const std::string& list);

/// A source of the program's own, while it lives: the object `Station`, with the instances `north` and
/// `south` and the counters `Trains`, the number of earlier samples, and
/// `Arrivals/sec`, its rate. Its samples are stamped with the time of the library's clock.
class StationSource {
  public:
    explicit StationSource(const char* name = "station");
    StationSource(const StationSource&) = delete;
    StationSource& operator=(const StationSource&) = delete;
    StationSource(StationSource&&) = delete;
    StationSource& operator=(StationSource&&) = delete;
    ~StationSource();

    /// Waits until samples have been taken this many times; false when that does not come.
    [[nodiscard]] bool wait_for_samples(int samples) const;

  private:
    struct State;
    std::shared_ptr<State> state_;
};

/// Stops the clock while it exists, except for advance().
class FrozenClock {
  public:
    FrozenClock();
    FrozenClock(const FrozenClock&) = delete;
    FrozenClock& operator=(const FrozenClock&) = delete;
    FrozenClock(FrozenClock&&) = delete;
    FrozenClock& operator=(FrozenClock&&) = delete;
    ~FrozenClock();

    static void advance(int seconds);
};

/// Milliseconds after which what has not come counts as missing: only a hang lasts so long.
inline constexpr int patience = 600'000;

/// An auto-reset event.
class Event {
  public:
    Event();
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    Event(Event&&) = delete;
    Event& operator=(Event&&) = delete;
    ~Event();

    [[nodiscard]] HANDLE handle() const noexcept { return handle_; }
    /// True when it is signalled within the time; `patience` for what has to come.
    [[nodiscard]] bool wait(int milliseconds) const;
    void close();

  private:
    HANDLE handle_ = nullptr;
    int reader_ = -1; // of POSIX systems
};

/// Advances the stopped clock by a second and waits for the event; false if it is not set.
[[nodiscard]] bool advance_and_wait(const Event& event);

/// A handle that is not an event.
[[nodiscard]] HANDLE not_an_event();

/// A UTC FILETIME as local time.
[[nodiscard]] LONGLONG to_local(LONGLONG utc);
/// The UTC FILETIME at which scripts begin, unless they say otherwise: 2026-01-01.
inline constexpr LONGLONG script_start = 134'116'992'000'000'000;
inline constexpr LONGLONG one_second = 10'000'000;
[[nodiscard]] LONGLONG as_number(const FILETIME& time);

/// This computer in the form of paths: `\\NAME`.
[[nodiscard]] std::string machine();
/// The name that the system itself gives this computer, up to the first dot.
[[nodiscard]] std::string system_machine_name();

/// From now on there is nothing to show a dialog on, even if the tests are started in a terminal.
void hide_screen();

// -- Queries --------------------------------------------------------------------------------------

/// A query that is closed at the end of the case.
class Query {
  public:
    explicit Query(DWORD_PTR user_data = 0);
    /// Of a data source of its own.
    explicit Query(const Text& data_source);
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;
    Query(Query&&) = delete;
    Query& operator=(Query&&) = delete;
    ~Query();

    [[nodiscard]] PDH_HQUERY handle() const noexcept { return handle_; }
    [[nodiscard]] PDH_HCOUNTER add(const TCHAR* path, DWORD_PTR user_data = 0) const;
    /// Collects, which has to succeed.
    void collect(int times = 1) const;
    void close();

  private:
    PDH_HQUERY handle_ = nullptr;
};

// Fixtures: the counters of widgets.json, and an empty query beside them.
struct Widgets {
    Widgets() { use_script("widgets.json"); }
};
struct WidgetQuery : Widgets {
    const Query query;
};

/// The value of a counter, which has to have one.
[[nodiscard]] double double_value(PDH_HCOUNTER counter, DWORD flags = 0);
[[nodiscard]] LONG long_value(PDH_HCOUNTER counter, DWORD flags = 0);
[[nodiscard]] LONGLONG large_value(PDH_HCOUNTER counter, DWORD flags = 0);

/// What PdhGetFormattedCounterValue answers where there is no value: "status / CStatus".
[[nodiscard]] std::string failure(PDH_HCOUNTER counter, DWORD format = PDH_FMT_DOUBLE);
/// The same in the words of a table.
template <class Status>
[[nodiscard]] std::string failure_of(Status status, DWORD cstatus) {
    return status_name(status) + " / " + name_of(cstatus);
}

[[nodiscard]] PDH_RAW_COUNTER raw_value(PDH_HCOUNTER counter);
/// CStatus of PdhGetCounterInfo.
[[nodiscard]] DWORD info_status(PDH_HCOUNTER counter);

/// An item of a counter array.
struct Item {
    std::string name;
    double value = 0;
    DWORD cstatus = 0;
};
[[nodiscard]] std::vector<Item> formatted_items(PDH_HCOUNTER counter);
/// As "a=1 b=2", for values that are whole numbers.
[[nodiscard]] std::string item_texts(PDH_HCOUNTER counter);

/// The texts that a function lists: asks for the size until it fits.
using ListCall = std::function<PDH_STATUS(TCHAR* buffer, DWORD* size)>;
[[nodiscard]] std::vector<std::string> list(const ListCall& call);
/// The text that a function gives, by the protocol of two calls.
[[nodiscard]] std::string single_text(const ListCall& call);
/// The title of an index, as UTF-8, and the index of a title. They must exist.
[[nodiscard]] std::string name_of_index(DWORD index);
[[nodiscard]] DWORD index_of_name(const Text& name);
/// What PdhExpandWildCardPath lists, without this computer's name.
[[nodiscard]] std::vector<std::string> expand(const TCHAR* path, DWORD flags = 0);

// -- Flags ----------------------------------------------------------------------------------------

inline constexpr DWORD every_level = PERF_DETAIL_WIZARD; ///< of counters
inline constexpr DWORD reading = PDH_LOG_READ_ACCESS | PDH_LOG_OPEN_EXISTING;

// -- Handles --------------------------------------------------------------------------------------

// Windows' constants cast as C does.
inline void* const invalid_handle_value =
    INVALID_HANDLE_VALUE;                                // NOLINT(cppcoreguidelines-pro-type-cstyle-cast)
inline void* const wbem_data_source = H_WBEM_DATASOURCE; // NOLINT(cppcoreguidelines-pro-type-cstyle-cast)

struct BadHandle {
    std::string what;
    HANDLE handle;
};

/// Handles that are not those of a live query; with this live counter's as one of another kind.
[[nodiscard]] std::vector<BadHandle> not_a_query(PDH_HCOUNTER live_counter);
/// Handles that are not those of a live counter; with this live query's as one of another kind.
[[nodiscard]] std::vector<BadHandle> not_a_counter(PDH_HQUERY live_query);

// -- Buffers --------------------------------------------------------------------------------------

/// A caller's buffer with canaries: shows what a call has written.
template <class Unit>
class GuardedBuffer {
  public:
    explicit GuardedBuffer(std::size_t size) : units_(size + guard, canary()) {}

    [[nodiscard]] Unit* data() noexcept { return units_.data(); }
    /// True if nothing was written at or after this position.
    [[nodiscard]] bool untouched_from(std::size_t first) const noexcept {
        for (std::size_t i = first; i < units_.size(); ++i) {
            if (units_[i] != canary()) {
                return false;
            }
        }
        return true;
    }
    [[nodiscard]] std::vector<Unit> first(std::size_t size) const {
        return {units_.begin(), units_.begin() + static_cast<std::ptrdiff_t>(size)};
    }

  private:
    static constexpr std::size_t guard = 64;
    [[nodiscard]] static constexpr Unit canary() noexcept { return static_cast<Unit>(0x5A); }

    std::vector<Unit> units_;
};

/// The refusals of the protocol of caller-allocated buffers (pdh.h, "Buffers").
template <class Unit, class Call>
void check_refused_buffers(const Call& call, DWORD needed) {
    GuardedBuffer<Unit> buffer(needed);
    CHECK_STATUS(call(nullptr, nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(call(buffer.data(), nullptr), PDH_INVALID_ARGUMENT);
    DWORD size = needed;
    CHECK_STATUS(call(nullptr, &size), PDH_INVALID_ARGUMENT);
    CHECK(size == needed);
    for (const DWORD too_small : {DWORD{0}, std::min(DWORD{1}, needed - 1), needed - 1}) {
        CAPTURE(too_small);
        size = too_small;
        CHECK_STATUS(call(buffer.data(), &size), PDH_MORE_DATA);
        CHECK(size == needed);
        CHECK(buffer.untouched_from(0));
    }
}

/// Takes a function through the whole protocol and returns what it put into the buffer. `call(buffer, size)`
/// is the function with its other arguments in place.
template <class Unit, class Call>
std::vector<Unit> check_buffer_protocol(const Call& call) {
    DWORD needed = 0;
    REQUIRE_STATUS(call(nullptr, &needed), PDH_MORE_DATA);
    REQUIRE(needed > 0);
    check_refused_buffers<Unit>(call, needed);
    for (const DWORD room : {needed, needed + 1, needed + 1000}) {
        CAPTURE(room);
        GuardedBuffer<Unit> buffer(room);
        DWORD size = room;
        CHECK_SUCCESS(call(buffer.data(), &size));
        CHECK(size == needed);
        CHECK(buffer.untouched_from(needed));
    }
    GuardedBuffer<Unit> buffer(needed);
    REQUIRE_SUCCESS(call(buffer.data(), &needed));
    return buffer.first(needed);
}

} // namespace conformance
