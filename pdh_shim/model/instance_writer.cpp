// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "model/instance_writer.h"

#include "base/text.h"
#include "calc/total_name.h"

#include <algorithm>

namespace pdh_shim::model {

std::u16string kernel_instance(std::string_view name) {
    std::u16string instance;
    append_utf8_lossy(instance, name);
    std::ranges::replace_if(
        instance, [](char16_t unit) { return unit == u'#' || is_control(static_cast<char32_t>(unit)); },
        u'_');
    if (equal_folded(instance, calc::total_name)) {
        instance += u'_';
    }
    return instance;
}

std::string path_instance(std::string_view path) {
    if (path == "/") {
        return "root";
    }
    std::string name(path.starts_with('/') ? path.substr(1) : path);
    std::ranges::replace(name, '/', '_');
    return name == "root" ? "root_" : name;
}

std::string interface_instance(std::string_view name) {
    std::string instance(name);
    std::ranges::replace(instance, '(', '[');
    std::ranges::replace(instance, ')', ']');
    std::ranges::replace(instance, '#', '_');
    std::ranges::replace(instance, '/', '_');
    return instance;
}

} // namespace pdh_shim::model
