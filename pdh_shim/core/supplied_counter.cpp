#include "core/supplied_counter.h"

#include "core/machine.h"
#include "model/catalogue.h"

#include <utility>
#include <vector>

namespace pdh_shim::core {
namespace {

// A catalogue with the one object and counter of the path.
std::shared_ptr<const model::Catalogue> make_catalogue(
    const path::CounterPath& path, const SuppliedDefinition& definition) {
    model::CounterDef counter;
    counter.name = path.counter;
    counter.type = definition.type;
    counter.default_scale = definition.default_scale;
    model::ObjectDef object;
    object.name = path.object;
    object.instances = path.instance ? model::Instances::multi : model::Instances::none;
    object.counters.push_back(std::move(counter));
    object.columns = 1;
    object.object_freq = definition.time_base;
    auto catalogue = std::make_shared<model::Catalogue>();
    catalogue->objects.push_back(std::move(object));
    catalogue->perf_freq = definition.time_base;
    catalogue->default_scale_applies = false;
    return catalogue;
}

} // namespace

Result<std::shared_ptr<Counter>> make_supplied_counter(const std::u16string& local_machine,
    const path::CounterPath& path, const SuppliedDefinition& definition, std::uintptr_t query_user_data) {
    const calc::TypeInfo* const type = calc::find_type(definition.type);
    if (type == nullptr || !type->displayable()) {
        return Status::function_not_found;
    }
    std::vector<ActiveSource> sources{{nullptr, make_catalogue(path, definition)}};
    CounterTarget target;
    target.machine = std::make_shared<const Machine>(
        [name = path.machine.empty() ? local_machine : path.machine] { return name; }, std::move(sources));
    return std::make_shared<Counter>(query_user_data, std::move(target), path);
}

} // namespace pdh_shim::core
