// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/log_file.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

using namespace pdh_shim;
using model::LogZone;

namespace {

// A log without records, in a zone.
class LogOfZone final : public model::LogReader {
  public:
    explicit LogOfZone(LogZone zone) : zone_(std::move(zone)) {}

    const std::vector<model::LogEntry>& entries() const override { return entries_; }
    LogZone zone() const override { return zone_; }
    const model::LogTitles* titles(std::u16string_view /*machine*/) const override { return nullptr; }
    Result<bool, Failure> next(model::LogRecord& /*record*/) override { return false; }
    std::span<const std::byte> bytes() const override { return {}; }
    Result<void, Failure> seek(std::int64_t /*local_time*/) override { return outcome::success(); }
    Result<model::LogRange, Failure> range() override { return Failure(Status::no_data); }
    Result<std::uint64_t, Failure> size() override { return 0; }
    Result<std::uint64_t, Failure> whole_size() override { return 0; }

  private:
    LogZone zone_;
    std::vector<model::LogEntry> entries_;
};

std::optional<std::int32_t> bias_of(const LogZone& zone) {
    return recorded::zone_of(LogOfZone(zone), 0).bias_at_local(0);
}

struct NoZoneAgain {
    ~NoZoneAgain() { recorded::set_assumed_zone({}); }
};

} // namespace

TEST_CASE("a log that does not say its zone has the one that was said, any other log its own") {
    const NoZoneAgain after;
    CHECK_FALSE(bias_of({}).has_value());
    REQUIRE(recorded::set_assumed_zone("-330"));
    CHECK(bias_of({}) == -330);
    CHECK(bias_of(LogZone::fixed(60)) == 60);
    REQUIRE(recorded::set_assumed_zone("UTC"));
    CHECK(bias_of({}) == 0);
    REQUIRE(recorded::set_assumed_zone("local"));
    CHECK(bias_of({}).has_value());
    REQUIRE(recorded::set_assumed_zone(""));
    CHECK_FALSE(bias_of({}).has_value());
}

TEST_CASE("what is not a zone changes nothing") {
    const NoZoneAgain after;
    REQUIRE(recorded::set_assumed_zone("1440"));
    for (const std::string_view text : {"1441", "-1441", "utc", "Local", "60x", " 60", "+60", "6 0",
             "99999999999", "-2147483648", "2147483647"}) {
        CHECK_FALSE(recorded::set_assumed_zone(text));
    }
    CHECK(bias_of({}) == 1440);
}
