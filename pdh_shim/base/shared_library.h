// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <memory>
#include <string>
#include <utility>

namespace pdh_shim {

/// A shared library that is loaded at run time, so that programs start without it.
class SharedLibrary {
  public:
    /// Loads one that stays loaded: threads of it may run on.
    /// @param file name or path, as the system's loader finds it
    /// @retval invalid_datasource it cannot be loaded
    [[nodiscard]] static Result<SharedLibrary, Failure> load(const std::string& file);

    /// Loads one that is unloaded when the last copy of this object ends. Not on Windows.
    /// @retval file_not_found with the system's reason
    [[nodiscard]] static Result<SharedLibrary, Failure> load_until_unused(const std::string& file);

    /// No library yet; to be assigned to.
    SharedLibrary() noexcept = default;

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
    SharedLibrary(std::shared_ptr<void> handle, std::string file)
        : handle_(std::move(handle)), file_(std::move(file)) {}
    [[nodiscard]] void* address_of(const char* name) const noexcept;

    std::shared_ptr<void> handle_;
    std::string file_;
};

} // namespace pdh_shim
