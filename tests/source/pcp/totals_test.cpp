// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// `_Total` of an object of a host, as ObjectSampler makes it of the values that the host answers.
#include "source/pcp/libpcp.h"
#include "source/pcp/object_sampler.h"
#include "source/pcp/worker/pmcd_connection.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using pdh_shim::calc::Summing;
namespace pcp = pdh_shim::source::pcp;
namespace model = pdh_shim::model;

namespace {

constexpr std::int64_t no_value = -1;

// What a host answers for a metric: a value for each of its instances, from number 10 on, that has one.
class AnsweredValues {
  public:
    explicit AnsweredValues(const std::vector<std::int64_t>& values)
        : memory_(values.size() + 1) { // each is larger than a value
        pmValueSet& set = memory_.front();
        set.valfmt = PM_VAL_INSITU;
        pmValue* next = set.vlist;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i] != no_value) {
                next->inst = 10 + static_cast<int>(i);
                next->value.lval = static_cast<int>(values[i]);
                ++next;
                ++set.numval;
            }
        }
    }

    [[nodiscard]] pmValueSet* get() noexcept { return memory_.data(); }

  private:
    std::vector<pmValueSet> memory_;
};

// An object with two instances and one column, which has a total.
class ObjectWithTotal {
  public:
    explicit ObjectWithTotal(Summing rule) : connection_(pcp::Libpcp::load(FAKE_LIBPCP).value(), "totals") {
        REQUIRE(connection_.open(0));
        const std::vector<std::string> names{"net.baudrate", "net.mtu"};
        const auto described = connection_.describe(names);
        REQUIRE(described.has_value());
        pcp::ObjectPlan plan;
        plan.definition.instances = model::Instances::multi;
        for (std::size_t i = 0; i < names.size(); ++i) {
            plan.metrics.push_back({names[i], described->at(i)});
        }
        plan.identity = 0;
        pcp::ColumnPlan& column = plan.columns.emplace_back();
        column.terms.emplace_back().metric = 1;
        column.total = rule;
        plan.name_instance = [](std::string_view name, int) {
            return std::u16string(name.begin(), name.end());
        };
        plan.has_total = true;
        sampler_ = std::make_unique<pcp::ObjectSampler>(std::make_shared<const pcp::ObjectPlan>(plan));
        REQUIRE(sampler_->prepare(connection_));
    }

    // The total of these values of the instances, which their identities distinguish from earlier ones.
    std::optional<std::int64_t> total(
        const std::vector<std::int64_t>& values, const std::vector<std::int64_t>& identities = {1, 2}) {
        const std::vector<bool> columns{true};
        std::vector<pmID> metrics;
        sampler_->request(columns, metrics);
        REQUIRE(metrics.size() == 2);
        AnsweredValues identity(identities);
        AnsweredValues value(values);
        const std::array<pmValueSet*, 2> sets{identity.get(), value.get()};
        model::ObjectSnapshot snapshot;
        const pcp::MetricValues answer{.values = sets, .time = ++time_, .times = {}};
        REQUIRE(sampler_->write(connection_, answer, columns, snapshot));
        snapshot.publish(nullptr);
        REQUIRE(snapshot.rows() == 3);
        return snapshot.is_valid(2, 0) ? std::optional(snapshot.cell(2, 0)) : std::nullopt;
    }

  private:
    pcp::PmcdConnection connection_;
    std::unique_ptr<pcp::ObjectSampler> sampler_;
    std::int64_t time_ = 0;
};

} // namespace

TEST_CASE("a host's total has the growth of an instance that had no value in one answer") {
    ObjectWithTotal object(Summing::growth);
    CHECK(object.total({10, 1}) == 11);
    CHECK(object.total({no_value, 2}) == 12);
    CHECK(object.total({no_value, 2}) == 12);
    CHECK(object.total({30, 3}) == 33);
}

TEST_CASE("a host's total without any value continues from the last one") {
    ObjectWithTotal object(Summing::growth);
    CHECK(object.total({10, 1}) == 11);
    CHECK_FALSE(object.total({no_value, no_value}).has_value());
    CHECK(object.total({20, 5}) == 25);
}

TEST_CASE("the mean of a host's instances keeps what a division leaves over") {
    ObjectWithTotal object(Summing::mean_growth);
    CHECK(object.total({3, 0}) == 1);
    CHECK(object.total({4, 0}) == 2); // (1 + 1) / 2
    CHECK(object.total({5, 0}) == 2);
    CHECK(object.total({6, 0}) == 3);
}

TEST_CASE("a count that falls, as at a restart, adds nothing to its total, then grows") {
    ObjectWithTotal object(Summing::growth);
    CHECK(object.total({100, 50}) == 150);
    CHECK(object.total({2, 53}) == 153);
    CHECK(object.total({3, 1}) == 154);
    CHECK(object.total({5, 2}) == 157);
}

TEST_CASE("a host's total stays where it is when all instances are replaced, and then grows") {
    for (const Summing rule : {Summing::growth, Summing::mean_growth}) {
        ObjectWithTotal object(rule);
        const std::int64_t first = object.total({10, 30}).value();
        CHECK(object.total({1000, 1}, {3, 4}) == first);
        CHECK(object.total({1002, 3}, {3, 4}) == first + (rule == Summing::growth ? 4 : 2));
    }
}
