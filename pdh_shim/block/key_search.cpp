// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/key_search.h"

#include "base/text.h"
#include "block/block.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace pdh_shim::block {
namespace {

// What has no title is called `#` and its number.
std::optional<std::uint32_t> number_in(std::u16string_view object) {
    return parse_decimal(object.starts_with(u'#') ? object.substr(1) : object);
}

bool has(const model::Catalogue& catalogue, std::u16string_view object, std::u16string_view counter) {
    const auto number = parse_decimal(object);
    return std::ranges::any_of(catalogue.objects, [&](const model::ObjectDef& known) {
        return (number ? known.title_index == *number : equal_folded(known.name, object)) &&
               (counter.empty() || number ||
                   std::ranges::any_of(known.counters,
                       [&](const model::CounterDef& one) { return equal_folded(one.name, counter); }));
    });
}

} // namespace

std::shared_ptr<const model::Catalogue> KeySearch::find_all() {
    if (const std::int64_t now = this->now(); !is_recent(listed_, now)) {
        ask_and_learn(u"Global", {});
        listed_ = now;
    }
    return known();
}

std::shared_ptr<const model::Catalogue> KeySearch::find(
    std::u16string_view object, std::u16string_view counter) {
    auto objects = known();
    if (object.empty() || has(*objects, object, counter)) {
        return objects;
    }
    auto numbers = numbers_of(object);
    // A key may have a name under any number of indexes; Windows has it under one or two.
    constexpr std::size_t most_numbers = 8;
    numbers.resize(std::min(numbers.size(), most_numbers));
    if (numbers.empty()) {
        return objects;
    }
    const std::u16string list = index_list(numbers);
    ask_and_learn(list, std::move(numbers));
    return known();
}

std::vector<std::uint32_t> KeySearch::numbers_of(std::u16string_view object) {
    if (const auto number = number_in(object)) {
        return {*number};
    }
    auto indexes = indexes_of(object);
    return indexes.empty() && expire_titles() ? indexes_of(object) : indexes;
}

} // namespace pdh_shim::block
