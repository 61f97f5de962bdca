// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"
#include "api/functions.h"
#include "api/library_state.h"
#include "api/output.h"
#include "machine/enumeration.h"
#include "machine/resolve.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::api {
namespace {

// Documented; returned even if there is no such object. A log has no default, which is documented too.
constexpr std::uint32_t default_object = 238; // Processor

struct FoundObject {
    std::shared_ptr<const machine::Machine> machine;
    machine::ObjectRef object;
};

Result<FoundObject> find_object(machine::DataSource& source, const TextIn& machine, const TextIn& object) {
    // The status of the computer comes first.
    const auto name = object.read();
    PDH_SHIM_TRY(auto found, find_machine_with(source, machine, name ? name.value() : std::u16string()));
    PDH_SHIM_CHECK(name);
    const auto reference = found->find_object(name.value());
    if (!reference) {
        return Status::cstatus_no_object;
    }
    return FoundObject{std::move(found), *reference};
}

// A counter without a value cannot be the default, even if the source says so.
bool has_default_counter(const model::ObjectDef& definition) {
    return definition.default_counter < definition.counters.size() &&
           machine::has_value(definition, definition.counters[definition.default_counter]);
}

// A list of an object's items; an object without instances answers with size 0.
template <class MakeKey>
Result<void> write_instances(const machine::Machine& machine, machine::ObjectRef object,
    const TextOut& buffer, LPDWORD size, const MakeKey& make_key) {
    if (machine.definition(object).instances == model::Instances::none) {
        // For programs that walk through their buffer without checking the size.
        static_cast<void>(write_list(buffer, size, {}));
        *size = 0;
        return outcome::success();
    }
    return library().size_query_cache.write_list(
        buffer, size, make_key, [&]() -> Result<std::vector<std::u16string>> {
            PDH_SHIM_TRY(const auto instances, machine::instances(machine, object));
            return machine::instance_names(instances);
        });
}

// Checks the name of an object, and the buffer for the answer.
Result<void> check_object_and_buffer(const TextIn& object, const TextOut& buffer, const DWORD* size) {
    if (object.is_null()) {
        return Status::invalid_argument;
    }
    return check_buffer(buffer.data(), size);
}

} // namespace

Result<void> connect_machine(const TextIn& machine) {
    PDH_SHIM_CHECK(find_machine_with(*live_data_source(), machine, u""));
    return outcome::success();
}

Result<void> enumerate_machines(const SourceArgument& data_source, const TextOut& machines, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(machines.data(), size));
    PDH_SHIM_TRY(const DataSourcePointer source, open_data_source(data_source));
    PDH_SHIM_TRY(std::vector<std::u16string> names, source->machines());
    for (std::u16string& name : names) {
        name.insert(0, u"\\\\");
    }
    return write_list(machines, size, names);
}

Result<void> enumerate_objects(const SourceArgument& data_source, const TextIn& machine,
    const TextOut& objects, LPDWORD size, DWORD detail, BOOL refresh) {
    PDH_SHIM_CHECK(check_buffer(objects.data(), size));
    PDH_SHIM_TRY(const DataSourcePointer source, open_data_source(data_source));
    PDH_SHIM_TRY(const auto found, find_machine(*source, machine));
    if (refresh != FALSE) {
        library().size_query_cache.forget(); // all other lists are made anew for each call
    }
    const auto make_key = [&] {
        return call_key("objects", objects.encoding(), source->number(), found->name(), detail);
    };
    return library().size_query_cache.write_list(objects, size, make_key,
        [&] { return Result<std::vector<std::u16string>>(machine::object_names(*found, detail)); });
}

