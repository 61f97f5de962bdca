// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/streams/spool_file.h"
#include "tools/terminal/program_error.h"

#include <windows.h>

#include <algorithm>
#include <array>
#include <system_error>

namespace pdh_shim::tools::streams {

namespace {

HANDLE spool_handle(std::intptr_t file) {
    return reinterpret_cast<HANDLE>(file);
}

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

} // namespace

SpoolFile::SpoolFile() : file_(reinterpret_cast<std::intptr_t>(INVALID_HANDLE_VALUE)), path_(spool_name()) {
    file_ = reinterpret_cast<std::intptr_t>(CreateFileA(path_.c_str(), GENERIC_READ | GENERIC_WRITE,
        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
        FILE_ATTRIBUTE_TEMPORARY, nullptr));
    if (spool_handle(file_) == INVALID_HANDLE_VALUE) {
        fail_spool();
    }
}

SpoolFile::~SpoolFile() {
    CloseHandle(spool_handle(file_));
    DeleteFileA(path_.c_str());
}

std::uint64_t SpoolFile::size() const {
    LARGE_INTEGER size = {};
    if (GetFileSizeEx(spool_handle(file_), &size) == 0) {
        fail_spool();
    }
    return static_cast<std::uint64_t>(size.QuadPart);
}

void SpoolFile::append(std::string_view bytes) {
    appended_ += bytes.size();
    if (appended_ > spool_limit()) {
        refuse_large_spool();
    }
    constexpr std::size_t most_at_once = std::size_t{1} << 30U;
    while (!bytes.empty()) {
        DWORD written = 0;
        const auto size = static_cast<DWORD>(std::min(bytes.size(), most_at_once));
        if (WriteFile(spool_handle(file_), bytes.data(), size, &written, nullptr) == 0) {
            fail_spool();
        }
        bytes.remove_prefix(written);
    }
}

void SpoolFile::forget(std::uint64_t /*end*/) {}

std::size_t SpoolFile::read(std::uint64_t place, std::span<char> bytes) const {
    OVERLAPPED at = {};
    at.Offset = static_cast<DWORD>(place);
    at.OffsetHigh = static_cast<DWORD>(place >> 32U);
    DWORD count = 0;
    if (ReadFile(spool_handle(file_), bytes.data(), static_cast<DWORD>(bytes.size()), &count, &at) == 0 &&
        GetLastError() != ERROR_HANDLE_EOF) {
        fail_spool();
    }
    return count;
}

} // namespace pdh_shim::tools::streams
