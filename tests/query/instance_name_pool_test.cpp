// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/instance_name_pool.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

using pdh_shim::path::InstanceName;
using pdh_shim::query::InstanceNamePool;

namespace {

InstanceName numbered(int number) {
    const std::string digits = std::to_string(number);
    return {u"", std::u16string(digits.begin(), digits.end()), 0};
}

} // namespace

TEST_CASE("counters with the same instance share its name") {
    InstanceNamePool instances;
    const auto first = instances.share({u"parent", u"name", 2});
    CHECK(*first == InstanceName{u"parent", u"name", 2});
    CHECK(instances.share({u"parent", u"name", 2}) == first);
    CHECK(instances.size() == 1);
}

TEST_CASE("instances that differ in anything, even in case, share no name") {
    InstanceNamePool instances;
    const std::vector<InstanceName> names{
        {u"", u"ab", 0}, {u"", u"ab", 1}, {u"a", u"b", 0}, {u"", u"aB", 0}, {u"ab", u"", 0}};
    std::vector<std::shared_ptr<const InstanceName>> shared;
    for (const InstanceName& name : names) {
        shared.push_back(instances.share(name));
        CHECK(*shared.back() == name);
    }
    CHECK(instances.size() == names.size());
}

TEST_CASE("names that no counter has any more are forgotten") {
    InstanceNamePool instances;
    const auto kept = instances.share({u"", u"kept", 0});
    for (int i = 0; i < 10000; ++i) {
        static_cast<void>(instances.share(numbered(i)));
    }
    CHECK(instances.size() <= 64);
    CHECK(instances.share({u"", u"kept", 0}) == kept);
}

TEST_CASE("many names are kept while they are needed") {
    InstanceNamePool instances;
    std::vector<std::shared_ptr<const InstanceName>> kept;
    for (int i = 0; i < 1000; ++i) {
        kept.push_back(instances.share(numbered(i)));
    }
    for (int i = 0; i < 1000; ++i) {
        REQUIRE(instances.share(numbered(i)) == kept[static_cast<std::size_t>(i)]);
    }
    CHECK(instances.size() == 1000);
}
