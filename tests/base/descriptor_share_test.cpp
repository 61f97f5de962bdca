// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/descriptor_share.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <utility>
#include <vector>

using pdh_shim::DescriptorShare;

namespace {

class Limit : boost::noncopyable {
  public:
    explicit Limit(std::size_t limit) { DescriptorShare::set_limit(limit); }
    ~Limit() { DescriptorShare::set_limit(pdh_shim::default_descriptors); }
};

// As many as there are, which is counted when they are given back again.
std::size_t shares_in(std::size_t most) {
    std::vector<DescriptorShare> shares;
    while (auto share = DescriptorShare::take(most)) {
        shares.push_back(std::move(*share));
    }
    return shares.size();
}

} // namespace

TEST_CASE("as many shares are given as the smaller of two limits says, and taken back") {
    CHECK(shares_in(1000) == pdh_shim::default_descriptors);
    CHECK(shares_in(5) == 5);
    const Limit limit(7);
    CHECK(shares_in(1000) == 7);
    CHECK(shares_in(3) == 3);
}

TEST_CASE("no limit is above what a process may have") {
    const Limit limit(2 * pdh_shim::most_descriptors);
    CHECK(shares_in(2 * pdh_shim::most_descriptors) == pdh_shim::most_descriptors);
}

TEST_CASE("a share that is needed is given in any case, and counts") {
    const Limit limit(2);
    {
        std::vector<DescriptorShare> needed;
        for (int i = 0; i < 3; ++i) {
            needed.push_back(DescriptorShare::acquire_unchecked());
        }
        CHECK(DescriptorShare::count() == 3);
        CHECK_FALSE(DescriptorShare::take(100).has_value());
    }
    CHECK(DescriptorShare::count() == 0);
    CHECK(DescriptorShare::take(100).has_value());
}
