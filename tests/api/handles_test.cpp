// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"
#include "api/guard.h"
#include "api/handles.h"
#include "api/library_state.h"
#include "base/trace.h"
#include "temporary_folder.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <unordered_set>
#include <vector>

using namespace pdh_shim::api;

using pdh_shim::api::HandleKind;
using pdh_shim::api::HandleTable;

namespace {

void* garbage(std::uintptr_t value) {
    return reinterpret_cast<void*>(value);
}

} // namespace

TEST_CASE("a handle finds its object under its own kind only") {
    HandleTable table;
    const auto object = std::make_shared<int>(7);
    void* const handle = table.insert(HandleKind::query, object);
    CHECK(table.find(HandleKind::query, handle) == object);
    CHECK(table.find(HandleKind::counter, handle) == nullptr);
    CHECK(table.find(HandleKind::data_source, handle) == nullptr);
}

TEST_CASE("a handle shows its object; a stale, foreign or invalid handle shows nothing") {
    HandleTable table;
    const auto value_of = [&table](HandleKind kind, const void* handle) {
        return table.look_at(kind, handle, [](const std::shared_ptr<void>* object) {
            return object == nullptr ? 0 : *static_cast<const int*>(object->get());
        });
    };
    void* const first = table.insert(HandleKind::query, std::make_shared<int>(7));
    CHECK(value_of(HandleKind::query, first) == 7);
    CHECK(value_of(HandleKind::counter, first) == 0);
    CHECK(value_of(HandleKind::query, nullptr) == 0);
    CHECK(value_of(HandleKind::query, garbage(reinterpret_cast<std::uintptr_t>(first) ^ 2U)) == 0);
    table.remove(HandleKind::query, first);
    CHECK(value_of(HandleKind::query, first) == 0);
}

TEST_CASE("the value of a closed handle is not given out again") {
    HandleTable table;
    const auto object = std::make_shared<int>(7);
    std::unordered_set<void*> closed;
    for (int i = 0; i < 20'000; ++i) {
        void* const handle = table.insert(HandleKind::query, object);
        REQUIRE(closed.insert(handle).second);
        REQUIRE(table.remove(HandleKind::query, handle) != nullptr);
    }
}

TEST_CASE("a closed handle finds nothing, also when its slot is in use again") {
    HandleTable table;
    void* const first = table.insert(HandleKind::query, std::make_shared<int>(1));
    CHECK(table.remove(HandleKind::query, first) != nullptr);
    CHECK(table.find(HandleKind::query, first) == nullptr);
    CHECK(table.remove(HandleKind::query, first) == nullptr);
    void* const second = table.insert(HandleKind::query, std::make_shared<int>(2));
    CHECK(second != first);
    CHECK(table.find(HandleKind::query, first) == nullptr);
    CHECK(table.find(HandleKind::query, second) != nullptr);
}

TEST_CASE("a handle is neither NULL nor INVALID_HANDLE_VALUE nor an aligned address") {
    HandleTable table;
    for (const HandleKind kind : {HandleKind::query, HandleKind::counter, HandleKind::data_source}) {
        for (int i = 0; i < 100; ++i) {
            void* const handle = table.insert(kind, std::make_shared<int>(i));
            const auto value = reinterpret_cast<std::uintptr_t>(handle);
            CHECK(value % 2 == 1);
            CHECK(value != UINTPTR_MAX);
        }
    }
}

TEST_CASE("garbage is refused as a handle") {
    HandleTable table;
    void* const live = table.insert(HandleKind::query, std::make_shared<int>(1));
    int on_the_stack = 0;
    CHECK(table.find(HandleKind::query, nullptr) == nullptr);
    CHECK(table.find(HandleKind::query, garbage(UINTPTR_MAX)) == nullptr);
    CHECK(table.find(HandleKind::query, &on_the_stack) == nullptr);
    for (unsigned bit = 0; bit < sizeof(void*) * 8; ++bit) {
        const auto flipped = reinterpret_cast<std::uintptr_t>(live) ^ (std::uintptr_t{1} << bit);
        CHECK(table.find(HandleKind::query, garbage(flipped)) == nullptr);
    }
}

TEST_CASE("handles stay apart while the table grows") {
    HandleTable table;
    std::set<void*> handles;
    for (int i = 0; i < 3000; ++i) {
        handles.insert(table.insert(HandleKind::counter, std::make_shared<int>(i)));
    }
    CHECK(handles.size() == 3000);
    for (void* const handle : handles) {
        CHECK(table.remove(HandleKind::counter, handle) != nullptr);
    }
}

TEST_CASE("an object lives as long as it is used") {
    HandleTable table;
    void* const handle = table.insert(HandleKind::query, std::make_shared<int>(7));
    const auto used = std::static_pointer_cast<int>(table.find(HandleKind::query, handle));
    table.remove(HandleKind::query, handle);
    CHECK(*used == 7);
}

