// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/registry/registry_titles.h"

#include "base/text.h"
#include "base/trace.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

namespace pdh_shim::source::registry {
namespace {

std::u16string text_of(std::span<const std::byte> bytes) {
    std::u16string text(bytes.size() / sizeof(char16_t), u'\0');
    std::memcpy(text.data(), bytes.data(), text.size() * sizeof(char16_t));
    return text;
}

// The string at the front, which is taken off with its NUL.
std::u16string_view take(std::u16string_view& strings) {
    const std::u16string_view first = strings.substr(0, strings.find(u'\0'));
    strings.remove_prefix(std::min(strings.size(), first.size() + 1));
    return first;
}

std::optional<std::u16string> copy(std::optional<std::u16string_view> text) {
    return text ? std::optional(std::u16string(*text)) : std::nullopt;
}

} // namespace

std::optional<std::u16string> RegistryTitles::name(std::uint32_t index) {
    const std::u16string* const found = find(names_, index);
    return found == nullptr ? copy(english_.name(index)) : std::optional(*found);
}

std::optional<std::u16string> RegistryTitles::help(std::uint32_t index) {
    const std::u16string* const found = find(helps_, index);
    return found == nullptr ? copy(english_.help(index)) : std::optional(*found);
}

const std::u16string* RegistryTitles::find(const Texts& texts, std::uint32_t index) {
    auto found = texts.find(index);
    if (found == texts.end() && std::exchange(expired_, false)) {
        load();
        found = texts.find(index);
    }
    return found == texts.end() ? nullptr : &found->second;
}

void RegistryTitles::load() {
    names_ = load(TitleTexts::names);
    helps_ = load(TitleTexts::helps);
}

RegistryTitles::Texts RegistryTitles::load(TitleTexts texts) {
    const KeyAnswer answer =
        ask_growing([&](std::span<std::byte> buffer) { return key_.titles(texts, buffer); }, buffer_);
    if (answer.error != KeyAnswer::success) {
        trace::write(trace::Level::warning,
            "registry: the names of counters cannot be read: error " + std::to_string(answer.error));
        return {};
    }
    const std::u16string text = text_of(std::span(buffer_).first(answer.bytes));
    Texts loaded;
    std::u16string_view rest = text;
    for (auto index = take(rest); !index.empty(); index = take(rest)) {
        const std::u16string_view title = take(rest);
        if (const auto number = parse_decimal(index); number && !title.empty()) {
            loaded.try_emplace(*number, title);
        }
    }
    return loaded;
}

} // namespace pdh_shim::source::registry
