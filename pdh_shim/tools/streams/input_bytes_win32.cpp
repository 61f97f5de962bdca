// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/streams/seekable_input.h"

#include <windows.h>

#include <algorithm>
#include <system_error>

namespace pdh_shim::tools::streams {

namespace {

[[noreturn]] void fail_input(const std::string& name) {
    throw terminal::ProgramError(shown_input(name) + " cannot be read: " +
                                 std::system_category().message(static_cast<int>(GetLastError())) + '.');
}

} // namespace

InputBytes::InputBytes(const std::string& name)
    : name_(name),
      file_(reinterpret_cast<std::intptr_t>(
          name == "-" ? GetStdHandle(STD_INPUT_HANDLE)
                      : CreateFileA(name.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                            OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr))) {
    if (reinterpret_cast<HANDLE>(file_) == INVALID_HANDLE_VALUE) {
        fail_input(name);
    }
}

InputBytes::~InputBytes() {
    if (name_ != "-") {
        CloseHandle(reinterpret_cast<HANDLE>(file_));
    }
}

std::size_t InputBytes::read(std::span<char> bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        DWORD count = 0;
        const auto wanted = static_cast<DWORD>(std::min<std::size_t>(bytes.size() - done, 1U << 30U));
        const bool is_read =
            ReadFile(reinterpret_cast<HANDLE>(file_), bytes.data() + done, wanted, &count, nullptr) != 0;
        if (!is_read && GetLastError() != ERROR_BROKEN_PIPE && GetLastError() != ERROR_HANDLE_EOF) {
            fail_input(name_);
        }
        if (count == 0) {
            break;
        }
        done += count;
    }
    return done;
}

bool is_pipe(const std::string& /*name*/) {
    return false;
}

} // namespace pdh_shim::tools::streams
