// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/file_to_write.h"

#include <windows.h>

#include <algorithm>

namespace pdh_shim::tools::command {

namespace {

HANDLE handle(std::intptr_t file) {
    return reinterpret_cast<HANDLE>(file);
}

bool is_regular(std::intptr_t file) {
    return GetFileType(handle(file)) == FILE_TYPE_DISK;
}

} // namespace

// Whoever may only read along may not write: a second writer gets a sharing violation.
FileToWrite::FileToWrite(const std::string& name, ExistingFile existing)
    : file_(reinterpret_cast<std::intptr_t>(CreateFileA(name.c_str(), GENERIC_WRITE, FILE_SHARE_READ, nullptr,
          OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr))) {
    if (handle(file_) == INVALID_HANDLE_VALUE) {
        if (GetLastError() == ERROR_SHARING_VIOLATION) {
            throw std::system_error(std::make_error_code(std::errc::device_or_resource_busy));
        }
        throw std::system_error(static_cast<int>(GetLastError()), std::system_category());
    }
    if (existing == ExistingFile::emptied && is_regular(file_)) {
        SetEndOfFile(handle(file_));
    }
}

FileToWrite::~FileToWrite() {
    CloseHandle(handle(file_));
}

bool FileToWrite::is_empty() const {
    LARGE_INTEGER size = {};
    return is_regular(file_) && GetFileSizeEx(handle(file_), &size) != 0 && size.QuadPart == 0;
}

// An open file cannot be moved here.
bool FileToWrite::is_moved_from(const std::string& /*name*/) const {
    return false;
}

std::error_code FileToWrite::write(std::string_view bytes) const {
    constexpr std::size_t most_at_once = std::size_t{1} << 30U;
    LARGE_INTEGER end = {};
    const bool has_end =
        is_regular(file_) && SetFilePointerEx(handle(file_), LARGE_INTEGER{}, &end, FILE_END) != 0;
    while (!bytes.empty()) {
        DWORD written = 0;
        const auto size = static_cast<DWORD>(std::min(bytes.size(), most_at_once));
        if (WriteFile(handle(file_), bytes.data(), size, &written, nullptr) == 0) {
            const std::error_code error(static_cast<int>(GetLastError()), std::system_category());
            if (has_end && SetFilePointerEx(handle(file_), end, nullptr, FILE_BEGIN) != 0) {
                SetEndOfFile(handle(file_));
            }
            return error;
        }
        bytes.remove_prefix(written);
    }
    return {};
}

void FileToWrite::store() const {
    FlushFileBuffers(handle(file_));
}

std::string identity_of_file(const std::string& /*name*/) {
    return {};
}

} // namespace pdh_shim::tools::command
