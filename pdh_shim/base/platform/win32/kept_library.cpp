// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/kept_library.h"

#include <windows.h>

namespace pdh_shim {

Result<KeptLibrary, Failure> KeptLibrary::load(const std::string& file) {
    HMODULE const handle = LoadLibraryA(file.c_str());
    if (handle == nullptr) {
        return Failure(
            Status::invalid_datasource, file, "cannot be loaded: error " + std::to_string(GetLastError()));
    }
    return KeptLibrary(handle, file);
}

void* KeptLibrary::address_of(const char* name) const noexcept {
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_), name));
}

} // namespace pdh_shim
