// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "fixture.h"

#include <set>

namespace conformance {

Fixture::Fixture() {
    REQUIRE_SUCCESS(PdhBindInputDataSource(&source, nullptr));
    query.collect(2);
    REQUIRE_SUCCESS(PdhAddRelogCounter(query.handle(), wide_from_utf8("\\Supplied(*)\\Share").c_str(),
        PERF_SAMPLE_FRACTION, 0, 1, &supplied));
}

Fixture::~Fixture() {
    PdhCloseLog(source, 0);
    if (opened != nullptr) {
        PdhCloseQuery(opened);
    }
    if (log != nullptr) {
        PdhCloseLog(log, 0);
    }
}

PDH_COUNTER_PATH_ELEMENTS Fixture::elements() {
    PDH_COUNTER_PATH_ELEMENTS elements{};
    elements.szObjectName = object_name_.data();
    elements.szCounterName = counter_name_.data();
    return elements;
}

void check_rows(std::span<const Row> rows) {
    std::set<std::string> names;
    for (const Row& row : rows) {
        const std::string name = std::string(row.name) + " -> " + name_of(row.expected);
        REQUIRE_MESSAGE(names.insert(name).second, name); // or the subcase would be left out
        SUBCASE(name.c_str()) {
            use_script("widgets.json");
            Fixture fixture;
            CHECK_STATUS(row.call(fixture), row.expected);
        }
    }
}

PDH_STATUS expect(bool holds) {
    return holds ? PDH_STATUS{ERROR_SUCCESS} : static_cast<PDH_STATUS>(PDH_INVALID_DATA);
}

} // namespace conformance
