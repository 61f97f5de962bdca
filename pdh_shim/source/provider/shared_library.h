#pragma once

#include "base/result.h"

#include <string>

namespace pdh_shim::source::provider {

/// A library that was loaded at run time; unloaded with this.
class SharedLibrary {
  public:
    /// No library yet; to be assigned to.
    SharedLibrary() noexcept = default;
    SharedLibrary(const SharedLibrary&) = delete;
    SharedLibrary& operator=(const SharedLibrary&) = delete;
    SharedLibrary(SharedLibrary&& other) noexcept;
    SharedLibrary& operator=(SharedLibrary&& other) noexcept;
    ~SharedLibrary();

    /// @param fault set to the system's reason when it cannot be loaded
    /// @retval file_not_found
    [[nodiscard]] static Result<SharedLibrary> load(const std::string& path, std::string& fault);

    /// A function that the library exports.
    /// @param fault set to the system's reason when there is none of that name
    /// @retval function_not_found
    template <class Function>
    [[nodiscard]] Result<Function*> function(const std::string& name, std::string& fault) const {
        PDH_SHIM_TRY(void* const address, find(name, fault));
        return reinterpret_cast<Function*>(address);
    }

  private:
    explicit SharedLibrary(void* handle) noexcept : handle_(handle) {}
    [[nodiscard]] Result<void*> find(const std::string& name, std::string& fault) const;

    void* handle_ = nullptr;
};

} // namespace pdh_shim::source::provider
