// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"

#include "base/descriptor_share.h"
#include "base/platform/kernel_file.h"
#include "base/platform/win32/system.h"

#include <windows.h>

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

// Names that begin with a slash are those of the Linux system that Wine runs on: Wine shows it under
// \\?\unix, names exactly as they are. Others, as a program gives them, are Windows' own.

namespace pdh_shim {
namespace {

constexpr std::size_t first_buffer_size = 4096;
// Files that are kept open. They are handles, of which a Windows program has plenty, but Wine has a
// descriptor for each, in the program and in its server. A program may keep a quarter of what every Linux
// system grants, or a sixteenth of the server's limit if that is more: all programs share the server.
constexpr std::size_t share_of_limit = 16;
constexpr std::size_t least_files_kept = 1024 / 4;
constexpr std::size_t most_files_kept = 4096;

using platform::file_error;
using platform::Handle;
using platform::is_one_record;

struct ReadResult {
    LONG status;
    ULONG_PTR bytes;
};
using ReadAt = LONG(NTAPI*)(HANDLE file, HANDLE event, void* routine, void* context, ReadResult* result,
    void* buffer, ULONG size, const LARGE_INTEGER* place, ULONG* key);
constinit const platform::SystemFunction<ReadAt> read_at{L"ntdll.dll", "NtReadFile"};
using ErrorOf = ULONG(NTAPI*)(LONG status);
constinit const platform::SystemFunction<ErrorOf> error_of{L"ntdll.dll", "RtlNtStatusToDosError"};

/// By the function below ReadFile. Of a file that has no position Wine reads once, and it asks its server for
/// nothing (1.4 us in place of 2.2 for the line of a process); ReadFile with a place does.
FileResult<std::size_t> read_part(HANDLE file, std::span<char> room, std::size_t place) {
    constexpr auto end_of_file = static_cast<LONG>(0xC0000011);
    constexpr LONG pending = 0x103;
    const ReadAt read = read_at.get();
    if (read == nullptr) {
        return FileError::failed;
    }
    const LARGE_INTEGER start{.QuadPart = static_cast<LONGLONG>(place)};
    ReadResult result{.status = pending, .bytes = 0};
    LONG status = read(file, nullptr, nullptr, nullptr, &result, room.data(), static_cast<ULONG>(room.size()),
        &start, nullptr);
    if (status == pending) {
        if (result.status == pending) { // Wine has read by now, and to wait is to ask its server
            WaitForSingleObject(file, INFINITE);
        }
        status = result.status;
    }
    if (status == end_of_file) {
        return std::size_t{0};
    }
    if (status < 0) {
        const ErrorOf error = error_of.get();
        return error == nullptr ? FileError::failed : file_error(error(status));
    }
    return static_cast<std::size_t>(result.bytes);
}

FileResult<std::string_view> read_all(HANDLE file, bool one_record, FileBuffer& buffer) {
    if (buffer.empty()) {
        buffer.resize(first_buffer_size);
    }
    std::size_t size = 0;
    for (;;) {
        const std::size_t room = buffer.size() - size;
        const auto got = read_part(file, std::span(buffer).subspan(size), size);
        if (!got) {
            return got.error();
        }
        size += got.value();
        if (got.value() == 0 || (one_record && got.value() < room)) {
            return std::string_view(buffer.data(), size);
        }
        if (size == buffer.size()) {
            if (size >= longest_file) {
                return FileError::failed;
            }
            buffer.resize(size * 2);
        }
    }
}

class Win32File final : public OpenFile {
  public:
    Win32File(Handle handle, bool one_record) noexcept
        : handle_(std::move(handle)), one_record_(one_record), share_(DescriptorShare::acquire_unchecked()) {}

    FileResult<std::string_view> read(FileBuffer& buffer) override {
        return read_all(handle_.get(), one_record_, buffer);
    }

  private:
    Handle handle_;
    bool one_record_;
    DescriptorShare share_;
};

class Win32FileSystem final : public FileSystem {
  public:
    /// `root` in Windows' form, without a separator at its end.
    explicit Win32FileSystem(std::wstring root) noexcept : root_(std::move(root)) {}

    FileResult<std::string_view> read(const std::string& path, FileBuffer& buffer) override {
        const Handle file = open_for_reading(path);
        if (file == nullptr) {
            return file_error(GetLastError());
        }
        return read_all(file.get(), is_one_record(path), buffer);
    }

