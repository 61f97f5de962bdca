// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/this_computer.h"

#include "base/platform.h"
#include "base/text.h"

#include <algorithm>

namespace pdh_shim::machine {

const std::u16string& ThisComputer::name() const {
    return name_.get(find_name_);
}

const std::vector<std::u16string>& ThisComputer::full_names() const {
    return full_names_.get([this] {
        std::vector<std::u16string> names;
        for (const std::string& name : find_names_()) {
            append_utf8_lossy(names.emplace_back(), name);
        }
        return names;
    });
}

bool ThisComputer::is_here(std::u16string_view computer) {
    if (computer.empty() || computer == u"." || equal_folded(computer, u"localhost")) {
        return true;
    }
    const auto text = to_utf8(computer);
    return text && platform::is_own_address(text.value());
}

bool ThisComputer::is_called(std::u16string_view computer) const {
    if (equal_folded(computer, name())) {
        return true;
    }
    const bool may_be =
        computer.size() > name().size() && equal_folded(computer.substr(0, name().size()), name());
    if (!may_be) {
        return false; // and no file was read for it
    }
    if (computer.ends_with(u'.')) { // the root of all domains
        computer.remove_suffix(1);
    }
    return std::ranges::any_of(
        full_names(), [computer](const std::u16string& name) { return equal_folded(name, computer); });
}

bool ThisComputer::resembles(std::u16string_view computer) const {
    return equal_folded(computer.substr(0, computer.find_first_of(u".:")), name());
}

std::string ThisComputer::names() const {
    std::string names;
    append_utf16_lossy(names, name());
    for (const std::u16string& full : full_names()) {
        names += ", ";
        append_utf16_lossy(names, full);
    }
    return names;
}

} // namespace pdh_shim::machine
