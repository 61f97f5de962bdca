// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// This computer, its environment and its console.
#include "system/system.h"

#include "process/process.h"
#include "sync/handle.h"
#include "text/text.h"

#include <boost/noncopyable.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <vector>

namespace pdh_shim::compat {
namespace {

/// Makes a terminal pass each key at once, while this object exists.
class RawInput : boost::noncopyable {
  public:
    explicit RawInput(bool show) : changed_(tcgetattr(STDIN_FILENO, &before_) == 0) {
        if (changed_) {
            termios raw = before_;
            raw.c_lflag &= ~static_cast<tcflag_t>(show ? ICANON : ICANON | ECHO);
            tcsetattr(STDIN_FILENO, TCSANOW, &raw);
        }
    }
    ~RawInput() {
        if (changed_) {
            tcsetattr(STDIN_FILENO, TCSANOW, &before_);
        }
    }

  private:
    termios before_{};
    bool changed_;
};

/// What GetStdHandle returns points to one of these.
struct StandardStream {
    DWORD number;
    FILE** stream;
};

constexpr StandardStream standard_streams[] = {
    {STD_INPUT_HANDLE, &stdin},
    {STD_OUTPUT_HANDLE, &stdout},
    {STD_ERROR_HANDLE, &stderr},
};

/// Handlers of SetConsoleCtrlHandler, called by a thread of their own as on Windows. Never destroyed.
class ControlHandlers {
  public:
    static ControlHandlers& instance() {
        static auto* const handlers = new ControlHandlers;
        return *handlers;
    }

    /// False, and the last error: the system gives no descriptor or no thread.
    [[nodiscard]] bool add(PHANDLER_ROUTINE handler) {
        const std::scoped_lock lock(mutex_);
        if (!started_ && !start()) {
            return false;
        }
        handlers_.push_back(handler);
        return true;
    }

    bool remove(PHANDLER_ROUTINE handler) {
        const std::scoped_lock lock(mutex_);
        const auto found = std::find(handlers_.rbegin(), handlers_.rend(), handler);
        if (found == handlers_.rend()) {
            return false;
        }
        handlers_.erase(std::next(found).base());
        return true;
    }

  private:
    static constexpr int caught[] = {SIGINT, SIGQUIT, SIGHUP, SIGTERM};
    static constexpr unsigned bits_of_each = 16; // in the count of `arrived`

    static void on_signal(int number) {
        const int saved = errno;
        eventfd_t one = 1;
        for (const int each : caught) {
            if (each == number) {
                eventfd_write(arrived, one);
            }
            one <<= bits_of_each;
        }
        errno = saved;
    }

    [[nodiscard]] bool start() {
        if (arrived < 0) {
            arrived = open_eventfd(0, 0);
        }
        if (arrived < 0 || !start_system_thread([this] { serve(); })) {
            return false;
        }
        for (const int number : caught) {
            struct sigaction action = {};
            action.sa_handler = on_signal;
            action.sa_flags = SA_RESTART;
            sigaction(number, &action, nullptr);
        }
        started_ = true;
        return true;
    }

    [[noreturn]] void serve() {
        for (;;) {
            wait_readable(&arrived, 1, std::nullopt);
            eventfd_t count = 0;
            eventfd_read(arrived, &count);
            for (const int number : caught) {
                if (static_cast<std::uint16_t>(count) != 0 && !handle(number)) {
                    take_default_action(number);
                }
                count >>= bits_of_each;
            }
        }
    }

    /// Here, since all other threads may block the signal.
    static void take_default_action(int number) {
        sigset_t signals{};
        sigemptyset(&signals);
        sigaddset(&signals, number);
        static_cast<void>(std::signal(number, SIG_DFL));
        pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
        kill(getpid(), number);
    }

    /// The newest handler that returns TRUE ends it.
    bool handle(int number) {
        std::vector<PHANDLER_ROUTINE> handlers;
        {
            const std::scoped_lock lock(mutex_);
            handlers.assign(handlers_.rbegin(), handlers_.rend());
        }
        const DWORD event =
            number == SIGINT ? CTRL_C_EVENT : (number == SIGQUIT ? CTRL_BREAK_EVENT : CTRL_CLOSE_EVENT);
        return std::any_of(
            handlers.begin(), handlers.end(), [&](auto handler) { return handler(event) != 0; });
    }

