// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"

#include "base/platform/posix/place.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <new>
#include <pthread.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace pdh_shim::platform {
namespace {

// The number of this process, on a page that the kernel clears in every child: the number is
// needed for every collect and every file, and a system call costs as much as a third of a short read.
class OwnProcess {
  public:
    OwnProcess() noexcept {
#ifdef MADV_WIPEONFORK
        const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        void* const page = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED) {
            return;
        }
        if (madvise(page, size, MADV_WIPEONFORK) != 0) {
            munmap(page, size);
            return;
        }
        number_ = new (page) std::atomic<pid_t>(0);
        // Emulators of Linux know no such page, and say they do. (A child of clone() alone has no other
        // help.)
        pthread_atfork(nullptr, nullptr, forget);
#endif
    }

    [[nodiscard]] long number() const noexcept {
        if (number_ == nullptr) {
            return getpid();
        }
        pid_t number = number_->load(std::memory_order_relaxed);
        if (number == 0) {
            number = getpid();
            number_->store(number, std::memory_order_relaxed);
        }
        return number;
    }

  private:
    static void forget() noexcept;

    std::atomic<pid_t>* number_ = nullptr; // null if there is no such page
};

const OwnProcess own_process;

void OwnProcess::forget() noexcept {
    own_process.number_->store(0, std::memory_order_relaxed);
}

} // namespace

std::string machine_name() {
    std::array<char, 256> buffer{};
    if (gethostname(buffer.data(), buffer.size() - 1) != 0 || buffer.front() == '\0') {
        return "localhost";
    }
    const std::string_view full(buffer.data());
    return std::string(full.substr(0, full.find('.')));
}

bool is_readable(const void* address) noexcept {
    const int saved = errno;
    // Of a bad address the kernel says so; of anything else that it is no file, or one.
    const bool readable = access(static_cast<const char*>(address), F_OK) == 0 || errno != EFAULT;
    errno = saved;
    return readable;
}

std::span<std::byte> within_page(const void* from, std::span<std::byte> to) noexcept {
    constexpr std::size_t page_size = 4096; // or a multiple of it
    const std::size_t rest = page_size - reinterpret_cast<std::uintptr_t>(from) % page_size;
    return to.first(std::min(rest, to.size()));
}

std::size_t copy_memory_through_pipe(const void* from, std::span<std::byte> to) noexcept {
    const int saved = errno;
    std::array<int, 2> ends{};
    std::size_t copied = 0;
    if (pipe(ends.data()) != 0) {
        errno = saved;
        return 0;
    }
    while (copied < to.size()) {
        const void* const place = static_cast<const std::byte*>(from) + copied;
        const auto part = within_page(place, to.subspan(copied));
        const ssize_t written = write(ends[1], place, part.size());
        if (written <= 0 || read(ends[0], part.data(), static_cast<std::size_t>(written)) != written) {
            break;
        }
        copied += static_cast<std::size_t>(written);
    }
    close(ends[0]);
    close(ends[1]);
    errno = saved;
    return copied;
}

long process_id() noexcept {
    return own_process.number();
}

void at_fork(void (*before)(), void (*after)()) {
    pthread_atfork(before, after, after);
}

std::vector<WindowsProcess> windows_processes() {
    return {};
}

std::vector<std::int64_t> windows_process_ids() {
    return {};
}

bool serves_windows_programs() noexcept {
    return false;
}

std::vector<WindowsAdapter> windows_adapters() {
    return {};
}

std::vector<WindowsDrive> windows_drives() {
    return {};
}

Result<std::u16string> from_narrow(std::string_view text) {
    return from_utf8(text);
}

Result<std::string> to_narrow(std::u16string_view text) {
    return to_utf8(text);
}

} // namespace pdh_shim::platform
