// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/data_file.h"

#include "base/platform/win32/system.h"

#include <windows.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace pdh_shim {
namespace {

using platform::Handle;

Failure open_failure(DWORD error) {
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
        return file_failure::not_found();
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
        return file_failure::denied();
    default:
        return file_failure::unreadable(error);
    }
}

Failure read_failure(DWORD error) {
    return error == ERROR_INVALID_HANDLE ? file_failure::gone() : file_failure::unreadable(error);
}

Failure create_failure(DWORD error, Creation creation) {
    switch (error) {
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return file_failure::exists();
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
        return file_failure::without_folder();
    case ERROR_ACCESS_DENIED:
    case ERROR_WRITE_PROTECT:
        return file_failure::write_denied();
    case ERROR_SHARING_VIOLATION:
        return file_failure::in_use(creation);
    case ERROR_DISK_FULL:
        return file_failure::no_space();
    default:
        return file_failure::unwritable(error);
    }
}

Failure write_failure(DWORD error) {
    const bool is_full =
        error == ERROR_DISK_FULL || error == ERROR_HANDLE_DISK_FULL || error == ERROR_FILE_TOO_LARGE;
    return is_full ? file_failure::no_space() : file_failure::unwritable(error);
}

OVERLAPPED place_of(std::uint64_t offset) noexcept {
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32U);
    return place;
}

/// As much as one call can take.
DWORD part_of(std::size_t bytes) noexcept {
    return static_cast<DWORD>(std::min<std::size_t>(bytes, std::size_t{1} << 30U));
}

bool is_regular(HANDLE file) noexcept {
    BY_HANDLE_FILE_INFORMATION found{};
    return GetFileType(file) == FILE_TYPE_DISK && GetFileInformationByHandle(file, &found) != 0 &&
           (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
}

class WindowsDataFile final : public DataFile {
  public:
    explicit WindowsDataFile(Handle file) noexcept : file_(std::move(file)) {}

    Result<std::uint64_t, Failure> size() override {
        LARGE_INTEGER size{};
        if (GetFileSizeEx(file_.get(), &size) == 0) {
            return read_failure(GetLastError());
        }
        return static_cast<std::uint64_t>(size.QuadPart);
    }

    Result<std::size_t, Failure> read(std::uint64_t offset, std::span<std::byte> bytes) override {
        std::size_t done = 0;
        while (done < bytes.size()) {
            OVERLAPPED place = place_of(offset + done);
            DWORD count = 0;
            if (ReadFile(file_.get(), bytes.data() + done, part_of(bytes.size() - done), &count, &place) ==
                    0 &&
                GetLastError() != ERROR_HANDLE_EOF) {
                return read_failure(GetLastError());
            }
            if (count == 0) {
                break;
            }
            done += count;
        }
        return done;
    }

  private:
    Handle file_;
};

class WindowsWritableFile final : public WritableFile {
  public:
    explicit WindowsWritableFile(Handle file) noexcept : file_(std::move(file)) {}

    Result<std::uint64_t, Failure> size() override {
        LARGE_INTEGER size{};
        if (GetFileSizeEx(file_.get(), &size) == 0) {
            return write_failure(GetLastError());
        }
        return static_cast<std::uint64_t>(size.QuadPart);
    }

    Result<void, Failure> write(std::uint64_t offset, std::span<const std::byte> bytes) override {
        std::size_t done = 0;
        while (done < bytes.size()) {
            OVERLAPPED place = place_of(offset + done);
            DWORD count = 0;
            if (WriteFile(file_.get(), bytes.data() + done, part_of(bytes.size() - done), &count, &place) ==
                0) {
                return write_failure(GetLastError());
            }
            done += count;
        }
        return outcome::success();
    }

    Result<void, Failure> append(std::span<const std::byte> bytes) override {
        PDH_SHIM_TRY(const std::uint64_t end, size());
        return write(end, bytes);
    }

    Result<void, Failure> sync() override {
        if (FlushFileBuffers(file_.get()) == 0) {
            return write_failure(GetLastError());
        }
        return outcome::success();
    }

    Result<void, Failure> cut(std::uint64_t size) override {
        LARGE_INTEGER place{};
        place.QuadPart = static_cast<LONGLONG>(size);
        if (SetFilePointerEx(file_.get(), place, nullptr, FILE_BEGIN) == 0 ||
            SetEndOfFile(file_.get()) == 0) {
            return write_failure(GetLastError());
        }
        return outcome::success();
    }

  private:
    Handle file_;
};

} // namespace

Result<std::unique_ptr<DataFile>, Failure> open_data_file(const std::string& name) {
    auto file = platform::own<Handle>(CreateFileW(platform::to_wide(name).c_str(), GENERIC_READ,
        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
        FILE_FLAG_BACKUP_SEMANTICS, nullptr));
    if (file == nullptr) {
        return open_failure(GetLastError());
    }
    if (!is_regular(file.get())) {
        return file_failure::not_regular();
    }
    return std::make_unique<WindowsDataFile>(std::move(file));
}

// Others may read a log while it is written, and nobody else can open it to write. FILE_FLAG_BACKUP_SEMANTICS
// opens a folder too, which is then refused as what it is.
Result<std::unique_ptr<WritableFile>, Failure> open_writable_file(
    const std::string& name, Creation creation, Writing /*writing*/) {
    const DWORD disposition = creation == Creation::create_new ? CREATE_NEW : OPEN_ALWAYS;
    auto file = platform::own<Handle>(
        CreateFileW(platform::to_wide(name).c_str(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ, nullptr,
            disposition, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS, nullptr));
    if (file == nullptr) {
        return create_failure(GetLastError(), creation);
    }
    if (!is_regular(file.get())) {
        return file_failure::not_writable_kind();
    }
    auto opened = std::make_unique<WindowsWritableFile>(std::move(file));
    if (creation == Creation::create_always) {
        PDH_SHIM_CHECK(opened->cut(0));
    }
    return opened;
}

} // namespace pdh_shim
