// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/kept_library.h"

#include <dlfcn.h>

namespace pdh_shim {

Result<KeptLibrary, Failure> KeptLibrary::load(const std::string& file) {
    void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr) {
        const char* const reason = dlerror();
        return Failure(Status::invalid_datasource, file, reason == nullptr ? "cannot be loaded" : reason);
    }
    return KeptLibrary(handle, file);
}

void* KeptLibrary::address_of(const char* name) const noexcept {
    return dlsym(handle_, name);
}

} // namespace pdh_shim
