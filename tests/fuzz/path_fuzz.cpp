// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Counter paths come from anywhere. Properties: what parses prints as a path that means the same, and matches
// itself; the wildcard matcher agrees with one that tries everything; the name of a log set is made of its
// parts.
#include "base/text.h"
#include "path/counter_path.h"
#include "path/log_set_name.h"
#include "path/wildcard.h"
#include "require.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim;

namespace {

void check_path(std::u16string_view text) {
    const auto path = path::parse_counter_path(text);
    if (!path.has_value()) {
        const Status status = path.error();
        require(status == Status::cstatus_no_countername || status == Status::cstatus_bad_countername);
        return;
    }
    const auto again = path::parse_counter_path(path::make_counter_path(path.value()));
    require(again.has_value() && again.value() == path.value());
    if (const auto& instance = path.value().instance) {
        require(path::matches(*instance, instance->parent, instance->name, instance->index));
    }
}

void check_instance(std::u16string_view text) {
    const auto instance = path::parse_instance_name(text);
    require(instance.has_value() != text.empty());
    if (instance.has_value()) {
        require(path::parse_instance_name(path::make_instance_name(instance.value())).value() ==
                instance.value());
    }
}

/// Row by row over the pattern: reached[t] = the pattern so far matches the first t units. Lone surrogates
/// are U+FFFD.
bool matches_by_table(std::u16string_view pattern, std::u16string_view text) {
    std::vector<bool> reached(text.size() + 1);
    reached[0] = true;
    for (std::size_t p = 0; p < pattern.size(); ++p) {
        const char16_t unit = well_formed_unit(pattern, p);
        std::vector<bool> next(text.size() + 1);
        next[0] = unit == u'*' && reached[0];
        for (std::size_t t = 1; t <= text.size(); ++t) {
            next[t] = unit == u'*' ? next[t - 1] || reached[t]
                                   : reached[t - 1] && fold(unit) == fold(well_formed_unit(text, t - 1));
        }
        reached = next;
    }
    return reached[text.size()];
}

void check_wildcard(std::u16string_view text) {
    const std::u16string_view short_text = text.substr(0, 48);
    const std::size_t half = std::min(short_text.find(u'='), short_text.size());
    const std::u16string_view pattern = short_text.substr(0, half);
    const std::u16string_view name = short_text.substr(std::min(half + 1, short_text.size()));
    require(path::matches(pattern, name) == matches_by_table(pattern, name));
    require(path::has_wildcard(pattern) == (pattern.find(u'*') != std::u16string_view::npos));
}

void check_log_set(std::u16string_view text) {
    if (const auto name = path::parse_log_set_name(text)) {
        require(path::is_log_set_name(text) && !name->data_source.empty() && !name->log_set.empty());
        std::u16string again = u"SQL:";
        again.append(name->data_source).append(u"!").append(name->log_set);
        require(path::parse_log_set_name(again) == name);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::u16string text;
    append_utf8_lossy(text, std::string(data, data + size));
    check_path(text);
    check_instance(text);
    check_wildcard(text);
    check_log_set(text);
    return 0;
}
