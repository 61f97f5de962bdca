#include "base/clock.h"
#include "core/sources.h"

#include <doctest/doctest.h>

using pdh_shim::Status;
using pdh_shim::core::make_sources;
using pdh_shim::core::SourceContext;

namespace {

Status status_of(std::string_view list) {
    const auto made = make_sources(list, SourceContext{pdh_shim::system_clock(), {}, false});
    return made ? Status::success : made.error();
}

} // namespace

TEST_CASE("the default source of this platform starts") {
    CHECK(status_of(pdh_shim::core::default_source()) == Status::success);
}

TEST_CASE("a source that is unknown, missing or cannot start is an error and not a fallback") {
    CHECK(status_of("") == Status::invalid_datasource);
    CHECK(status_of("linuks") == Status::invalid_datasource);
    CHECK(status_of("linux,") == Status::success);
    CHECK(status_of("linux,,linux") == Status::invalid_datasource);
    CHECK(status_of("script:no such file.json") == Status::invalid_datasource);
    CHECK(status_of("linux,script:no such file.json") == Status::invalid_datasource);
}
