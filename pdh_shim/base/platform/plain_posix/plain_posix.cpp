// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What the platform has that POSIX describes, and no more.
#include "base/platform.h"
#include "base/platform/posix/place.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <unistd.h>

namespace pdh_shim::platform {

std::optional<std::string> environment(const char* name) {
    if (is_privileged_start()) {
        return std::nullopt;
    }
    const char* const value = std::getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

bool is_privileged_start() noexcept {
    static const bool is_privileged = getuid() != geteuid() || getgid() != getegid();
    return is_privileged;
}

bool has_linux_files() noexcept {
    return false;
}

std::optional<std::int64_t> run_time(std::int64_t /*process*/) noexcept {
    return std::nullopt;
}

std::size_t copy_memory(const void* from, std::span<std::byte> to) noexcept {
    return copy_memory_through_pipe(from, to);
}

// POSIX has no number for it, but what it has is one or an address everywhere.
std::uint64_t thread_id() noexcept {
    std::uint64_t number = 0;
    const pthread_t self = pthread_self();
    std::memcpy(&number, &self, std::min(sizeof number, sizeof self));
    return number;
}

std::optional<DeviceNumber> device_of(int /*place*/) {
    return std::nullopt;
}

bool has_subvolumes(int /*place*/) {
    return false;
}

FileResult<std::string_view> output_queues(FileBuffer& /*buffer*/) {
    return FileError::not_found;
}

// Not every system has sigtimedwait() and fdatasync().
void take_signal(const sigset_t& signal) noexcept {
    sigset_t pending{};
    sigemptyset(&pending);
    sigpending(&pending);
    for (int number = 1; number < NSIG; ++number) {
        if (sigismember(&signal, number) == 1 && sigismember(&pending, number) == 1) {
            int taken = 0;
            sigwait(&signal, &taken);
            return;
        }
    }
}

int store_contents(int descriptor) noexcept {
    return fsync(descriptor);
}

} // namespace pdh_shim::platform
