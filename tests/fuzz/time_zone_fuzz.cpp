// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What the system says about zones and names of this computer: files of the zone database, rules in the form
// of POSIX's TZ, hosts(5) and resolv.conf(5). Properties: an offset has at most a week; each name begins with
// that of the host.
#include "base/platform/posix/host_names.h"
#include "base/platform/posix/time_zone_rules.h"
#include "require.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

using namespace pdh_shim::platform;

namespace {

template <class Rules>
void check(const Rules& rules) {
    for (const std::int64_t time : {INT64_MIN, std::int64_t{-2'208'988'800}, std::int64_t{0},
             std::int64_t{1'790'000'000}, std::int64_t{1'780'000'000}, INT64_MAX}) {
        const LocalTimeType& local = rules.at(time);
        constexpr std::int32_t week = 7 * 86'400;
        require(local.offset > -week - 7200 && local.offset < week + 7200);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span input(data, size);
    const std::string text(input.begin(), input.end());
    if (const auto rules = TimeZoneRules::parse(std::as_bytes(input))) {
        check(*rules);
    }
    if (const auto rules = parse_yearly_rules(text)) {
        check(*rules);
    }
    for (const std::string& name : full_host_names("host", text, text)) {
        require(name.size() > 5 && name[4] == '.');
    }
    return 0;
}
