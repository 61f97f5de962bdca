// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "path/counter_path.h"

#include "base/text.h"

namespace pdh_shim::path {
namespace {

constexpr std::size_t npos = std::u16string_view::npos;
constexpr std::u16string_view end_of_instance = u")\\"; // and where the counter begins

/// Value of the text after a `#`: digits below any_index, or `*`.
std::optional<std::uint32_t> parse_index(std::u16string_view text) noexcept {
    if (text == u"*") {
        return any_index;
    }
    const auto value = parse_decimal(text);
    return value != any_index ? value : std::nullopt;
}

/// Removes the `#n` from the end of an instance name. `#0` means nothing, so a `#n` before it may be the
/// index; so a path has the same meaning when it is written without its `#0`.
std::uint32_t take_index(std::u16string_view& text) noexcept {
    std::uint32_t index = 0;
    while (index == 0) {
        const std::size_t sign = text.rfind(u'#');
        const auto value = sign == npos ? std::nullopt : parse_index(text.substr(sign + 1));
        if (sign == 0 || !value) {
            break;
        }
        index = *value;
        text = text.substr(0, sign);
    }
    return index;
}

/// Removes the parent from the front. A slash with no text before or after it belongs to the name
/// (`/home`).
std::u16string_view take_parent(std::u16string_view& text) noexcept {
    const std::size_t slash = text.find(u'/');
    if (slash == npos || slash == 0 || slash + 1 == text.size()) {
        return {};
    }
    const std::u16string_view parent = text.substr(0, slash);
    text.remove_prefix(slash + 1);
    return parent;
}

void append_instance_name(std::u16string& text, const InstanceName& instance) {
    if (!instance.parent.empty()) {
        text += instance.parent;
        text += u'/';
    }
    text += instance.name;
    if (instance.index == any_index) {
        text += u"#*";
    } else if (instance.index != 0) {
        text += u'#';
        append_decimal(text, instance.index);
    }
}

/// Removes `\\machine` from the front and returns the name, with the first of two backslashes behind it; none
/// without a machine or a text after it.
std::optional<std::u16string_view> take_machine(std::u16string_view& text) noexcept {
    std::size_t end = text.find(u'\\', 2);
    if (end == 2 || end == npos) {
        return std::nullopt;
    }
    end += text.substr(end).starts_with(u"\\\\") ? 1 : 0;
    const std::u16string_view machine = text.substr(2, end - 2);
    text.remove_prefix(end);
    return machine;
}

/// Removes `(instance)` from the front of the text that starts with its bracket, and returns its content;
/// none if no counter follows the brackets.
std::optional<std::u16string_view> take_instance(std::u16string_view& text) noexcept {
    const std::size_t end = text.rfind(end_of_instance);
    if (end == npos) {
        return std::nullopt;
    }
    const std::u16string_view instance = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    return instance;
}

/// Parses `\object(instance)\counter`.
Result<CounterPath> parse_local_path(std::u16string_view text) {
    text.remove_prefix(1);
    const std::size_t object_end = text.find_first_of(u"(\\");
    if (object_end == 0 || object_end == npos) {
        return Status::cstatus_bad_countername;
    }
    CounterPath path;
    path.object = text.substr(0, object_end);
    text.remove_prefix(object_end);
    if (text.front() == u'(') {
        const auto inside = take_instance(text);
        if (!inside || inside->empty()) {
            return Status::cstatus_bad_countername;
        }
        PDH_SHIM_TRY(path.instance, parse_instance_name(*inside));
    }
    path.counter = text.substr(1);
    if (path.counter.empty()) {
        return Status::cstatus_no_countername;
    }
    return path;
}

} // namespace

Result<CounterPath> parse_counter_path(std::u16string_view text) {
    if (text.empty()) {
        return Status::cstatus_no_countername;
    }
    if (text.size() >= max_counter_path || text.front() != u'\\') {
        return Status::cstatus_bad_countername;
    }
    std::u16string_view machine;
    if (text.starts_with(u"\\\\")) {
        const auto name = take_machine(text);
        if (!name) {
            return Status::cstatus_bad_countername;
        }
        machine = *name;
    }
    PDH_SHIM_TRY(auto path, parse_local_path(text));
    path.machine = machine;
    return path;
}

Result<InstanceName> parse_instance_name(std::u16string_view text) {
    if (text.empty()) {
        return Status::invalid_instance;
    }
    InstanceName instance;
    instance.index = take_index(text);
    instance.parent = take_parent(text);
    instance.name = text;
    return instance;
}

std::u16string make_counter_path(const CounterPath& path) {
    std::u16string text;
    if (const std::size_t name = path.machine.find_first_not_of(u'\\'); name != npos) {
        text += u"\\\\";
        text.append(path.machine, name);
    }
    text += u'\\';
    text += path.object;
    if (path.instance) {
        text += u'(';
        append_instance_name(text, *path.instance);
        text += u')';
    }
    text += u'\\';
    text += path.counter;
    return text;
}

bool can_be_taken_apart(std::u16string_view text, const CounterPath& parts) noexcept {
    return text.size() < max_counter_path &&
           (!parts.instance || parts.counter.find(end_of_instance) == std::u16string::npos);
}

std::u16string make_instance_name(const InstanceName& instance) {
    std::u16string text;
    append_instance_name(text, instance);
    return text;
}

} // namespace pdh_shim::path
