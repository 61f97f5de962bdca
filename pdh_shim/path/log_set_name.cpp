// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "path/log_set_name.h"

#include "base/text.h"

#include <cstddef>

namespace pdh_shim::path {
namespace {

constexpr std::u16string_view sql_prefix = u"SQL:";

} // namespace

bool is_log_set_name(std::u16string_view name) noexcept {
    return equal_folded(name.substr(0, sql_prefix.size()), sql_prefix);
}

std::optional<LogSetName> parse_log_set_name(std::u16string_view name) noexcept {
    const std::size_t mark = name.find(u'!');
    const bool is_whole = is_log_set_name(name) && mark != std::u16string_view::npos &&
                          mark > sql_prefix.size() && mark + 1 < name.size();
    if (!is_whole) {
        return std::nullopt;
    }
    return LogSetName{name.substr(sql_prefix.size(), mark - sql_prefix.size()), name.substr(mark + 1)};
}

} // namespace pdh_shim::path