    FileResult<std::unique_ptr<OpenFile>> open(const std::string& path) override {
        const std::size_t kept = DescriptorShare::count();
        if (kept >= least_files_kept && kept >= most_kept()) {
            return FileError::too_many;
        }
        Handle file = open_for_reading(path);
        if (file == nullptr) {
            return file_error(GetLastError());
        }
        return std::unique_ptr<OpenFile>(std::make_unique<Win32File>(std::move(file), is_one_record(path)));
    }

    FileResult<void> list(
        const std::string& path, const std::function<void(std::string_view)>& visit) override {
        const auto found = info(path);
        if (!found) {
            return found.error();
        }
        if (!found.value().is_directory) {
            return FileError::not_found;
        }
        return platform::list_folder(native(path), [&](const WIN32_FIND_DATAW& entry) {
            visit(platform::from_wide(static_cast<const wchar_t*>(entry.cFileName)));
        });
    }

    /// Wine follows symbolic links and does not show their targets.
    FileResult<std::string> read_link(const std::string& /*path*/) override { return FileError::failed; }

    FileResult<FileInfo> info(const std::string& path) override {
        WIN32_FILE_ATTRIBUTE_DATA data{};
        if (GetFileAttributesExW(native(path).c_str(), GetFileExInfoStandard, &data) == 0) {
            return file_error(GetLastError());
        }
        const std::uint64_t size = (std::uint64_t{data.nFileSizeHigh} << 32U) | data.nFileSizeLow;
        return FileInfo{size, (data.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0};
    }

    FileResult<FileSpace> space(const std::string& path) override {
        ULARGE_INTEGER available{};
        ULARGE_INTEGER total{};
        if (GetDiskFreeSpaceExW(native(path).c_str(), &available, &total, nullptr) == 0) {
            return file_error(GetLastError());
        }
        return FileSpace{total.QuadPart, available.QuadPart, {}, false};
    }

    [[nodiscard]] bool has_room() override {
        const std::size_t kept = DescriptorShare::count();
        return kept < least_files_kept / 2 || kept < most_kept() / 2;
    }

    [[nodiscard]] long process_id() const override { return platform::process_id(); }

  private:
    /// Files that may be kept open. Wine asks the kernel about "self" in its server.
    [[nodiscard]] std::size_t most_kept() {
        std::size_t most = most_kept_.load(std::memory_order_relaxed);
        if (most == 0) {
            FileBuffer buffer;
            const auto limits = read("/proc/self/limits", buffer);
            const std::size_t limit = limits ? platform::parse_file_limit(limits.value()) : 0;
            most = std::clamp(limit / share_of_limit, least_files_kept, most_files_kept);
            most_kept_.store(most, std::memory_order_relaxed);
        }
        return most;
    }

    [[nodiscard]] std::wstring native(const std::string& path) const {
        if (!path.starts_with('/')) {
            return platform::to_wide(path);
        }
        std::wstring name = root_ + platform::to_wide(path);
        std::ranges::replace(
            name.begin() + static_cast<std::ptrdiff_t>(root_.size()), name.end(), L'/', L'\\');
        return name;
    }

    [[nodiscard]] Handle open_for_reading(const std::string& path) const {
        const std::wstring name = native(path);
        Handle opened = platform::take_linux_file(name);
        return opened != nullptr ? std::move(opened) : platform::open_for_reading(name.c_str());
    }

    std::wstring root_;
    std::atomic<std::size_t> most_kept_{0}; // 0 = not asked for yet
};

} // namespace

FileResult<std::unique_ptr<FileSystem>> make_file_system(const std::string& root) {
    std::string path = root == "/" ? std::string() : root;
    std::ranges::replace(path, '/', '\\');
    std::unique_ptr<FileSystem> files =
        std::make_unique<Win32FileSystem>(L"\\\\?\\unix" + platform::to_wide(path));
    if (!path.empty()) {
        const auto folder = files->info("/");
        if (!folder) {
            return folder.error();
        }
        if (!folder.value().is_directory) {
            return FileError::not_found;
        }
    }
    return files;
}

void set_descriptor_budget(std::size_t most) {
    DescriptorShare::set_limit(most);
}

// The same on every machine that Wine runs programs for x86 on.
KernelUnits kernel_units() {
    return {};
}

} // namespace pdh_shim
