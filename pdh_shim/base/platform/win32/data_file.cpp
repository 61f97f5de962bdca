// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/data_file.h"

#include "base/platform/win32/handle.h"
#include "base/platform/win32/wide.h"

#include <windows.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace pdh_shim {
namespace {

using platform::Handle;

FileError read_error(DWORD error) noexcept {
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_HANDLE:
        return FileError::not_found;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
        return FileError::denied;
    default:
        return FileError::failed;
    }
}

WriteError write_error(DWORD error) noexcept {
    switch (error) {
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return WriteError::exists;
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_HANDLE:
        return WriteError::not_found;
    case ERROR_ACCESS_DENIED:
    case ERROR_WRITE_PROTECT:
        return WriteError::denied;
    case ERROR_SHARING_VIOLATION:
        return WriteError::in_use;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
    case ERROR_FILE_TOO_LARGE:
        return WriteError::no_space;
    default:
        return WriteError::failed;
    }
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

    FileResult<std::uint64_t> size() override {
        LARGE_INTEGER size{};
        if (GetFileSizeEx(file_.get(), &size) == 0) {
            return read_error(GetLastError());
        }
        return static_cast<std::uint64_t>(size.QuadPart);
    }

    FileResult<std::size_t> read(std::uint64_t offset, std::span<std::byte> bytes) override {
        std::size_t done = 0;
        while (done < bytes.size()) {
            OVERLAPPED place = place_of(offset + done);
            DWORD count = 0;
            if (ReadFile(file_.get(), bytes.data() + done, part_of(bytes.size() - done), &count, &place) ==
                    0 &&
                GetLastError() != ERROR_HANDLE_EOF) {
                return read_error(GetLastError());
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

    WriteResult<std::uint64_t> size() override {
        LARGE_INTEGER size{};
        if (GetFileSizeEx(file_.get(), &size) == 0) {
            return write_error(GetLastError());
        }
        return static_cast<std::uint64_t>(size.QuadPart);
    }

    WriteResult<void> write(std::uint64_t offset, std::span<const std::byte> bytes) override {
        std::size_t done = 0;
        while (done < bytes.size()) {
            OVERLAPPED place = place_of(offset + done);
            DWORD count = 0;
            if (WriteFile(file_.get(), bytes.data() + done, part_of(bytes.size() - done), &count, &place) ==
                0) {
                return write_error(GetLastError());
            }
            done += count;
        }
        return outcome::success();
    }

    WriteResult<void> append(std::span<const std::byte> bytes) override {
        const auto end = size();
        return end ? write(end.value(), bytes) : WriteResult<void>(end.error());
    }

    WriteResult<void> sync() override {
        if (FlushFileBuffers(file_.get()) == 0) {
            return write_error(GetLastError());
        }
        return outcome::success();
    }

    WriteResult<void> cut(std::uint64_t size) override {
        LARGE_INTEGER place{};
        place.QuadPart = static_cast<LONGLONG>(size);
        if (SetFilePointerEx(file_.get(), place, nullptr, FILE_BEGIN) == 0 ||
            SetEndOfFile(file_.get()) == 0) {
            return write_error(GetLastError());
        }
        return outcome::success();
    }

  private:
    Handle file_;
};

} // namespace

FileResult<std::unique_ptr<DataFile>> open_data_file(const std::string& name) {
    auto file = platform::own<Handle>(CreateFileW(platform::to_wide(name).c_str(), GENERIC_READ,
        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
        FILE_FLAG_BACKUP_SEMANTICS, nullptr));
    if (file == nullptr) {
        return read_error(GetLastError());
    }
    if (!is_regular(file.get())) {
        return FileError::not_regular;
    }
    return std::make_unique<WindowsDataFile>(std::move(file));
}

// Others may read a log while it is written, and nobody else can open it to write. FILE_FLAG_BACKUP_SEMANTICS
// opens a folder too, which is then refused as what it is.
WriteResult<std::unique_ptr<WritableFile>> open_writable_file(
    const std::string& name, Creation creation, Writing /*writing*/) {
    const DWORD disposition = creation == Creation::create_new ? CREATE_NEW : OPEN_ALWAYS;
    auto file = platform::own<Handle>(
        CreateFileW(platform::to_wide(name).c_str(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ, nullptr,
            disposition, FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS, nullptr));
    if (file == nullptr) {
        return write_error(GetLastError());
    }
    if (!is_regular(file.get())) {
        return WriteError::not_regular;
    }
    auto opened = std::make_unique<WindowsWritableFile>(std::move(file));
    if (creation == Creation::create_always) {
        if (auto emptied = opened->cut(0); !emptied) {
            return emptied.error();
        }
    }
    return opened;
}

} // namespace pdh_shim
