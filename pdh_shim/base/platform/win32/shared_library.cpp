// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/shared_library.h"

#include <windows.h>

namespace pdh_shim {

Result<SharedLibrary, Failure> SharedLibrary::load(const std::string& file) {
    HMODULE const handle = LoadLibraryA(file.c_str());
    if (handle == nullptr) {
        return Failure(
            Status::invalid_datasource, file, "cannot be loaded: error " + std::to_string(GetLastError()));
    }
    return SharedLibrary(std::shared_ptr<void>(handle, [](void* /*stays*/) {}), file);
}

void* SharedLibrary::address_of(const char* name) const noexcept {
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_.get()), name));
}

} // namespace pdh_shim
