// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/fake_source.h"
#include "machine/resolve.h"
#include "path/counter_path.h"
#include "query/counter.h"
#include "query/plan.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

using namespace pdh_shim;

namespace {

/// Samples of which another one arrives whenever one has been read.
class OvertakenSamples final : public query::Samples {
  public:
    [[nodiscard]] const std::atomic<std::uint64_t>& sequence() const noexcept override { return sequence_; }
    [[nodiscard]] std::optional<query::SamplePair> newest(
        const query::Counter& /*counter*/, Cursor& /*cursor*/) override {
        query::SamplePair read;
        read.newer.sample.first = static_cast<std::int64_t>(sequence_++);
        return read;
    }
    [[nodiscard]] Result<std::vector<query::Item<query::SamplePair>>> items(
        const query::Counter& /*counter*/, Cursor& /*cursor*/) override {
        return Status::no_data;
    }

  private:
    std::atomic<std::uint64_t> sequence_{5};
};

} // namespace

TEST_CASE("what a counter read last is not the newest if a sample arrived while it was read") {
    query::CounterContext context;
    const auto machine = test::FakeDataSource(std::make_shared<test::FakeSource>()).machine(u"Host").value();
    const auto path = path::parse_counter_path(u"\\Widget(a)\\Level").value();
    const auto column = std::make_shared<const query::Column>(machine::resolve(machine, path).value(), 0,
        std::make_shared<OvertakenSamples>(),
        query::QueryContext{context, std::make_shared<query::Plan>(nullptr), 0});
    query::Counter counter(column, std::make_shared<const path::InstanceName>(*path.instance), path, 0);
    CHECK(counter.raw().sample.first == 5);
    query::Counter::LastRaw last;
    CHECK_FALSE(counter.read_raw(last));
    constexpr std::uint32_t fmt_large = 0x400;
    CHECK(counter.format(fmt_large).datum.cstatus == Status::cstatus_valid_data);
    calc::Formatted formatted;
    CHECK_FALSE(counter.read_formatted(fmt_large, formatted));
}