namespace {

// Opens, finds and closes handles; true when none was disturbed.
bool use_handles(HandleTable& table) {
    bool good = true;
    for (int i = 0; i < 2000; ++i) {
        const auto object = std::make_shared<int>(i);
        void* const handle = table.insert(HandleKind::query, object);
        const bool found = table.find(HandleKind::query, handle) == object;
        const bool removed = table.remove(HandleKind::query, handle) == object;
        good = good && found && removed && table.find(HandleKind::query, handle) == nullptr;
    }
    return good;
}

} // namespace

TEST_CASE("threads that open, find and close at once do not disturb each other") {
    HandleTable table;
    std::vector<std::thread> threads;
    threads.reserve(4);
    std::atomic<int> disturbed{0};
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&table, &disturbed] { disturbed += use_handles(table) ? 0 : 1; });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(disturbed == 0);
}

namespace {

struct Living : private boost::noncopyable {
    explicit Living(std::atomic<int>& counted) : alive(counted) { ++alive; }
    ~Living() {
        mark = 0;
        --alive;
    }
    std::atomic<int>& alive;
    int mark = 7;
};

} // namespace

TEST_CASE("a handle does not close while a thread looks at its object") {
    HandleTable table;
    std::atomic<int> alive{0};
    void* const handle = table.insert(HandleKind::counter, std::make_shared<Living>(alive));
    std::atomic<bool> closing{false};
    std::atomic<bool> closed{false};
    std::thread closer;
    const bool open_throughout =
        table.look_at(HandleKind::counter, handle, [&](const std::shared_ptr<void>*) {
            closer = std::thread([&] {
                closing.store(true);
                static_cast<void>(table.remove(HandleKind::counter, handle));
                closed.store(true);
            });
            while (!closing.load()) {
                std::this_thread::yield();
            }
            for (int i = 0; i < 2'000; ++i) { // time enough for a thread that nothing holds back
                std::this_thread::yield();
            }
            return !closed.load() && alive.load() == 1;
        });
    closer.join();
    CHECK(open_throughout);
    CHECK(closed);
    CHECK(alive == 0);
}

TEST_CASE("a lasting text stays where it is, each one once in each encoding") {
    LastingTexts texts;
    const void* const first = texts.keep(Encoding::ansi, u"help");
    CHECK(std::string_view(static_cast<const char*>(first)) == "help");
    CHECK(texts.keep(Encoding::ansi, u"more help") != first);
    CHECK(texts.keep(Encoding::utf16, u"help") != first);
    CHECK(texts.keep(Encoding::ansi, u"help") == first);
}

TEST_CASE("the paths of a list are numbered from 1") {
    PathList list;
    CHECK_FALSE(list.at(1).has_value());
    list.replace({u"a", u"b"});
    CHECK(list.at(1) == u"a");
    CHECK(list.at(2) == u"b");
    for (const std::int64_t index : {-1, 0, 3}) {
        CHECK_FALSE(list.at(index).has_value());
    }
    list.replace({});
    CHECK_FALSE(list.at(1).has_value());
}

TEST_CASE("a frozen clock moves only when it is advanced, and the system's comes back") {
    pdh_shim::SwitchableClock clock(pdh_shim::system_clock());
    FrozenClock frozen;
    CHECK_FALSE(frozen.advance(1));
    frozen.freeze(clock, 1000);
    CHECK(clock.now().system_time == 1000);
    CHECK(frozen.advance(5));
    CHECK(clock.now().system_time == 1005);
    frozen.release(clock);
    CHECK(clock.now().system_time > 1005);
    CHECK_FALSE(frozen.advance(1));
}

using pdh_shim::Result;
using pdh_shim::Status;
using pdh_shim::to_code;
using pdh_shim::api::guard;
using pdh_shim::api::guard_value;

namespace trace = pdh_shim::trace;

TEST_CASE("the guard turns results into statuses") {
    CHECK(guard("f", []() -> Result<void> { return pdh_shim::outcome::success(); }) == 0);
    CHECK(guard("f", []() -> Result<void> { return Status::invalid_handle; }) ==
          to_code(Status::invalid_handle));
}

TEST_CASE("the guard returns values, and runs functions without one") {
    CHECK(guard_value<int>("f", [] { return 5; }) == 5);
    bool ran = false;
    guard_value<void>("f", [&ran] { ran = true; });
    CHECK(ran);
}

