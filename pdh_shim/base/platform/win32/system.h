// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/file.h"

#include <windows.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

// Owners of Windows' handles; null = none.

namespace pdh_shim::platform {

struct EndHandle {
    void operator()(HANDLE handle) const noexcept { CloseHandle(handle); }
};
struct EndSearch {
    void operator()(HANDLE search) const noexcept { FindClose(search); }
};

using Handle = std::unique_ptr<void, EndHandle>;
using Search = std::unique_ptr<void, EndSearch>;

/// Takes what a function returned that says INVALID_HANDLE_VALUE for none.
template <class Owner>
[[nodiscard]] Owner own(HANDLE handle) noexcept {
    return Owner(handle == INVALID_HANDLE_VALUE ? nullptr : handle);
}

/// UTF-8 as the 16-bit text of Windows' functions; ill-formed bytes become U+FFFD.
[[nodiscard]] std::wstring to_wide(std::string_view text);

/// The reverse; a lone surrogate becomes U+FFFD.
[[nodiscard]] std::string from_wide(std::wstring_view text);

/// A function of one of Windows' libraries, or null. If no library of that name is loaded yet, the one in
/// Windows' folder is; it then stays loaded.
[[nodiscard]] void* find_system_function(const wchar_t* library, const char* name) noexcept;

/// A function that no header declares, that only newer Windows or Wine have, or whose library takes long to
/// load and is seldom needed; a `constinit` variable. It is looked up at the first use. Threads may do so at
/// once, and hold no lock meanwhile: the loader has one of its own, under which other libraries may call this
/// one.
template <class Function>
class SystemFunction {
  public:
    constexpr SystemFunction(const wchar_t* library, const char* name) noexcept
        : library_(library), name_(name) {}

    /// Null if there is none.
    [[nodiscard]] Function get() const noexcept {
        void* found = found_.load(std::memory_order_relaxed);
        if (found == nullptr) {
            found = find_system_function(library_, name_);
            found_.store(found, std::memory_order_relaxed);
        }
        return reinterpret_cast<Function>(found);
    }

  private:
    const wchar_t* library_;
    const char* name_;
    mutable std::atomic<void*> found_{nullptr};
};

/// Converts a code of GetLastError().
[[nodiscard]] FileError file_error(DWORD code) noexcept;

/// Lets others open the same file for any access.
inline constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/// Calls `visit` with each entry of a folder except `.` and `..`. Wine reads the whole folder at once.
[[nodiscard]] FileResult<void> list_folder(
    const std::wstring& folder, const std::function<void(const WIN32_FIND_DATAW&)>& visit);

/// Null with an error of the system. It has no position: each read says its place.
[[nodiscard]] Handle open_for_reading(const wchar_t* name) noexcept;

/// The file that has_linux_files() opened, for the first that asks for it by its whole name, else null: to
/// open it again would ask Wine's server twice more.
[[nodiscard]] Handle take_linux_file(std::wstring_view name);

} // namespace pdh_shim::platform
