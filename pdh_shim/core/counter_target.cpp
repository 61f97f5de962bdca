#include "core/counter_target.h"

#include "base/text.h"
#include "path/wildcard.h"

#include <utility>

namespace pdh_shim::core {
namespace {

void show_as(std::u16string& given, const std::u16string& name) {
    if (!equal_folded(given, name)) {
        given = name;
    }
}

path::CounterPath path_to_show(path::CounterPath path, const CounterTarget& target) {
    show_as(path.object, target.object_name());
    show_as(path.counter, target.name());
    return path;
}

} // namespace

bool has_value(const model::CounterDef& counter) noexcept {
    const calc::TypeInfo* const type = calc::find_type(counter.type);
    const bool is_logged = counter.recorded != model::no_column;
    return type != nullptr && type->displayable() && (is_logged || type->kind != calc::Kind::displayed);
}

Result<CounterTarget> resolve(
    const std::shared_ptr<const Machine>& machine, const path::CounterPath& path, Names which) {
    const auto object = machine->find_object(path.object, which);
    if (!object) {
        return Status::cstatus_no_object;
    }
    const auto column = machine->find_counter(*object, path.counter, which);
    if (!column) {
        return Status::cstatus_no_counter;
    }
    CounterTarget target{machine, *object, *column};
    if (!has_value(target.definition())) {
        return Status::function_not_found;
    }
    return target;
}

bool accepts_instance(const model::ObjectDef& object, const path::CounterPath& path) {
    if (object.instances == model::Instances::multi) {
        return path.instance.has_value();
    }
    return !path.instance || *path.instance == path::InstanceName{{}, u"*", 0};
}

CounterIdentity::CounterIdentity(CounterTarget found, const path::CounterPath& given)
    : target(std::move(found)), definition(target.definition()), type(*calc::find_type(definition.type)),
      names_machine(!given.machine.empty()), path(path_to_show(given, target)),
      wildcard(target.object_definition().instances == model::Instances::multi &&
               path::has_wildcard(*path.instance)) {}

bool CounterIdentity::wants_only_total() const noexcept {
    return path.instance.has_value() && path.instance->parent.empty() && path.instance->index == 0 &&
           equal_folded(path.instance->name, u"_Total");
}

std::u16string CounterIdentity::instance_name() const {
    return path.instance ? display_name(*path.instance) : std::u16string();
}

} // namespace pdh_shim::core
