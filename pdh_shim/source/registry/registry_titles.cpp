// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/registry/registry_titles.h"

#include "base/trace.h"

#include <span>
#include <string_view>
#include <utility>

namespace pdh_shim::source::registry {
namespace {

std::optional<std::u16string> copy(std::optional<std::u16string_view> text) {
    return text ? std::optional(std::u16string(*text)) : std::nullopt;
}

} // namespace

std::optional<std::u16string> RegistryTitles::name(std::uint32_t index) {
    const auto found = find(names_, index);
    return copy(found ? found : english_.name(index));
}

std::optional<std::u16string> RegistryTitles::help(std::uint32_t index) {
    const auto found = find(helps_, index);
    return copy(found ? found : english_.help(index));
}

std::vector<std::uint32_t> RegistryTitles::indexes_of(std::u16string_view name) {
    auto indexes = names_.indexes_of(name);
    if (indexes.empty() && std::exchange(expired_, false)) {
        load();
        indexes = names_.indexes_of(name);
    }
    if (const auto english = english_.index(name); indexes.empty() && english) {
        indexes.push_back(*english);
    }
    return indexes;
}

std::optional<std::u16string_view> RegistryTitles::find(const names::TitleList& texts, std::uint32_t index) {
    auto found = texts.find(index);
    if (!found && std::exchange(expired_, false)) {
        load();
        found = texts.find(index);
    }
    return found;
}

void RegistryTitles::load() {
    names_ = load(TitleTexts::names);
    helps_ = load(TitleTexts::helps);
}

names::TitleList RegistryTitles::load(TitleTexts texts) {
    const KeyAnswer answer =
        ask_growing([&](std::span<std::byte> buffer) { return key_.titles(texts, buffer); }, buffer_);
    if (answer.error != KeyAnswer::success) {
        trace::write(trace::Level::warning,
            "registry: the names of counters cannot be read: error " + std::to_string(answer.error));
        return {};
    }
    return names::TitleList(std::span(buffer_).first(answer.bytes));
}

} // namespace pdh_shim::source::registry
