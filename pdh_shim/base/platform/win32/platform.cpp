// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/platform.h"

#include "base/lazy.h"
#include "base/locks.h"
#include "base/platform/win32/system.h"
#include "base/thread_store.h"

#include <windows.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>

namespace pdh_shim::platform {
namespace {

class EventHandle final : public Event {
  public:
    explicit EventHandle(HANDLE handle) noexcept : handle_(handle) {}

    void set() noexcept override {
        const DWORD saved = GetLastError();
        SetEvent(handle_.get());
        SetLastError(saved);
    }

  private:
    Handle handle_;
};

using QueryEvent = LONG(WINAPI*)(HANDLE, int, void*, ULONG, ULONG*);
constinit const SystemFunction<QueryEvent> query_event{L"ntdll.dll", "NtQueryEvent"};

/// Only this function returns the kind of a handle.
bool is_event(HANDLE handle) {
    const QueryEvent query = query_event.get();
    constexpr int basic_information = 0;
    constexpr auto object_type_mismatch = static_cast<LONG>(0xC0000024);
    std::array<LONG, 2> information{};
    return query == nullptr || query(handle, basic_information, information.data(), sizeof information,
                                   nullptr) != object_type_mismatch;
}

/// Files that every Linux kernel has; a sandbox may hide one or the other. Wine shows them whatever drives
/// there are.
constexpr std::array<std::wstring_view, 3> linux_files{
    LR"(\\?\unix\proc\stat)", LR"(\\?\unix\proc\version)", LR"(\\?\unix\proc\meminfo)"};

/// The first of them that can be opened.
class LinuxFile {
  public:
    LinuxFile() {
        for (const std::wstring_view name : linux_files) {
            if (Handle file = open_for_reading(name.data())) {
                name_ = name;
                file_ = file.release();
                break;
            }
        }
    }
    ~LinuxFile() { static_cast<void>(take(name_)); }

    [[nodiscard]] bool is_there() const noexcept { return !name_.empty(); }

    [[nodiscard]] Handle take(std::wstring_view name) noexcept {
        return Handle(name == name_ ? file_.exchange(nullptr) : nullptr);
    }

