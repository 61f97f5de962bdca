// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "model/snapshot.h"
#include "query/samples.h"

#include <doctest/doctest.h>

TEST_CASE("the name of an item begins with its parent, if it has one") {
    using pdh_shim::model::Instance;
    CHECK(pdh_shim::query::display_name(Instance{.name = u"a", .parent = {}}) == u"a");
    CHECK(pdh_shim::query::display_name(Instance{.name = u"0", .parent = u"java"}) == u"java/0");
    CHECK(pdh_shim::query::display_name(Instance{}).empty());
}
