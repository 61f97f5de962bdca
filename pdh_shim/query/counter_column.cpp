// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/counter_column.h"

#include "base/text.h"
#include "path/wildcard.h"

#include <utility>

namespace pdh_shim::query {
namespace {

/// How a name is displayed: as it was given, unless that is a name in another language.
const std::u16string& shown(const std::u16string& given, const std::u16string& name) {
    return equal_folded(given, name) || path::has_wildcard(given) ? given : name;
}

std::optional<std::int64_t> find_time_base(const machine::CounterTarget& counter) {
    const model::CounterDef& definition = counter.definition();
    const calc::TypeInfo& type = *calc::find_type(definition.type);
    if (definition.time_base != 0 && type.time_base != calc::TimeBase::none) {
        return definition.time_base;
    }
    return calc::time_base_of(
        type, counter.active_source().catalogue->perf_freq, counter.object_definition().object_freq);
}

} // namespace

CounterColumn::CounterColumn(machine::CounterTarget found, CounterSharing query)
    : target(std::move(found)), definition(target.definition()), type(*calc::find_type(definition.type)),
      time_base(find_time_base(target)), query(std::move(query)) {}

CounterIdentity::CounterIdentity(std::shared_ptr<const CounterColumn> column,
    std::shared_ptr<const path::InstanceName> instance, const path::CounterPath& given)
    : instance(std::move(instance)), names_machine(!given.machine.empty()),
      wildcard(column->target.object_definition().instances == model::Instances::multi &&
               path::has_wildcard(*this->instance)),
      column_(std::move(column)) {
    const std::u16string& object = shown(given.object, target().object_name());
    const std::u16string& counter = shown(given.counter, target().name());
    if (object != target().object_name() || counter != target().name()) {
        given_ = std::make_unique<const Names>(Names{object, counter});
    }
}

bool CounterIdentity::wants_only_total() const noexcept {
    return instance != nullptr && instance->parent.empty() && instance->index == 0 &&
           equal_folded(instance->name, u"_Total");
}

std::u16string CounterIdentity::instance_name() const {
    return instance != nullptr ? display_name(*instance) : std::u16string();
}

path::CounterPath CounterIdentity::path() const {
    const auto named = instance != nullptr ? std::optional(*instance) : std::nullopt;
    return {.machine = target().machine->name(),
        .object = given_ ? given_->object : target().object_name(),
        .instance = machine::shown_instance(target().object_definition(), named),
        .counter = given_ ? given_->counter : target().name()};
}

} // namespace pdh_shim::query
