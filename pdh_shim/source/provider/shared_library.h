// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <string>

namespace pdh_shim::source::provider {

/// A library that is loaded at run time, and unloaded by the destructor.
class SharedLibrary {
  public:
    /// No library yet; to be assigned to.
    SharedLibrary() noexcept = default;
    SharedLibrary(const SharedLibrary&) = delete;
    SharedLibrary& operator=(const SharedLibrary&) = delete;
    SharedLibrary(SharedLibrary&& other) noexcept;
    SharedLibrary& operator=(SharedLibrary&& other) noexcept;
    ~SharedLibrary();

    /// @retval file_not_found with the system's reason
    [[nodiscard]] static Result<SharedLibrary, Failure> load(const std::string& path);

    /// A function that the library exports.
    /// @retval function_not_found with the system's reason
    template <class Function>
    [[nodiscard]] Result<Function*, Failure> function(const std::string& name) const {
        PDH_SHIM_TRY(void* const address, find(name));
        return reinterpret_cast<Function*>(address);
    }

  private:
    explicit SharedLibrary(void* handle) noexcept : handle_(handle) {}
    [[nodiscard]] Result<void*, Failure> find(const std::string& name) const;

    void* handle_ = nullptr;
};

} // namespace pdh_shim::source::provider
