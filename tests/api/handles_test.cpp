// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/handles.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <set>
#include <thread>
#include <unordered_set>
#include <vector>

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

TEST_CASE("a look at a handle shows its object, and nothing for a stale handle, another kind or garbage") {
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
