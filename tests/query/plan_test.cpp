// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "machine/fake_source.h"
#include "path/counter_path.h"
#include "query/plan.h"
#include "query/query.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using pdh_shim::Status;
using pdh_shim::query::Counter;
using pdh_shim::query::Query;

namespace {

void* token(std::uintptr_t number) {
    return reinterpret_cast<void*>(number);
}

// A query whose counters have tokens.
struct Listed {
    Counter& add(std::uintptr_t number) {
        const auto path = pdh_shim::path::parse_counter_path(u"\\Widget(a)\\Level").value();
        const auto& counter = counters.emplace_back(query->make_counter(path, 0).value());
        REQUIRE(query->link(*counter, token(number)).has_value());
        return *counter;
    }
    [[nodiscard]] std::vector<std::uintptr_t> numbers() const {
        std::vector<std::uintptr_t> numbers;
        for (void* const token : query->tokens()) {
            numbers.push_back(reinterpret_cast<std::uintptr_t>(token));
        }
        return numbers;
    }

    pdh_shim::query::CounterContext counter_context;
    std::shared_ptr<pdh_shim::test::FakeSource> source = std::make_shared<pdh_shim::test::FakeSource>();
    std::shared_ptr<Query> query = std::make_shared<Query>(pdh_shim::system_clock(), counter_context,
        std::make_shared<pdh_shim::test::FakeDataSource>(source),
        std::make_shared<pdh_shim::query::CollectedSamples>(), 0);
    std::vector<std::shared_ptr<Counter>> counters;
};

using Numbers = std::vector<std::uintptr_t>;

} // namespace

TEST_CASE("sessions that are opened again begin behind the record that was read last") {
    struct Log final : pdh_shim::test::FakeDataSource {
        using FakeDataSource::FakeDataSource;
        pdh_shim::Result<void> set_range(
            pdh_shim::model::Session& /*session*/, std::int64_t begin, std::int64_t end) override {
            range = {begin, end};
            return pdh_shim::outcome::success();
        }
        std::pair<std::int64_t, std::int64_t> range;
    };
    struct Source final : pdh_shim::test::FakeSource {
        std::unique_ptr<pdh_shim::model::Session> open_session() override {
            auto session = FakeSource::open_session();
            sessions.push_back(session.get());
            return session;
        }
        std::vector<pdh_shim::model::Session*> sessions;
    };
    const auto source = std::make_shared<Source>();
    const auto log = std::make_shared<Log>(source);
    pdh_shim::query::Plan plan(log);
    plan.open_session(source);
    REQUIRE(plan.set_range(10, 90).has_value());
    plan.follow(40);
    plan.reopen_sessions();
    REQUIRE(source->sessions.size() == 2);
    const std::unique_ptr<pdh_shim::model::Session> parents(
        source->sessions.front()); // never ended by a child
    CHECK(log->range == std::pair<std::int64_t, std::int64_t>{41, 90});
}

TEST_CASE_FIXTURE(Listed, "a query has its counters in the order in which they were added") {
    add(3);
    add(5);
    add(1);
    CHECK(numbers() == Numbers{3, 5, 1});
}

TEST_CASE_FIXTURE(Listed, "a counter leaves its query once, or when it ends") {
    Counter& first = add(1);
    add(2);
    add(3);
    first.leave_query();
    first.leave_query();
    CHECK(numbers() == Numbers{2, 3});
    counters.pop_back();
    CHECK(numbers() == Numbers{2});
    source->set({{u"a", 1}});
    CHECK(query->collect().has_value());
    CHECK(counters.back()->raw().sample.first == 1);
    counters.pop_back();
    CHECK(numbers().empty());
    CHECK(query->collect().error() == Status::no_data);
}

TEST_CASE_FIXTURE(Listed, "a query that all counters left takes others") {
    for (int round = 0; round < 3; ++round) {
        add(1);
        add(2);
        CHECK(numbers() == Numbers{1, 2});
        counters.clear();
        CHECK(numbers().empty());
    }
}

TEST_CASE_FIXTURE(Listed, "counters leave a query in any order") {
    constexpr std::size_t count = 1000;
    constexpr std::size_t step = 389; // has no divisor in common with 1000
    Numbers left;
    for (std::size_t number = 0; number < count; ++number) {
        add(number + 1);
        left.push_back(number + 1);
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t number = i * step % count;
        counters[number]->leave_query();
        std::erase(left, number + 1);
        REQUIRE(numbers() == left);
    }
    CHECK(query->collect().error() == Status::no_data);
}

TEST_CASE_FIXTURE(Listed, "a query that is closed gives each token once, and takes no counter") {
    add(1);
    add(2);
    Counter& removed = add(3);
    CHECK(query->take_token() == token(1));
    removed.leave_query();
    CHECK(query->take_token() == token(2));
    CHECK(query->take_token() == nullptr);
    CHECK(query->take_token() == nullptr);
    const auto late = query->make_counter(counters.front()->path(), 0).value();
    CHECK(query->link(*late, token(4)).error() == Status::invalid_handle);
    CHECK(numbers() == Numbers{0, 0}); // in the order as before
}

TEST_CASE_FIXTURE(Listed, "a counter that somebody keeps is collected after its query is closed") {
    add(1);
    CHECK(query->take_token() == token(1));
    source->set({{u"a", 7}});
    CHECK(query->collect().has_value());
    CHECK(counters.back()->raw().sample.first == 7);
}
