#include "api/data_source.h"
#include "api/functions.h"
#include "api/output.h"
#include "core/enumeration.h"

#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::api {
namespace {

constexpr std::u16string_view default_object = u"Processor";

Result<core::ObjectRef> find_object(const core::Machine& machine, const TextIn& object) {
    PDH_SHIM_TRY(const std::u16string name, object.read());
    const auto found = machine.find_object(name);
    if (!found) {
        return Status::cstatus_no_object;
    }
    return *found;
}

// A list of an object's items; an object without instances answers with size 0.
Result<void> write_instances(
    const core::Machine& machine, core::ObjectRef object, const TextOut& buffer, LPDWORD size) {
    if (machine.definition(object).instances == source::Instances::none) {
        // For those who walk through their buffer without a look at the size.
        static_cast<void>(write_list(buffer, size, {}));
        *size = 0;
        return outcome::success();
    }
    PDH_SHIM_TRY(const auto instances, core::instances(machine, object));
    return write_list(buffer, size, core::unique_names(instances));
}

} // namespace

Result<void> connect_machine(const TextIn& machine) {
    PDH_SHIM_CHECK(find_machine(H_REALTIME_DATASOURCE, machine));
    return outcome::success();
}

Result<void> enumerate_machines(const TextIn& data_source, const TextOut& machines, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(machines.data(), size));
    PDH_SHIM_TRY(const PDH_HLOG source, open_data_source(data_source));
    return enumerate_machines_in(source, machines, size);
}

Result<void> enumerate_machines_in(PDH_HLOG data_source, const TextOut& machines, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(machines.data(), size));
    PDH_SHIM_TRY(const auto machine, find_data_source(data_source));
    return write_list(machines, size, std::vector{u"\\\\" + machine->name()});
}

Result<void> enumerate_objects(const TextIn& data_source, const TextIn& machine, const TextOut& objects,
    LPDWORD size, DWORD detail, BOOL refresh) {
    PDH_SHIM_CHECK(check_buffer(objects.data(), size));
    PDH_SHIM_TRY(const PDH_HLOG source, open_data_source(data_source));
    return enumerate_objects_in(source, machine, objects, size, detail, refresh);
}

// What the sources offer is always looked at anew, so there is nothing to refresh.
Result<void> enumerate_objects_in(PDH_HLOG data_source, const TextIn& machine, const TextOut& objects,
    LPDWORD size, DWORD detail, BOOL /*refresh*/) {
    PDH_SHIM_CHECK(check_buffer(objects.data(), size));
    PDH_SHIM_TRY(const auto found, find_machine(data_source, machine));
    return write_list(objects, size, core::object_names(*found, detail));
}

Result<void> enumerate_object_items(const TextIn& data_source, const TextIn& machine, const TextIn& object,
    const TextOut& counters, LPDWORD counters_size, const TextOut& instances, LPDWORD instances_size,
    DWORD detail, DWORD flags) {
    PDH_SHIM_TRY(const PDH_HLOG source, open_data_source(data_source));
    return enumerate_object_items_in(
        source, machine, object, counters, counters_size, instances, instances_size, detail, flags);
}

Result<void> enumerate_object_items_in(PDH_HLOG data_source, const TextIn& machine, const TextIn& object,
    const TextOut& counters, LPDWORD counters_size, const TextOut& instances, LPDWORD instances_size,
    DWORD detail, DWORD /*flags*/) {
    if (object.is_null()) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_buffer(counters.data(), counters_size));
    PDH_SHIM_CHECK(check_buffer(instances.data(), instances_size));
    PDH_SHIM_TRY(const auto found, find_machine(data_source, machine));
    PDH_SHIM_TRY(const core::ObjectRef reference, find_object(*found, object));
    // The two lists are independent: programs ask for one of them and give no buffer for the other.
    const auto names = core::counter_names(found->definition(reference), detail);
    const Result<void> counters_result = write_list(counters, counters_size, names);
    const Result<void> instances_result = write_instances(*found, reference, instances, instances_size);
    return instances_result ? counters_result : instances_result;
}

Result<void> get_default_object(
    const TextIn& data_source, const TextIn& machine, const TextOut& object, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(object.data(), size));
    PDH_SHIM_TRY(const PDH_HLOG source, open_data_source(data_source));
    return get_default_object_in(source, machine, object, size);
}

Result<void> get_default_object_in(
    PDH_HLOG data_source, const TextIn& machine, const TextOut& object, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(object.data(), size));
    PDH_SHIM_CHECK(find_machine(data_source, machine));
    return write_text(object, size, default_object);
}

Result<void> get_default_counter(const TextIn& data_source, const TextIn& machine, const TextIn& object,
    const TextOut& counter, LPDWORD size) {
    if (object.is_null()) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_buffer(counter.data(), size));
    PDH_SHIM_TRY(const PDH_HLOG source, open_data_source(data_source));
    return get_default_counter_in(source, machine, object, counter, size);
}

Result<void> get_default_counter_in(
    PDH_HLOG data_source, const TextIn& machine, const TextIn& object, const TextOut& counter, LPDWORD size) {
    if (object.is_null()) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_buffer(counter.data(), size));
    PDH_SHIM_TRY(const auto found, find_machine(data_source, machine));
    PDH_SHIM_TRY(const core::ObjectRef reference, find_object(*found, object));
    const source::ObjectDef& definition = found->definition(reference);
    if (definition.default_counter >= definition.counters.size()) {
        return Status::cstatus_no_counter;
    }
    return write_text(counter, size, definition.counters[definition.default_counter].name);
}

} // namespace pdh_shim::api