  private:
    std::wstring_view name_;
    std::atomic<HANDLE> file_{nullptr};
};

// Not a static of a function: the guard of one asks Wine's server for an event and a handle of the thread.
constinit Singleton<LinuxFile> linux_file;

} // namespace

std::optional<std::string> environment(const char* name) {
    const std::wstring wide = to_wide(name);
    std::wstring value;
    DWORD length = GetEnvironmentVariableW(wide.c_str(), nullptr, 0);
    if (length == 0) {
        return std::nullopt;
    }
    // Another thread may change it between the two calls.
    while (length > value.size()) {
        value.resize(length);
        length = GetEnvironmentVariableW(wide.c_str(), value.data(), length);
    }
    value.resize(length);
    return from_wide(value);
}

bool may_have_variables(std::string_view beginning) noexcept {
    wchar_t* const variables = GetEnvironmentStringsW();
    if (variables == nullptr) {
        return true;
    }
    // In any case: a letter becomes a small one, and another character another one at most.
    const auto is_same = [](wchar_t left, char right) {
        constexpr wchar_t small = 0x20;
        return (left | small) == (static_cast<wchar_t>(right) | small);
    };
    bool found = false;
    for (std::wstring_view rest(variables); !rest.empty() && !found; rest = rest.data() + rest.size() + 1) {
        found = std::ranges::equal(rest.substr(0, beginning.size()), beginning, is_same);
    }
    FreeEnvironmentStringsW(variables);
    return found;
}

bool is_privileged_start() noexcept {
    return false; // Windows has no such programs
}

std::string machine_name() {
    std::array<wchar_t, 256> name{};
    auto length = static_cast<DWORD>(name.size());
    if (GetComputerNameW(name.data(), &length) == 0 || length == 0) {
        return "localhost";
    }
    return from_wide(std::wstring_view(name.data(), length));
}

Result<std::unique_ptr<Event>> open_event(void* handle) {
    HANDLE own = nullptr;
    if (DuplicateHandle(
            GetCurrentProcess(), handle, GetCurrentProcess(), &own, 0, FALSE, DUPLICATE_SAME_ACCESS) == 0) {
        return Status::invalid_argument;
    }
    auto event = std::make_unique<EventHandle>(own);
    if (!is_event(own)) {
        return Status::invalid_argument;
    }
    return std::unique_ptr<Event>(std::move(event));
}

bool is_readable(const void* address) noexcept {
    constexpr DWORD unreadable = PAGE_NOACCESS | PAGE_GUARD;
    MEMORY_BASIC_INFORMATION memory{};
    return VirtualQuery(address, &memory, sizeof memory) != 0 && memory.State == MEM_COMMIT &&
           (memory.Protect & unreadable) == 0;
}

std::size_t copy_memory(const void* from, std::span<std::byte> to) noexcept {
    constexpr std::size_t page_size = 4096;
    std::size_t copied = 0;
    while (copied < to.size()) {
        const auto* const place = static_cast<const std::byte*>(from) + copied;
        const std::size_t rest = page_size - reinterpret_cast<std::uintptr_t>(place) % page_size;
        SIZE_T read = 0;
        // A guard page would lose its guard.
        if (!is_readable(place) || ReadProcessMemory(GetCurrentProcess(), place, to.data() + copied,
                                       std::min(rest, to.size() - copied), &read) == 0) {
            break;
        }
        copied += read;
    }
    return copied;
}

std::uint64_t thread_id() noexcept {
    return GetCurrentThreadId();
}

long process_id() noexcept {
    return static_cast<long>(GetCurrentProcessId());
}

std::optional<std::int64_t> run_time(std::int64_t /*process*/) noexcept {
    return std::nullopt; // Windows' numbers are not the kernel's
}

bool has_linux_files() {
    return linux_file.get().is_there();
}

Handle open_for_reading(const wchar_t* name) noexcept {
    return own<Handle>(CreateFileW(name, GENERIC_READ, share_all, nullptr, OPEN_EXISTING,
        FILE_FLAG_POSIX_SEMANTICS | FILE_FLAG_OVERLAPPED, nullptr));
}

Handle take_linux_file(std::wstring_view name) {
    const bool may_be_open = std::ranges::find(linux_files, name) != linux_files.end();
    return may_be_open ? linux_file.get().take(name) : nullptr;
}

Result<std::u16string> from_narrow(std::string_view text) {
    if (text.empty()) {
        return std::u16string();
    }
    const auto size = static_cast<int>(text.size());
    std::wstring wide(text.size(), L'\0'); // no code page needs more units than bytes
    const int length =
        MultiByteToWideChar(CP_ACP, MB_ERR_INVALID_CHARS, text.data(), size, wide.data(), size);
    if (length <= 0) {
        return Status::invalid_argument;
    }
    return std::u16string(wide.begin(), wide.begin() + length);
}

std::string to_narrow(std::u16string_view text) {
    if (text.empty()) {
        return {};
    }
    const std::wstring wide(text.begin(), text.end());
    const auto units = static_cast<int>(wide.size());
    const int size = WideCharToMultiByte(CP_ACP, 0, wide.data(), units, nullptr, 0, nullptr, nullptr);
    std::string narrow(static_cast<std::size_t>(size), '\0');
    WideCharToMultiByte(CP_ACP, 0, wide.data(), units, narrow.data(), size, nullptr, nullptr);
    return narrow;
}

namespace {

/// The number at the end of a name: of `932`, `CP932` and `windows-1251`. 0 = none.
UINT code_page_of(std::string_view encoding) {
    const std::size_t letters = encoding.find_last_not_of("0123456789") + 1;
    UINT number = 0;
    std::from_chars(encoding.data() + letters, encoding.data() + encoding.size(), number);
    return number;
}

} // namespace

Result<std::u16string> decode(const std::string& encoding, std::string_view bytes) {
    const UINT code_page = code_page_of(encoding);
    if (code_page == 0 || IsValidCodePage(code_page) == 0) {
        return Status::not_implemented;
    }
    std::wstring text(bytes.size(), L'\0'); // a byte is at most one unit
    const int count = MultiByteToWideChar(code_page, MB_ERR_INVALID_CHARS, bytes.data(),
        static_cast<int>(bytes.size()), text.data(), static_cast<int>(text.size()));
    if (count == 0 && !bytes.empty()) {
        return Status::invalid_argument;
    }
    return std::u16string(text.begin(), text.begin() + count);
}

} // namespace pdh_shim::platform

namespace pdh_shim {

ThreadNumbers::ThreadNumbers() noexcept {
    const DWORD key = TlsAlloc();
    if (key != TLS_OUT_OF_INDEXES) {
        key_ = key;
    }
}

ThreadNumbers::~ThreadNumbers() {
    if (key_) {
        TlsFree(static_cast<DWORD>(*key_));
    }
}

std::uintptr_t ThreadNumbers::of_this_thread() noexcept {
    if (!key_) {
        return ++newest_;
    }
    const auto key = static_cast<DWORD>(*key_);
    if (void* const kept = TlsGetValue(key)) {
        return reinterpret_cast<std::uintptr_t>(kept);
    }
    const std::uintptr_t number = ++newest_;
    TlsSetValue(key, reinterpret_cast<void*>(number));
    return number;
}

// Windows has no cancellation of threads.
NoCancel::NoCancel() noexcept = default;

NoCancel::~NoCancel() = default;

std::uint32_t fork_epoch() noexcept {
    return 1; // Windows has no fork()
}

void FutexLock::lock() noexcept {
    AcquireSRWLockExclusive(reinterpret_cast<SRWLOCK*>(&srw_lock_));
}

void FutexLock::unlock() noexcept {
    ReleaseSRWLockExclusive(reinterpret_cast<SRWLOCK*>(&srw_lock_));
}

} // namespace pdh_shim
