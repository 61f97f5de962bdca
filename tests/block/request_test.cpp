// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/request.h"

#include <doctest/doctest.h>

#include <vector>

using namespace pdh_shim;

TEST_CASE("a request names the title indexes of its objects, with blanks between") {
    model::Catalogue catalogue;
    catalogue.objects.resize(3);
    catalogue.objects[0].title_index = 238;
    catalogue.objects[2].title_index = 4'294'967'295;
    std::vector<model::ObjectRequest> requests(3);
    requests[0].object = 2;
    requests[1].object = 0;
    requests[2].object = 1;
    CHECK(block::index_list(requests, catalogue) == u"4294967295 238 0");
    CHECK(block::index_list({}, catalogue).empty());
}
