// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"

#include "base/lazy.h"
#include "base/platform/posix/place.h"
#include "base/shared_library.h"
#include "base/text.h"
#include "base/thread_store.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <dlfcn.h>
#include <fcntl.h>
#include <iconv.h>
#include <pthread.h>
#include <unistd.h>

namespace pdh_shim::platform {

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
    // For a bad address the kernel returns EFAULT; for a readable one, another error or success.
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
    return getpid();
}

std::vector<WindowsProcess> windows_processes() {
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

std::string to_narrow(std::u16string_view text) {
    std::string narrow;
    append_utf16_lossy(narrow, text);
    return narrow;
}

namespace {

class Converter : boost::noncopyable {
  public:
    explicit Converter(const std::string& encoding)
        : handle_(iconv_open(
              std::endian::native == std::endian::big ? "UTF-16BE" : "UTF-16LE", encoding.c_str())) {}
    ~Converter() {
        if (is_open()) {
            iconv_close(handle_);
        }
    }

    [[nodiscard]] bool is_open() const noexcept {
        return handle_ != reinterpret_cast<iconv_t>(std::intptr_t{-1}); // NOLINT(performance-no-int-to-ptr)
    }

    /// False if the bytes are not text in the encoding, or end within a character.
    [[nodiscard]] bool convert(std::string_view bytes, std::u16string& text) {
        std::string input(bytes);
        // A byte is at most one character, and one at the end may ask for another sign behind it.
        std::u16string output(2 * bytes.size() + 2, u'\0');
        char* from = input.data();
        std::size_t from_left = input.size();
        auto* to = reinterpret_cast<char*>(output.data());
        std::size_t to_left = output.size() * sizeof(char16_t);
        constexpr auto failed = static_cast<std::size_t>(-1);
        const bool is_text = iconv(handle_, &from, &from_left, &to, &to_left) != failed &&
                             iconv(handle_, nullptr, nullptr, &to, &to_left) != failed;
        output.resize(output.size() - to_left / sizeof(char16_t));
        text = std::move(output);
        return is_text && from_left == 0;
    }

  private:
    iconv_t handle_;
};

} // namespace

Result<std::u16string> decode(const std::string& encoding, std::string_view bytes) {
    Converter converter(encoding);
    if (!converter.is_open()) {
        return Status::not_implemented;
    }
    std::u16string text;
    if (!converter.convert(bytes, text)) {
        return Status::invalid_argument;
    }
    return text;
}

} // namespace pdh_shim::platform

namespace pdh_shim {

ThreadNumbers::ThreadNumbers() noexcept {
    pthread_key_t key{};
    if (pthread_key_create(&key, nullptr) == 0) {
        key_ = key;
    }
}

ThreadNumbers::~ThreadNumbers() {
    if (key_) {
        pthread_key_delete(static_cast<pthread_key_t>(*key_));
    }
}

std::uintptr_t ThreadNumbers::of_this_thread() noexcept {
    if (!key_) {
        return ++newest_;
    }
    const auto key = static_cast<pthread_key_t>(*key_);
    if (void* const kept = pthread_getspecific(key)) {
        return reinterpret_cast<std::uintptr_t>(kept);
    }
    const std::uintptr_t number = ++newest_;
    pthread_setspecific(key, reinterpret_cast<const void*>(number));
    return number;
}

NoCancel::NoCancel() noexcept {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_);
}

NoCancel::~NoCancel() {
    int own = 0;
    pthread_setcancelstate(before_, &own);
}

namespace {

// Everything is bound now: a function that is missing later would end the program.
constexpr int loading = RTLD_NOW | RTLD_LOCAL;

std::string reason_of_loader() {
    const char* const reason = dlerror();
    return reason == nullptr ? "cannot be loaded" : reason;
}

} // namespace

Result<SharedLibrary, Failure> SharedLibrary::load(const std::string& file) {
    void* const handle = dlopen(file.c_str(), loading | RTLD_NODELETE);
    if (handle == nullptr) {
        return Failure(Status::invalid_datasource, file, reason_of_loader());
    }
    return SharedLibrary(std::shared_ptr<void>(handle, [](void* /*stays*/) {}), file);
}

Result<SharedLibrary, Failure> SharedLibrary::load_until_unused(const std::string& file) {
    void* const handle = dlopen(file.c_str(), loading);
    if (handle == nullptr) {
        return Failure(Status::file_not_found, "", reason_of_loader());
    }
    return SharedLibrary(std::shared_ptr<void>(handle, dlclose), file);
}

void* SharedLibrary::address_of(const char* name) const noexcept {
    return dlsym(handle_.get(), name);
}

} // namespace pdh_shim

#ifdef __GLIBC__
#include <link.h>
#endif

namespace pdh_shim {
namespace {

#ifdef __GLIBC__ // Linux' other C libraries unload nothing
// In whatever the library was linked into.
constinit std::atomic_flag is_asked_to_stay = ATOMIC_FLAG_INIT;

void stay_loaded() {
    Dl_info place{};
    link_map* module = nullptr;
    const bool is_found =
        dladdr1(&is_asked_to_stay, &place, reinterpret_cast<void**>(&module), RTLD_DL_LINKMAP) != 0;
    // The program itself has no name, and stays. A name that the loader has needs no file.
    if (is_found && module != nullptr && module->l_name[0] != '\0') {
        dlopen(module->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    }
}
#endif

} // namespace

// A thread may run in this code for as long as the program does. The shared library is linked so that it
// stays loaded (pdh_shim/meson.build); a plug-in that the archive is linked into stays once it has used PDH.
// It is asked by the first call, which holds no lock yet: the loader's may be held by a thread that waits for
// one of ours.
void at_unload(void (* /*destroy*/)(void* object), void* /*object*/) {
#ifdef __GLIBC__
    if (!is_asked_to_stay.test_and_set()) {
        stay_loaded();
    }
#endif
}

bool is_unloading() noexcept {
    return false;
}

} // namespace pdh_shim
