// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/registrations.h"

#include "base/platform.h"

#include <algorithm>
#include <string_view>

namespace pdh_shim::source::provider {
namespace {

// The base directory specification has relative paths ignored.
bool is_absolute(const std::optional<std::string>& path) {
    return path.has_value() && path->starts_with('/');
}

} // namespace

std::optional<std::string> registrations_folder() {
    constexpr std::string_view folder = "/pdh-shim/providers";
    if (const auto data = platform::environment("XDG_DATA_HOME"); is_absolute(data)) {
        return *data + std::string(folder);
    }
    if (const auto home = platform::environment("HOME"); is_absolute(home)) {
        return *home + "/.local/share" + std::string(folder);
    }
    return std::nullopt;
}

std::string system_registrations_folder() {
    const auto chosen = platform::environment("PDH_SHIM_REGISTRATIONS");
    return is_absolute(chosen) ? *chosen : "/var/lib/pdh-shim/providers";
}

std::vector<std::string> registered_files(FileSystem& files, const std::string& folder) {
    std::vector<std::string> paths;
    const auto listed = files.list(folder, [&](std::string_view name) {
        if (name.ends_with(".ini") && !name.starts_with('.')) {
            paths.push_back(folder + "/" + std::string(name));
        }
    });
    if (!listed) {
        paths.clear();
    }
    std::ranges::sort(paths);
    return paths;
}

} // namespace pdh_shim::source::provider