    static inline int arrived = -1; // an eventfd; written once, before the thread and the signals
    std::mutex mutex_;
    std::vector<PHANDLER_ROUTINE> handlers_; // guarded by mutex_
    bool started_ = false;                   // guarded by mutex_
};

} // namespace

std::optional<std::string> computer_name(COMPUTER_NAME_FORMAT format) {
    std::array<char, HOST_NAME_MAX + 1> buffer{};
    if (gethostname(buffer.data(), buffer.size() - 1) != 0) {
        return std::nullopt;
    }
    const std::string full(buffer.data());
    const std::size_t dot = std::min(full.find('.'), full.size());
    switch (format) {
    case ComputerNameNetBIOS:
    case ComputerNamePhysicalNetBIOS:
    case ComputerNameDnsHostname:
    case ComputerNamePhysicalDnsHostname:
        return full.substr(0, dot);
    case ComputerNameDnsDomain:
    case ComputerNamePhysicalDnsDomain:
        return dot == full.size() ? std::string() : full.substr(dot + 1);
    case ComputerNameDnsFullyQualified:
    case ComputerNamePhysicalDnsFullyQualified:
        return full;
    default:
        SetLastError(ERROR_INVALID_PARAMETER);
        return std::nullopt;
    }
}

std::optional<std::string> environment_variable(const std::string& name) {
    const char* const value = std::getenv(name.c_str());
    if (value == nullptr) {
        SetLastError(ERROR_ENVVAR_NOT_FOUND);
        return std::nullopt;
    }
    return value;
}

BOOL set_environment_variable(const std::string& name, const std::string* value) {
    const int failed = value == nullptr ? unsetenv(name.c_str()) : setenv(name.c_str(), value->c_str(), 1);
    return result(failed == 0, ERROR_INVALID_PARAMETER);
}

FILE* open_stream(const char* path, std::string_view mode) {
    if (path == nullptr || mode.empty()) {
        errno = EINVAL;
        return nullptr;
    }
    std::string known;
    for (const char c : mode.substr(0, mode.find(','))) {
        if (std::string_view("rwab+x").find(c) != std::string_view::npos) {
            known += c;
        }
    }
    return std::fopen(with_slashes(path).c_str(), known.c_str());
}

FILE* stream_of(HANDLE handle) {
    for (const StandardStream& standard : standard_streams) {
        if (handle == &standard) {
            return *standard.stream;
        }
    }
    SetLastError(ERROR_INVALID_HANDLE);
    return nullptr;
}

bool key_waits() {
    const RawInput raw(false);
    pollfd input = {.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    int bytes = 0;
    // The end of a file polls as readable, but is not a key.
    return poll(&input, 1, 0) == 1 && ioctl(STDIN_FILENO, FIONREAD, &bytes) == 0 && bytes > 0;
}

int read_key(bool show) {
    static_cast<void>(std::fflush(stdout)); // if a prompt cannot be shown, the key is still read
    const RawInput raw(show);
    unsigned char key = 0;
    return read(STDIN_FILENO, &key, 1) == 1 ? key : EOF;
}

} // namespace pdh_shim::compat

namespace compat = pdh_shim::compat;

VOID WINAPI GetSystemInfo(LPSYSTEM_INFO info) {
    *info = {};
#if defined(__x86_64__)
    info->wProcessorArchitecture = PROCESSOR_ARCHITECTURE_AMD64;
#elif defined(__i386__)
    info->wProcessorArchitecture = PROCESSOR_ARCHITECTURE_INTEL;
#elif defined(__aarch64__)
    info->wProcessorArchitecture = PROCESSOR_ARCHITECTURE_ARM64;
#else
    info->wProcessorArchitecture = PROCESSOR_ARCHITECTURE_UNKNOWN;
#endif
    info->dwPageSize = static_cast<DWORD>(sysconf(_SC_PAGESIZE));
    info->dwAllocationGranularity = info->dwPageSize;
    info->dwNumberOfProcessors = static_cast<DWORD>(sysconf(_SC_NPROCESSORS_ONLN));
    constexpr DWORD bits = sizeof(DWORD_PTR) * CHAR_BIT;
    const DWORD counted = std::min(info->dwNumberOfProcessors, bits);
    info->dwActiveProcessorMask = ~static_cast<DWORD_PTR>(0) >> (bits - counted);
}

VOID WINAPI GetNativeSystemInfo(LPSYSTEM_INFO info) {
    GetSystemInfo(info);
}

BOOL WINAPI GlobalMemoryStatusEx(LPMEMORYSTATUSEX status) {
    if (status == nullptr || status->dwLength != sizeof *status) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    auto figures = compat::kibibyte_figures("/proc/meminfo");
    const ULONGLONG total = figures["MemTotal"];
    if (total == 0) {
        return compat::result(false, ERROR_NOT_SUPPORTED);
    }
    status->ullTotalPhys = total;
    status->ullAvailPhys = figures["MemAvailable"];
    const compat::Commit commit = compat::commit_of(figures);
    status->ullTotalPageFile = commit.limit;
    status->ullAvailPageFile = commit.available;
    constexpr ULONGLONG space = sizeof(void*) == 8 ? 1ULL << 47 : 3ULL << 30;
    status->ullTotalVirtual = space;
    status->ullAvailVirtual = space;
    status->ullAvailExtendedVirtual = 0;
    status->dwMemoryLoad = static_cast<DWORD>((total - std::min(total, status->ullAvailPhys)) * 100 / total);
    return TRUE;
}

VOID WINAPI GlobalMemoryStatus(LPMEMORYSTATUS status) {
    MEMORYSTATUSEX known = {};
    known.dwLength = sizeof known;
    static_cast<void>(GlobalMemoryStatusEx(&known)); // if it fails, everything is 0
    const auto fitting = [](ULONGLONG bytes) {
        return static_cast<SIZE_T>(std::min<ULONGLONG>(bytes, std::numeric_limits<SIZE_T>::max()));
    };
    status->dwLength = sizeof *status;
    status->dwMemoryLoad = known.dwMemoryLoad;
    status->dwTotalPhys = fitting(known.ullTotalPhys);
    status->dwAvailPhys = fitting(known.ullAvailPhys);
    status->dwTotalPageFile = fitting(known.ullTotalPageFile);
    status->dwAvailPageFile = fitting(known.ullAvailPageFile);
    status->dwTotalVirtual = fitting(known.ullTotalVirtual);
    status->dwAvailVirtual = fitting(known.ullAvailVirtual);
}

UINT WINAPI SetErrorMode(UINT uMode) {
    static std::atomic<UINT> mode = 0;
    return mode.exchange(uMode);
}

BOOL WINAPI IsDebuggerPresent(void) {
    return FALSE;
}

UINT WINAPI GetACP(void) {
    return CP_UTF8;
}

HANDLE WINAPI GetStdHandle(DWORD nStdHandle) {
    for (const compat::StandardStream& standard : compat::standard_streams) {
        if (nStdHandle == standard.number) {
            return const_cast<compat::StandardStream*>(&standard);
        }
    }
    SetLastError(ERROR_INVALID_HANDLE);
    return INVALID_HANDLE_VALUE; // NOLINT(cppcoreguidelines-pro-type-cstyle-cast): Windows' constant
}

BOOL WINAPI WriteConsoleA(HANDLE console, const VOID* text, DWORD length, LPDWORD written, LPVOID) {
    FILE* const stream = compat::stream_of(console);
    if (stream == nullptr) {
        return FALSE;
    }
    const std::size_t count = std::fwrite(text, 1, length, stream);
    if (written != nullptr) {
        *written = static_cast<DWORD>(count);
    }
    return compat::result(count == length, ERROR_WRITE_FAULT);
}

BOOL WINAPI SetConsoleOutputCP(UINT wCodePageID) {
    return compat::is_utf8_page(wCodePageID) ? TRUE : FALSE;
}

BOOL WINAPI SetConsoleCP(UINT wCodePageID) {
    return compat::is_utf8_page(wCodePageID) ? TRUE : FALSE;
}

UINT WINAPI GetConsoleOutputCP(void) {
    return CP_UTF8;
}

UINT WINAPI GetConsoleCP(void) {
    return CP_UTF8;
}

BOOL WINAPI SetConsoleCtrlHandler(PHANDLER_ROUTINE handler, BOOL add) {
    if (handler == nullptr) { // whether this process, and its children, ignore Ctrl+C
        static_cast<void>(std::signal(SIGINT, add != 0 ? SIG_IGN : SIG_DFL));
        return TRUE;
    }
    if (add != 0) {
        return compat::ControlHandlers::instance().add(handler) ? TRUE : FALSE;
    }
    return compat::result(compat::ControlHandlers::instance().remove(handler), ERROR_INVALID_PARAMETER);
}
