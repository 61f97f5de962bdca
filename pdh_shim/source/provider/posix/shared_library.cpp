// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/provider/shared_library.h"

#include <dlfcn.h>
#include <utility>

namespace pdh_shim::source::provider {
namespace {

Failure last_failure(Status status) {
    const char* const reason = dlerror();
    return {status, "", reason == nullptr ? "unknown reason" : reason};
}

} // namespace

SharedLibrary::SharedLibrary(SharedLibrary&& other) noexcept
    : handle_(std::exchange(other.handle_, nullptr)) {}

SharedLibrary& SharedLibrary::operator=(SharedLibrary&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
}

SharedLibrary::~SharedLibrary() {
    if (handle_ != nullptr) {
        dlclose(handle_);
    }
}

Result<SharedLibrary, Failure> SharedLibrary::load(const std::string& path) {
    // Everything is bound now: a function that is missing later would end the program.
    void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        return last_failure(Status::file_not_found);
    }
    return SharedLibrary(handle);
}

Result<void*, Failure> SharedLibrary::find(const std::string& name) const {
    void* const address = dlsym(handle_, name.c_str());
    if (address == nullptr) {
        return last_failure(Status::function_not_found);
    }
    return address;
}

} // namespace pdh_shim::source::provider
