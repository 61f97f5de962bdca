// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"
#include "api/functions.h"
#include "api/library_state.h"
#include "api/output.h"

#include <string>

namespace pdh_shim::api {
namespace {

Result<std::u16string> find_help(const TextIn& machine, const TextIn& object, const TextIn& counter) {
    PDH_SHIM_TRY(const auto found, find_machine(*live_data_source(), machine));
    PDH_SHIM_TRY(const std::u16string object_name, object.read());
    const auto reference = found->find_object(object_name);
    if (!reference) {
        return Status::cstatus_no_object;
    }
    if (counter.is_null()) {
        return found->object_help(*reference);
    }
    PDH_SHIM_TRY(const std::u16string counter_name, counter.read());
    const auto column = found->find_counter(*reference, counter_name);
    if (!column) {
        return Status::cstatus_no_counter;
    }
    return found->counter_help(*reference, *column);
}

} // namespace

Result<void> lookup_name_by_index(const TextIn& machine, DWORD index, const TextOut& name, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(name.data(), size));
    PDH_SHIM_TRY(const auto found, find_machine(*live_data_source(), machine));
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
    PDH_SHIM_TRY(const auto found, find_machine(*live_data_source(), machine));
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
