// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"
#include "api/functions.h"
#include "api/library_state.h"
#include "api/output.h"
#include "api/values.h"
#include "path/counter_path.h"
#include "query/plan.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace pdh_shim::api {
namespace {

Result<void*> add_to_query(
    query::Query& query, const TextIn& path, DWORD_PTR user_data, machine::NameLanguage which) {
    PDH_SHIM_TRY(const std::u16string text, path.read());
    PDH_SHIM_TRY(const auto parsed, path::parse_counter_path(text));
    PDH_SHIM_TRY(const auto counter, query.make_counter(parsed, user_data, which));
    return insert_counter(query, counter);
}

PDH_COUNTER_INFO_W fixed_info(query::Counter& counter) {
    PDH_COUNTER_INFO_W info{};
    info.dwType = counter.definition().type;
    info.CStatus = static_cast<DWORD>(counter.cstatus());
    info.lScale = counter.scale();
    info.lDefaultScale = counter.definition().default_scale;
    info.dwUserData = counter.user_data();
    info.dwQueryUserData = counter.query_user_data();
    const path::CounterPath path = counter.path();
    info.dwInstanceIndex = path.instance ? path.instance->index : 0;
    return info;
}

void put_path(PackedBuffer& packed, const query::Counter& counter) {
    const path::CounterPath path = counter.path();
    packed.put_text(offsetof(PDH_COUNTER_INFO_W, szFullPath), path::make_counter_path(path));
    if (counter.names_machine()) {
        packed.put_text(offsetof(PDH_COUNTER_INFO_W, szMachineName), u"\\\\" + path.machine);
    }
    packed.put_text(offsetof(PDH_COUNTER_INFO_W, szObjectName), path.object);
    if (path.instance) {
        packed.put_text(offsetof(PDH_COUNTER_INFO_W, szInstanceName), path.instance->name);
    }
    if (path.instance && !path.instance->parent.empty()) {
        packed.put_text(offsetof(PDH_COUNTER_INFO_W, szParentInstance), path.instance->parent);
    }
    packed.put_text(offsetof(PDH_COUNTER_INFO_W, szCounterName), path.counter);
}

Result<void> add_named(PDH_HQUERY query, const TextIn& path, DWORD_PTR user_data, PDH_HCOUNTER* counter,
    machine::NameLanguage which) {
    if (counter == nullptr) {
        return Status::invalid_argument;
    }
    *counter = nullptr;
    if (path.is_null()) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const auto found, find<query::Query>(query));
    PDH_SHIM_TRY(*counter, add_to_query(*found, path, user_data, which));
    return outcome::success();
}

// The result of looking at a handle: a raw sample, or the entry of a counter to read it from, or nothing.
struct RawLook {
    bool live = false;
    std::uint32_t type = 0;
    std::shared_ptr<void> changed;
    query::Counter::LastRaw last;
};

// A sample that was read already takes neither a share of its counter nor the counter's lock.
void look_at_raw(const std::shared_ptr<void>* object, RawLook& look) {
    if (object == nullptr) {
        return;
    }
    const query::Counter& counter = *static_cast<const query::Counter*>(object->get());
    look.live = true;
    look.type = counter.definition().type;
    if (!counter.read_raw(look.last)) {
        look.changed = *object;
    }
}

} // namespace

Result<void> add_counter(PDH_HQUERY query, const TextIn& path, DWORD_PTR user_data, PDH_HCOUNTER* counter) {
    return add_named(query, path, user_data, counter, machine::NameLanguage::any);
}

Result<void> add_english_counter(
    PDH_HQUERY query, const TextIn& path, DWORD_PTR user_data, PDH_HCOUNTER* counter) {
    const auto added = add_named(query, path, user_data, counter, machine::NameLanguage::english);
    // Seen on Windows: this is a bad argument of this function alone.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-cstyle-cast): of INVALID_HANDLE_VALUE
    const bool is_argument = query == INVALID_HANDLE_VALUE && added.has_error();
    return is_argument && added.error() == Status::invalid_handle ? Status::invalid_argument : added;
}

