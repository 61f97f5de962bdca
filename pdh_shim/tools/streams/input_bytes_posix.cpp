// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/streams/seekable_input.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace pdh_shim::tools::streams {

namespace {

[[noreturn]] void fail_input(const std::string& name, int error) {
    throw terminal::ProgramError(
        shown_input(name) + " cannot be read: " + std::generic_category().message(error) + '.');
}

} // namespace

InputBytes::InputBytes(const std::string& name)
    : name_(name), file_(name == "-" ? STDIN_FILENO : ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY)) {
    if (file_ < 0) {
        fail_input(name, errno);
    }
}

InputBytes::~InputBytes() {
    if (name_ != "-") {
        ::close(static_cast<int>(file_));
    }
}

std::size_t InputBytes::read(std::span<char> bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto count = ::read(static_cast<int>(file_), bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR) { // Ctrl+C
            end_stopped_input();
        }
        if (count < 0) {
            fail_input(name_, errno);
        }
        if (count == 0) {
            break;
        }
        done += static_cast<std::size_t>(count);
    }
    return done;
}

bool is_pipe(const std::string& name) {
    struct stat status = {};
    return ::stat(name.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
}

} // namespace pdh_shim::tools::streams