TEST_CASE("the guard lets no exception out, and the log has what it says") {
    struct Row {
        std::string_view says;
        Status status;
        std::function<void()> action;
    };
    const auto system_error = [](std::errc code) {
        return [code] { throw std::system_error(std::make_error_code(code), "thread"); };
    };
    const Row rows[] = {
        {"std::bad_alloc", Status::memory_allocation_failure, [] { throw std::bad_alloc(); }},
        {"text", Status::memory_allocation_failure, [] { throw std::length_error("text"); }},
        {"thread: ", Status::memory_allocation_failure,
            system_error(std::errc::resource_unavailable_try_again)},
        {"thread: ", Status::memory_allocation_failure, system_error(std::errc::too_many_files_open)},
        {"thread: ", Status::invalid_data, system_error(std::errc::operation_not_permitted)},
        {"odd", Status::invalid_data, [] { throw std::logic_error("odd"); }},
        {"it is not a std::exception", Status::invalid_data, [] { throw 42; }},
    };
    for (const Row& row : rows) {
        CAPTURE(row.says);
        const pdh_shim::test::TemporaryFolder folder;
        REQUIRE(trace::configure(trace::Level::error, folder.path("log")));
        const auto body = [&]() -> Result<void> {
            row.action();
            return pdh_shim::outcome::success();
        };
        CHECK(guard("PdhCloseLog", body) == to_code(row.status));
        CHECK(guard_value<int>("PdhVbIsGoodStatus", [&]() -> int {
            row.action();
            return 5;
        }) == 0);
        guard_value<void>("PdhResetRelogCounterValues", row.action);
        CHECK(trace::configure(trace::Level::off, ""));
        const std::string log = folder.read("log");
        for (const char* const name : {"PdhCloseLog", "PdhVbIsGoodStatus", "PdhResetRelogCounterValues"}) {
            const std::string line = std::string(name) + " threw an exception: " + std::string(row.says);
            CHECK(log.find(line) != std::string::npos);
        }
        CHECK(std::ranges::count(log, '\n') == 3);
    }
}

using pdh_shim::Status;
using pdh_shim::api::check_sql_name;
using pdh_shim::api::complete;
using pdh_shim::api::file_name;
using pdh_shim::api::is_sql_name;
using pdh_shim::api::longest_data_source;
using pdh_shim::api::parse_path;

TEST_CASE("the name of a set of logs in a database is SQL:dsn!set") {
    for (const std::u16string_view name : {u"SQL:dsn!set", u"sql:dsn!set", u"SQL:d!s", u"SQL:dsn!a!b"}) {
        CHECK(is_sql_name(name));
        CHECK(check_sql_name(name).has_value());
    }
}

TEST_CASE("each part of the name of a set of logs in a database is needed") {
    constexpr std::array<std::u16string_view, 8> names{
        u"SQL:", u"SQL:dsn", u"SQL:dsn!", u"SQL:!set", u"SQL:!", u"dsn!set", u"", u"SQL"};
    for (const std::u16string_view name : names) {
        CHECK(check_sql_name(name).error() == Status::invalid_sql_log_format);
    }
    CHECK_FALSE(is_sql_name(u"SQL"));
    CHECK_FALSE(is_sql_name(u"/var/log/a.csv"));
}

TEST_CASE("a file name is read from any encoding") {
    CHECK(file_name("/a/b\xC3\x9F").value() == file_name(u"/a/b\u00df").value());
    CHECK(file_name(L"/a/b\u00df").value() == file_name(u"/a/b\u00df").value());
}

TEST_CASE("an invalid file name is refused") {
    CHECK(file_name("").error() == Status::invalid_argument);
    CHECK(file_name("\xFF").error() == Status::invalid_argument);
    const std::u16string lone_surrogate(1, char16_t{0xD800});
    CHECK(file_name(lone_surrogate.c_str()).error() == Status::invalid_argument);
    const std::string longest(longest_data_source, 'x');
    CHECK(file_name(longest.c_str()).has_value());
    CHECK(file_name((longest + 'x').c_str()).error() == Status::invalid_argument);
}

TEST_CASE("a path of a program is taken apart, or refused with the status of its fault") {
    const auto path = parse_path(u"\\\\PC\\Processor(0)\\% Idle Time");
    REQUIRE(path.has_value());
    CHECK(path.value().machine == u"PC");
    CHECK(path.value().object == u"Processor");
    CHECK(parse_path(u"Processor").error() == Status::invalid_path);
    CHECK(parse_path(u"").error() == Status::invalid_path);
    CHECK(parse_path("\\A\\\xFF").error() == Status::invalid_argument);
}

TEST_CASE("a path without a computer gets this one, any other keeps its own") {
    auto other = parse_path(u"\\\\Other\\A\\B").value();
    REQUIRE(complete(other).has_value());
    CHECK(other.machine == u"Other");
    auto own = parse_path(u"\\A\\B").value();
    CHECK(own.machine.empty());
    REQUIRE(complete(own).has_value());
    CHECK_FALSE(own.machine.empty());
}
