// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/known_objects.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::block {

bool KnownObjects::add(const BlockObjects& record, std::int64_t perf_freq) {
    bool agrees = ++freqs_[perf_freq] > 1;
    std::vector<std::uint32_t> order;
    for (const ObjectBytes& object : record.objects()) {
        if (record.find(object.title_index) == &object) {
            agrees = add(object) && agrees;
            order.push_back(object.title_index);
        }
    }
    const std::size_t newest = order.size();
    for (const std::uint32_t title_index : order_) {
        const auto end = order.begin() + static_cast<std::ptrdiff_t>(newest);
        if (std::find(order.begin(), end, title_index) == end) {
            order.push_back(title_index);
        }
    }
    order_ = std::move(order);
    return agrees;
}

bool KnownObjects::add(const ObjectBytes& object) {
    const auto known = variants_.find(object.title_index);
    Variants none;
    Variants& before = known == variants_.end() ? none : known->second;
    auto variant = std::ranges::find_if(before, [&object](const Variant& other) {
        return other.order == object.order && has_definition(object, other.bytes);
    });
    InstanceTable instances;
    if (variant == before.end()) {
        auto definition = read_definition(object);
        if (!definition || !instances.refresh(object, definition.value())) {
            return false;
        }
        Variants& variants = variants_[object.title_index];
        variant = std::ranges::find_if(variants,
            [&](const Variant& other) { return reads_alike(other.definition, definition.value()); });
        if (variant == variants.end()) {
            variant = variants.insert(variant, {.definition = std::move(definition).value(),
                                                   .bytes = definition_bytes(object),
                                                   .order = object.order});
        }
    } else if (!instances.refresh(object, variant->definition)) {
        return false;
    }
    ++variant->records;
    variant->records_that_fill_objects += instances.habits().fill_object ? 1 : 0;
    variant->records_that_fill_names += instances.habits().fill_names ? 1 : 0;
    const auto is_decided = [records = variant->records](
                                std::uint32_t with) { return with > 1 || records - with > 1; };
    return is_decided(variant->records_that_fill_objects) && is_decided(variant->records_that_fill_names);
}

const KnownObjects::Variant& KnownObjects::most_frequent(const Variants& variants) noexcept {
    return *std::ranges::max_element(variants, {}, &Variant::records); // the first of them
}

bool KnownObjects::is_misnamed(const Variant& variant) const {
    return variant.records == 1 && std::ranges::any_of(variants_, [&variant](const auto& other) {
        return std::ranges::any_of(other.second, [&variant](const Variant& known) {
            return known.records > 1 && reads_alike(known.definition, variant.definition);
        });
    });
}

void KnownObjects::teach(Schema& schema) const {
    if (!freqs_.empty()) {
        schema.set_perf_freq(
            std::ranges::max_element(freqs_, {}, [](const auto& freq) { return freq.second; })->first);
    }
    for (const std::uint32_t title_index : order_) {
        if (!has(title_index)) {
            continue;
        }
        const Variants& variants = variants_.at(title_index);
        const Variant& first = most_frequent(variants);
        const auto learn = [&schema, title_index](const Variant& variant) {
            // Where it contradicts what was learnt before, its records are left out.
            static_cast<void>(schema.learn(ObjectBytes{
                .title_index = title_index, .offset = 0, .bytes = variant.bytes, .order = variant.order}));
        };
        learn(first);
        for (const Variant& other : variants) {
            if (&other != &first && other.records > 1) {
                learn(other);
            }
        }
    }
}

bool KnownObjects::has(std::uint32_t title_index) const {
    const auto found = variants_.find(title_index);
    return found != variants_.end() && !is_misnamed(most_frequent(found->second));
}

bool KnownObjects::has(const Definition& definition) const {
    const auto found = variants_.find(definition.title_index);
    if (found == variants_.end()) {
        return false;
    }
    const Variant& first = most_frequent(found->second);
    return std::ranges::any_of(found->second, [&](const Variant& variant) {
        return (&variant == &first || variant.records > 1) && reads_alike(variant.definition, definition);
    });
}

InstanceHabits KnownObjects::habits(std::uint32_t title_index) const {
    const auto found = variants_.find(title_index);
    if (found == variants_.end()) {
        return {};
    }
    const Variant& variant = most_frequent(found->second);
    return {.fill_object = 2 * variant.records_that_fill_objects > variant.records,
        .fill_names = 2 * variant.records_that_fill_names > variant.records};
}

} // namespace pdh_shim::block
