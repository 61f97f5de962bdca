// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/own_file.h"

namespace pdh_shim {

std::vector<std::string> companion_paths(
    std::string_view name, std::initializer_list<std::string_view> folders) {
    const std::string own = own_file();
    const std::string own_folder = own.substr(0, own.rfind('/') + 1);
    std::vector<std::string> paths;
    const auto add = [&](std::string path) { paths.push_back(path.append(name)); };
    if (!own_folder.empty()) {
        add(own_folder);
    }
    for (const std::string_view folder : folders) {
        if (folder.starts_with('/')) {
            add(std::string(folder) + '/');
        } else if (!own_folder.empty()) {
            add(own_folder + std::string(folder) + '/');
        }
    }
    return paths;
}

} // namespace pdh_shim
