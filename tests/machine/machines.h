// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "machine/enumeration.h"
#include "machine/fake_source.h"
#include "machine/machine.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Machines that have fake sources, and names in German.

namespace pdh_shim::test {

inline constexpr std::uint32_t every_detail = 400;

inline std::shared_ptr<const machine::Machine> machine_with(
    const std::vector<std::shared_ptr<FakeSource>>& sources, machine::Localization localization = {}) {
    std::vector<machine::ActiveSource> active;
    for (const auto& source : sources) {
        active.push_back({source, source->catalogue()});
    }
    return std::make_shared<const machine::Machine>(
        [] { return std::u16string(u"Host"); }, std::move(active), std::move(localization));
}

inline constexpr std::uint32_t german = 0x007;

// German, of a lodctr file.
inline machine::Localization in_german(std::string_view text) {
    auto ini = names::read_lodctr_ini(text);
    REQUIRE(ini.has_value());
    const auto header = names::read_symbol_header("#define A 0\n#define B 2\n");
    REQUIRE(names::resolve_symbols(ini.value(), header.value()).has_value());
    names::Translations translations;
    REQUIRE(translations.add(ini.value()).has_value());
    return {std::make_shared<const names::Translations>(std::move(translations)), german};
}

inline machine::Localization widget_in_german() {
    return in_german("[text]\nA_009_NAME=Widget\nA_007_NAME=Ding\nA_007_HELP=Ein Ding.\n"
                     "B_009_NAME=Rate\nB_007_NAME=Level\n");
}

inline std::vector<std::u16string> expand(const std::shared_ptr<const machine::Machine>& machine,
    std::u16string_view path, machine::ExpandOptions options = {}) {
    FakeDataSource source(machine);
    return machine::expand(source, path::parse_counter_path(path).value(), options).value();
}

} // namespace pdh_shim::test
