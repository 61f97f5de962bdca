// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "core/comma_list.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::core {
namespace {

// The rest of an item after its first quote, which is already removed. Two quotes mean one.
Result<std::string, Failure> take_quoted(std::string_view& list) {
    std::string item;
    for (std::size_t quote = list.find('"'); quote != std::string_view::npos; quote = list.find('"')) {
        item += list.substr(0, quote);
        list.remove_prefix(quote + 1);
        if (!list.starts_with('"')) {
            return item;
        }
        item += '"';
        list.remove_prefix(1);
    }
    return Failure(Status::invalid_datasource, "", "a quote is missing behind: " + item);
}

} // namespace

Result<std::string, Failure> take_item(std::string_view& list) {
    std::string item;
    if (list.starts_with('"')) {
        list.remove_prefix(1);
        PDH_SHIM_TRY(auto quoted, take_quoted(list));
        item = std::move(quoted);
    } else {
        const std::size_t comma = std::min(list.find(','), list.size());
        item = list.substr(0, comma);
        list.remove_prefix(comma);
    }
    PDH_SHIM_CHECK(take_comma(list, item));
    return item;
}

Result<void, Failure> take_comma(std::string_view& list, std::string_view item) {
    if (!list.empty() && !list.starts_with(',')) {
        return Failure(Status::invalid_datasource, "", "a comma is missing behind: " + std::string(item));
    }
    list.remove_prefix(std::min<std::size_t>(list.size(), 1));
    return outcome::success();
}

} // namespace pdh_shim::core
