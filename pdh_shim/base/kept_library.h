// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <string>
#include <utility>

namespace pdh_shim {

/// A shared library of the system that is loaded at run time, so that programs start without it. It stays
/// loaded: threads of it may run on.
class KeptLibrary {
  public:
    /// @param file name or path, as the system's loader finds it
    /// @retval invalid_datasource it cannot be loaded
    [[nodiscard]] static Result<KeptLibrary, Failure> load(const std::string& file);

    /// Functions that the library exports, each behind its name. @retval invalid_datasource it lacks one
    template <class Function, class... Others>
    [[nodiscard]] Result<void, Failure> find(const char* name, Function& function, Others&&... others) const {
        void* const address = address_of(name);
        if (address == nullptr) {
            return Failure(Status::invalid_datasource, file_, std::string("has no function ") + name);
        }
        function = reinterpret_cast<Function>(address);
        if constexpr (sizeof...(others) > 0) {
            return find(std::forward<Others>(others)...);
        }
        return outcome::success();
    }

  private:
    KeptLibrary(void* handle, std::string file) : handle_(handle), file_(std::move(file)) {}
    [[nodiscard]] void* address_of(const char* name) const noexcept;

    void* handle_;
    std::string file_;
};

} // namespace pdh_shim