Result<void> enumerate_object_items(const SourceArgument& data_source, const TextIn& machine,
    const TextIn& object, const TextOut& counters, LPDWORD counters_size, const TextOut& instances,
    LPDWORD instances_size, DWORD detail, DWORD /*flags*/) {
    const auto check_lists = [&]() -> Result<void> {
        PDH_SHIM_CHECK(check_object_and_buffer(object, counters, counters_size));
        return check_buffer(instances.data(), instances_size);
    };
    if (data_source.is_handle) { // a name is looked at before the lists
        PDH_SHIM_CHECK(check_lists());
    }
    PDH_SHIM_TRY(const DataSourcePointer source, open_data_source(data_source));
    PDH_SHIM_CHECK(check_lists());
    PDH_SHIM_TRY(const auto named, find_object(*source, machine, object));
    const auto& found = named.machine;
    const machine::ObjectRef reference = named.object;
    // The two lists are independent: programs ask for one of them and give no buffer for the other.
    const auto make_key = [&](std::string_view list) {
        return call_key(list, counters.encoding(), source->number(), found->name(), detail,
            found->object_name(reference));
    };
    const Result<void> counters_result = library().size_query_cache.write_list(
        counters, counters_size, [&make_key] { return make_key("counters"); },
        [&] {
            return Result<std::vector<std::u16string>>(machine::counter_names(*found, reference, detail));
        });
    const Result<void> instances_result = write_instances(
        *found, reference, instances, instances_size, [&make_key] { return make_key("instances"); });
    return instances_result ? counters_result : instances_result;
}

Result<void> get_default_object(
    const SourceArgument& data_source, const TextIn& machine, const TextOut& object, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(object.data(), size));
    PDH_SHIM_TRY(const DataSourcePointer source, open_data_source(data_source));
    PDH_SHIM_TRY(const auto found, find_machine_with(*source, machine, u""));
    const bool is_log = as_log(*source) != nullptr;
    return write_text(object, size, is_log ? u"" : found->title(default_object).value_or(u""));
}

Result<void> get_default_counter(const SourceArgument& data_source, const TextIn& machine,
    const TextIn& object, const TextOut& counter, LPDWORD size) {
    PDH_SHIM_CHECK(check_object_and_buffer(object, counter, size));
    PDH_SHIM_TRY(const DataSourcePointer source, open_data_source(data_source));
    PDH_SHIM_TRY(const auto named, find_object(*source, machine, object));
    if (as_log(*source) != nullptr) {
        return write_text(counter, size, u"");
    }
    const auto& found = named.machine;
    const machine::ObjectRef reference = named.object;
    const model::ObjectDef& definition = found->definition(reference);
    if (!has_default_counter(definition)) {
        return Status::cstatus_no_counter;
    }
    return write_text(counter, size, found->counter_name(reference, definition.default_counter));
}

namespace {

Result<std::u16string> find_help(const TextIn& machine, const TextIn& object, const TextIn& counter) {
    PDH_SHIM_TRY(const auto named, find_object(*live_data_source(), machine, object));
    const auto& found = named.machine;
    const machine::ObjectRef reference = named.object;
    if (counter.is_null()) {
        return found->object_help(reference);
    }
    PDH_SHIM_TRY(const std::u16string counter_name, counter.read());
    const auto column = found->find_counter(reference, counter_name);
    if (!column) {
        return Status::cstatus_no_counter;
    }
    return found->counter_help(reference, *column);
}

} // namespace

Result<void> lookup_name_by_index(const TextIn& machine, DWORD index, const TextOut& name, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(name.data(), size));
    PDH_SHIM_TRY(const auto found, find_machine_with(*live_data_source(), machine, u""));
    const auto title = found->title(index);
    if (!title) {
        return Status::invalid_argument;
    }
    return write_text(name, size, *title);
}

Result<void> lookup_index_by_name(const TextIn& machine, const TextIn& name, LPDWORD index) {
    if (name.is_null() || index == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const auto found, find_machine_with(*live_data_source(), machine, u""));
    PDH_SHIM_TRY(const std::u16string text, name.read());
    const auto title_index = found->title_index(text);
    if (!title_index) {
        return Status::string_not_found;
    }
    *index = *title_index;
    return outcome::success();
}

Result<void> list_titles(DWORD language, BOOL help, const TextOut& titles, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(titles.data(), size));
    PDH_SHIM_TRY(const auto machine, live_data_source()->machine(u""));
    PDH_SHIM_TRY(const auto list, machine->titles(language, help != FALSE));
    return write_list(titles, size, list);
}

const void* get_explain_text(const TextIn& machine, const TextIn& object, const TextIn& counter) {
    const Result<std::u16string> help = find_help(machine, object, counter);
    if (!help || help.value().empty()) {
        return nullptr;
    }
    // The list stays short: it has at most all explanations of the sources, in the languages used so far.
    return library().explain_texts.keep(object.encoding(), help.value());
}

} // namespace pdh_shim::api