Result<void> remove_counter(PDH_HCOUNTER counter) {
    PDH_SHIM_TRY(const auto removed, close_handle<query::Counter>(counter));
    removed->leave_query(); // also if a thread still reads it
    return outcome::success();
}

Result<void> get_counter_info(PDH_HCOUNTER counter, BOOLEAN explain, LPDWORD size,
    const Structure<PDH_COUNTER_INFO_A, PDH_COUNTER_INFO_W>& info) {
    PDH_SHIM_CHECK(check_buffer(info.data(), size));
    PDH_SHIM_TRY(const auto found, find<query::Counter>(counter));
    PDH_COUNTER_INFO_W fixed = fixed_info(*found);
    PackedBuffer packed(info.encoding(), sizeof fixed);
    // Programs ask with just the structure for the numbers in it, and Windows lets them.
    const bool only_numbers = *size == sizeof fixed && explain == FALSE;
    if (!only_numbers) {
        put_path(packed, *found);
    }
    const bool is_of_log = as_log(found->column().context.plan->data_source()) != nullptr;
    if (explain != FALSE && !is_of_log) { // documented: none from a log
        packed.put_text(offsetof(PDH_COUNTER_INFO_W, szExplainText), found->column().found.help());
    }
    fixed.dwLength = static_cast<DWORD>(packed.size());
    packed.put(0, fixed);
    return packed.write(info.data(), size);
}

Result<void> get_counter_time_base(PDH_HCOUNTER counter, LONGLONG* time_base) {
    if (time_base == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const auto found, find<query::Counter>(counter));
    const auto ticks = found->reported_time_base();
    if (!ticks) {
        return Status::invalid_argument;
    }
    *time_base = *ticks;
    return outcome::success();
}

Result<void> set_counter_scale_factor(PDH_HCOUNTER counter, LONG factor) {
    PDH_SHIM_TRY(const auto found, find<query::Counter>(counter));
    if (factor < PDH_MIN_SCALE || factor > PDH_MAX_SCALE) {
        return Status::invalid_argument;
    }
    library().size_query_cache.forget();
    found->set_scale(factor);
    return outcome::success();
}

Status get_raw_counter_value(PDH_HCOUNTER counter, LPDWORD type, PPDH_RAW_COUNTER value) {
    if (value == nullptr) {
        return Status::invalid_argument;
    }
    // The caller's memory is written after the lock: a program may continue after a fault.
    RawLook look;
    handles().look_at(HandleKind::counter, counter,
        [&](const std::shared_ptr<void>* object) { look_at_raw(object, look); });
    if (!look.live) {
        return Status::invalid_handle;
    }
    if (look.changed != nullptr) {
        set_raw(*value, static_cast<query::Counter*>(look.changed.get())->raw());
    } else {
        set_raw(*value, look.last.raw);
    }
    if (type != nullptr) {
        *type = look.type;
    }
    return Status::success;
}

Result<void> get_raw_counter_array(PDH_HCOUNTER counter, LPDWORD size, LPDWORD count,
    const Structure<PDH_RAW_COUNTER_ITEM_A, PDH_RAW_COUNTER_ITEM_W>& items) {
    if (count == nullptr) {
        return Status::invalid_argument;
    }
    PDH_SHIM_CHECK(check_buffer(items.data(), size));
    PDH_SHIM_TRY(const auto found, find<query::Counter>(counter));
    const auto make_key = [&] { return call_key("raw array", items.encoding(), counter); };
    PDH_SHIM_TRY(const PackedBuffer answer,
        library().size_query_cache.answer(*size, make_key, [&]() -> Result<PackedBuffer> {
            PDH_SHIM_TRY(const auto values, found->raw_items());
            return make_item_array<PDH_RAW_COUNTER_ITEM_W>(
                items.encoding(), values, [](PDH_RAW_COUNTER_ITEM_W& item, const query::RawValue& value) {
                    item.RawValue = to_raw_counter(value);
                });
        }));
    return write_items(answer, items.data(), size, count);
}

} // namespace pdh_shim::api
