// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/collected_samples.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim;
using model::InstanceSet;
using query::CollectedSamples;
using query::SampleSet;

namespace {

std::shared_ptr<const InstanceSet> set_of(const std::vector<std::pair<std::u16string, std::int64_t>>& rows) {
    std::vector<model::Instance> instances;
    for (const auto& [name, id] : rows) {
        instances.push_back({.name = name, .parent = {}, .unique_id = id});
    }
    return std::make_shared<const InstanceSet>(std::move(instances));
}

} // namespace

TEST_CASE("earlier rows of two sets are found once for all counters, until the next collect") {
    CollectedSamples samples;
    const auto older = set_of({{u"a", 1}, {u"b", 2}});
    const auto newer = set_of({{u"b", 2}, {u"a", 1}, {u"c", 3}});
    const auto rows = samples.earlier_rows(newer, older);
    CHECK((*rows)[0].row == 1);
    CHECK((*rows)[1].row == 0);
    CHECK_FALSE((*rows)[2].row);
    CHECK(samples.earlier_rows(newer, older) == rows);
    CHECK(samples.earlier_rows(older, newer) != rows);
    auto collected = std::make_shared<SampleSet>();
    collected->sequence = 1;
    samples.publish(collected);
    CHECK(rows.use_count() == 1); // nothing of them is left
    CHECK(samples.earlier_rows(newer, older) != rows);
}
