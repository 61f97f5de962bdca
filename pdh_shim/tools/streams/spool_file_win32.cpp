// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/streams/spool_file.h"
#include "tools/terminal/program_end.h"

#include <windows.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

namespace pdh_shim::tools::streams {

namespace {

[[noreturn]] void fail_spool() {
    throw terminal::ProgramError("A temporary file cannot be used: " +
                                 std::system_category().message(static_cast<int>(GetLastError())) + '.');
}

std::string spool_name() {
    std::array<char, MAX_PATH> folder = {};
    std::array<char, MAX_PATH> name = {};
    if (GetTempPathA(MAX_PATH, folder.data()) == 0 ||
        GetTempFileNameA(folder.data(), "pdh", 0, name.data()) == 0) {
        fail_spool();
    }
    return name.data();
}

// The file, open for one step: the library writes a log only if nobody else has it open to write.
class OpenSpool {
  public:
    OpenSpool(const std::string& path, DWORD access)
        : handle_(CreateFileA(path.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
              nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_TEMPORARY, nullptr)) {
        if (handle_ == INVALID_HANDLE_VALUE) {
            fail_spool();
        }
    }
    ~OpenSpool() { CloseHandle(handle_); }
    OpenSpool(const OpenSpool&) = delete;
    OpenSpool& operator=(const OpenSpool&) = delete;

    [[nodiscard]] HANDLE get() const { return handle_; }

  private:
    HANDLE handle_;
};

} // namespace

std::uint64_t free_for_spools() {
    std::error_code unknown;
    const auto folder = std::filesystem::temp_directory_path(unknown);
    return std::filesystem::space(folder, unknown).available;
}

SpoolFile::SpoolFile(std::uint64_t free) : path_(spool_name()), room_(free / 2) {}

SpoolFile::~SpoolFile() {
    DeleteFileA(path_.c_str());
}

std::uint64_t SpoolFile::size() const {
    const OpenSpool file(path_, GENERIC_READ);
    LARGE_INTEGER size = {};
    if (GetFileSizeEx(file.get(), &size) == 0) {
        fail_spool();
    }
    return static_cast<std::uint64_t>(size.QuadPart);
}

void SpoolFile::append(std::string_view bytes) {
    appended_ += bytes.size();
    check_size(appended_);
    const OpenSpool file(path_, FILE_APPEND_DATA);
    constexpr std::size_t most_at_once = std::size_t{1} << 30U;
    while (!bytes.empty()) {
        DWORD written = 0;
        const auto size = static_cast<DWORD>(std::min(bytes.size(), most_at_once));
        if (WriteFile(file.get(), bytes.data(), size, &written, nullptr) == 0) {
            fail_spool();
        }
        bytes.remove_prefix(written);
    }
}

void SpoolFile::forget(std::uint64_t /*end*/) {}

std::size_t SpoolFile::read(std::uint64_t place, std::span<char> bytes) const {
    const OpenSpool file(path_, GENERIC_READ);
    OVERLAPPED at = {};
    at.Offset = static_cast<DWORD>(place);
    at.OffsetHigh = static_cast<DWORD>(place >> 32U);
    DWORD count = 0;
    if (ReadFile(file.get(), bytes.data(), static_cast<DWORD>(bytes.size()), &count, &at) == 0 &&
        GetLastError() != ERROR_HANDLE_EOF) {
        fail_spool();
    }
    return count;
}

} // namespace pdh_shim::tools::streams
