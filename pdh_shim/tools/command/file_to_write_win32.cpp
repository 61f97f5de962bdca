// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/output_file.h"
#include "tools/terminal/program_end.h"

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
FileToWrite::FileToWrite(const std::string& name, ExistingFile existing, Streams streams)
    : file_(reinterpret_cast<std::intptr_t>(
          CreateFileA(name.c_str(), GENERIC_WRITE | (streams == Streams::refused ? GENERIC_READ : 0),
              FILE_SHARE_READ, nullptr, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr))) {
    const DWORD error = handle(file_) == INVALID_HANDLE_VALUE ? GetLastError() : ERROR_SUCCESS;
    const auto fail = [&name](const std::string& reason) {
        throw terminal::ProgramError("The file \"" + name + "\" " + reason + '.');
    };
    if (error == ERROR_SHARING_VIOLATION) {
        fail("is being written by another program");
    }
    if (error != ERROR_SUCCESS) {
        fail("cannot be created: " + std::system_category().message(static_cast<int>(error)));
    }
    if (streams == Streams::refused && !is_regular(file_)) {
        CloseHandle(handle(file_));
        fail("cannot be created: it is not a regular file");
    }
    if (existing == ExistingFile::emptied && is_regular(file_)) {
        SetEndOfFile(handle(file_));
    }
}

FileToWrite::~FileToWrite() {
    CloseHandle(handle(file_));
}

bool FileToWrite::is_empty() const {
    return is_regular(file_) && size() == 0;
}

std::string FileToWrite::read(std::uint64_t place, std::size_t count) const {
    OVERLAPPED at = {};
    at.Offset = static_cast<DWORD>(place);
    at.OffsetHigh = static_cast<DWORD>(place >> 32U);
    std::string bytes(count, '\0');
    DWORD done = 0;
    const bool is_read = ::ReadFile(handle(file_), bytes.data(), static_cast<DWORD>(count), &done, &at) != 0;
    bytes.resize(is_read ? done : 0);
    return bytes;
}

std::uint64_t FileToWrite::size() const {
    LARGE_INTEGER bytes = {};
    const bool is_known = is_regular(file_) && GetFileSizeEx(handle(file_), &bytes) != 0;
    return is_known ? static_cast<std::uint64_t>(bytes.QuadPart) : 0;
}

std::error_code FileToWrite::cut(std::uint64_t size) const {
    LARGE_INTEGER end = {};
    end.QuadPart = static_cast<LONGLONG>(size);
    const bool is_cut =
        SetFilePointerEx(handle(file_), end, nullptr, FILE_BEGIN) != 0 && SetEndOfFile(handle(file_)) != 0;
    return {is_cut ? 0 : static_cast<int>(GetLastError()), std::system_category()};
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
