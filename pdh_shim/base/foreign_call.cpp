// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/foreign_call.h"

namespace pdh_shim {

std::string exception_text() {
    constexpr std::size_t longest = 1000;
    try {
        throw;
    } catch (const std::exception& thrown) {
        const char* const what = thrown.what();
        return std::string(what == nullptr ? "" : what).substr(0, longest);
    } catch (...) {
        return "it is not a std::exception";
    }
}

Failure thrown_by(std::string_view function) {
    return {Status::invalid_data, "", std::string(function) + " threw an exception: " + exception_text()};
}

} // namespace pdh_shim
