// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"
#include "api/functions.h"
#include "api/library_state.h"
#include "api/output.h"
#include "machine/enumeration.h"
#include "path/counter_path.h"

#include <cstddef>

namespace pdh_shim::api {
namespace {

using PathElements = Structure<PDH_COUNTER_PATH_ELEMENTS_A, PDH_COUNTER_PATH_ELEMENTS_W>;

constexpr DWORD no_index = 0xFFFFFFFF;
constexpr std::size_t longest_instance_name = 260; // MAX_PATH

// Paths of Windows Management Instrumentation name classes that exist there only.
Result<void> check_path_flags(DWORD flags) {
    constexpr DWORD management_flags = PDH_PATH_WBEM_RESULT | PDH_PATH_WBEM_INPUT;
    constexpr DWORD language = 0xFFFF0000;
    if ((flags & ~(management_flags | language)) != 0) {
        return Status::invalid_argument;
    }
    return success_if((flags & management_flags) == 0, Status::not_implemented);
}

Result<path::CounterPath> read_elements(const PathElements& elements) {
    const PDH_COUNTER_PATH_ELEMENTS_W& parts = *elements.data();
    const auto text = [&](const WCHAR* part) { return TextIn(elements.encoding(), part); };
    if (text(parts.szObjectName).is_empty() || text(parts.szCounterName).is_empty()) {
        return Status::invalid_argument;
    }
    path::CounterPath path;
    PDH_SHIM_TRY(path.machine, text(parts.szMachineName).read());
    PDH_SHIM_TRY(path.object, text(parts.szObjectName).read());
    PDH_SHIM_TRY(path.counter, text(parts.szCounterName).read());
    if (!text(parts.szInstanceName).is_empty()) {
        path.instance.emplace();
        PDH_SHIM_TRY(path.instance->name, text(parts.szInstanceName).read());
        PDH_SHIM_TRY(path.instance->parent, text(parts.szParentInstance).read());
        // Seen on Windows: `*` means all of a name, whatever the index.
        const bool has_index = parts.dwInstanceIndex != no_index && path.instance->name != u"*";
        path.instance->index = has_index ? parts.dwInstanceIndex : 0;
    }
    return path;
}

void put_instance(PackedBuffer& packed, const path::InstanceName& instance) {
    packed.put_text(offsetof(PDH_COUNTER_PATH_ELEMENTS_W, szInstanceName), instance.name);
    if (!instance.parent.empty()) {
        packed.put_text(offsetof(PDH_COUNTER_PATH_ELEMENTS_W, szParentInstance), instance.parent);
    }
}

Result<void> write_texts(const TextOut& first, DWORD* first_size, std::u16string_view first_text,
    const TextOut& second, DWORD* second_size, std::u16string_view second_text) {
    // Both sizes are returned even if the first buffer is too small.
    const Result<void> first_result = write_text(first, first_size, first_text);
    const Result<void> second_result = write_text(second, second_size, second_text);
    return first_result ? second_result : first_result;
}

} // namespace

Result<void> make_counter_path(const PathElements& elements, const TextOut& path, LPDWORD size, DWORD flags) {
    if (elements.data() == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_buffer(path.data(), size));
    PDH_SHIM_CHECK(check_path_flags(flags));
    PDH_SHIM_TRY(const auto parts, read_elements(elements));
    return write_text(path, size, path::make_counter_path(parts));
}

Result<void> parse_counter_path(const TextIn& path, const PathElements& elements, LPDWORD size, DWORD flags) {
    if (path.is_null()) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_buffer(elements.data(), size));
    PDH_SHIM_CHECK(check_path_flags(flags));
    PDH_SHIM_TRY(auto parsed, parse_path(path));
    PDH_SHIM_CHECK(complete(parsed)); // programs take the machine's name for granted
    PackedBuffer packed(elements.encoding(), sizeof(PDH_COUNTER_PATH_ELEMENTS_W));
    PDH_COUNTER_PATH_ELEMENTS_W fixed{};
    fixed.dwInstanceIndex = parsed.instance ? parsed.instance->index : 0;
    packed.put(0, fixed);
    packed.put_text(offsetof(PDH_COUNTER_PATH_ELEMENTS_W, szMachineName), u"\\\\" + parsed.machine);
    packed.put_text(offsetof(PDH_COUNTER_PATH_ELEMENTS_W, szObjectName), parsed.object);
    if (parsed.instance) {
        put_instance(packed, *parsed.instance);
    }
    packed.put_text(offsetof(PDH_COUNTER_PATH_ELEMENTS_W, szCounterName), parsed.counter);
    return packed.write(elements.data(), size);
}

Result<void> parse_instance_name(const TextIn& text, const TextOut& name, LPDWORD name_size,
    const TextOut& parent, LPDWORD parent_size, LPDWORD index) {
    if (text.is_null()) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_buffer(name.data(), name_size));
    PDH_SHIM_CHECK(check_buffer(parent.data(), parent_size));
    PDH_SHIM_TRY(const std::u16string instance, text.read());
    if (instance.size() >= longest_instance_name) {
        return Status::invalid_instance;
    }
    PDH_SHIM_TRY(const auto parsed, path::parse_instance_name(instance));
    PDH_SHIM_CHECK(write_texts(name, name_size, parsed.name, parent, parent_size, parsed.parent));
    if (index != nullptr) {
        *index = parsed.index;
    }
    return outcome::success();
}

Result<void> validate_path(const TextIn& path) {
    return validate_path_in(H_REALTIME_DATASOURCE, path);
}

Result<void> validate_path_in(PDH_HLOG data_source, const TextIn& path) {
    if (path.is_empty()) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const DataSourcePointer source, find_data_source(data_source));
    PDH_SHIM_CHECK(source->start()); // its status comes before that of the path
    PDH_SHIM_TRY(const std::u16string text, path.read());
    PDH_SHIM_TRY(const auto parsed, path::parse_counter_path(text));
    return machine::validate(*source, parsed);
}

Result<void> expand_counter_path(const TextIn& path, const TextOut& paths, LPDWORD size) {
    return expand_wildcard_path(H_REALTIME_DATASOURCE, path, paths, size, 0);
}

Result<void> expand_wildcard_path(
    const SourceArgument& data_source, const TextIn& path, const TextOut& paths, LPDWORD size, DWORD flags) {
    if (path.is_null()) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_buffer(paths.data(), size));
    PDH_SHIM_TRY(const DataSourcePointer source, open_data_source(data_source));
    PDH_SHIM_CHECK(source->start()); // its status comes before that of the path
    PDH_SHIM_TRY(const auto parsed, parse_path(path));
    const machine::ExpandOptions options{
        .counters = (flags & PDH_NOEXPANDCOUNTERS) == 0, .instances = (flags & PDH_NOEXPANDINSTANCES) == 0};
    if ((flags & PDH_REFRESHCOUNTERS) != 0) {
        library().size_query_cache.forget();
    }
    const auto make_key = [&] {
        return call_key("paths", paths.encoding(), source->number(), path::make_counter_path(parsed),
            flags & (PDH_NOEXPANDCOUNTERS | PDH_NOEXPANDINSTANCES));
    };
    const auto make_list = [&] { return machine::expand(*source, parsed, options); };
    return library().size_query_cache.write_list(paths, size, make_key, make_list, EmptyList::nothing);
}

} // namespace pdh_shim::api
