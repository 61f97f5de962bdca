// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/shared_library.h"

#include <dlfcn.h>

namespace pdh_shim {
namespace {

// Everything is bound now: a function that is missing later would end the program.
constexpr int loading = RTLD_NOW | RTLD_LOCAL;

std::string reason_of_loader() {
    const char* const reason = dlerror();
    return reason == nullptr ? "cannot be loaded" : reason;
}

} // namespace

Result<SharedLibrary, Failure> SharedLibrary::load(const std::string& file) {
    void* const handle = dlopen(file.c_str(), loading | RTLD_NODELETE);
    if (handle == nullptr) {
        return Failure(Status::invalid_datasource, file, reason_of_loader());
    }
    return SharedLibrary(std::shared_ptr<void>(handle, [](void* /*stays*/) {}), file);
}

Result<SharedLibrary, Failure> SharedLibrary::load_until_unused(const std::string& file) {
    void* const handle = dlopen(file.c_str(), loading);
    if (handle == nullptr) {
        return Failure(Status::file_not_found, "", reason_of_loader());
    }
    return SharedLibrary(std::shared_ptr<void>(handle, dlclose), file);
}

void* SharedLibrary::address_of(const char* name) const noexcept {
    return dlsym(handle_.get(), name);
}

} // namespace pdh_shim
