// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Processes: their handles, and data about them and about the machine.
#include "process/process.h"

#include "sync/handle.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fstream>
#include <iterator>
#include <map>
#include <psapi.h>
#include <sstream>
#include <string_view>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace pdh_shim::compat {
namespace {

std::string folder_of(DWORD id) {
    return "/proc/" + std::to_string(id);
}

std::string read_file(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The fields of /proc/ID/stat from the third on; empty for a process that has ended. A name may hold blanks
/// and parentheses, so they begin after the last one.
std::vector<std::string> stat_fields(DWORD id) {
    const std::string text = read_file(folder_of(id) + "/stat");
    const std::size_t name_end = text.rfind(')');
    std::istringstream rest(name_end == std::string::npos ? std::string() : text.substr(name_end + 1));
    return {std::istream_iterator<std::string>(rest), {}};
}

constexpr std::size_t minor_faults = 10; // numbers of fields as proc(5) counts them
constexpr std::size_t major_faults = 12;
constexpr std::size_t user_time = 14;
constexpr std::size_t kernel_time = 15;
constexpr std::size_t start_time = 22;

ULONGLONG field(const std::vector<std::string>& fields, std::size_t number) {
    constexpr std::size_t first = 3;
    return number - first < fields.size() ? std::strtoull(fields[number - first].c_str(), nullptr, 10) : 0;
}

/// A process of this machine. It is signalled when it has ended.
class Process final : public KernelObject {
  public:
    Process(int descriptor, DWORD id, ULONGLONG started)
        : KernelObject(ObjectType::process, descriptor), id_(id), started_(started) {}

    bool try_take() override { return is_signalled(); }
    void give_back() override {}

    [[nodiscard]] DWORD id() const noexcept { return id_; }
    /// The system may give the number of a process that has ended to another one.
    [[nodiscard]] bool is_there() const { return field(stat_fields(id_), start_time) == started_; }

  private:
    DWORD id_;
    ULONGLONG started_;
};

FILETIME file_time(ULONGLONG ticks) {
    return {.dwLowDateTime = static_cast<DWORD>(ticks), .dwHighDateTime = static_cast<DWORD>(ticks >> 32)};
}

ULONGLONG ticks_of(const timeval& time) {
    return static_cast<ULONGLONG>(time.tv_sec) * 10'000'000 + static_cast<ULONGLONG>(time.tv_usec) * 10;
}

/// Of 100 nanoseconds, as FILETIME counts.
ULONGLONG ticks_of_clock(ULONGLONG clock_ticks) {
    return clock_ticks * 10'000'000 / static_cast<ULONGLONG>(sysconf(_SC_CLK_TCK));
}

/// When the machine started.
ULONGLONG boot_time() {
    FILETIME now{};
    GetSystemTimeAsFileTime(&now);
    return (static_cast<ULONGLONG>(now.dwHighDateTime) << 32 | now.dwLowDateTime) - GetTickCount64() * 10'000;
}

/// A descriptor that is readable when the process has ended; nothing, and the last error, when there is no
/// process; -1 when the kernel has no such descriptors, or a sandbox forbids them.
std::optional<int> open_end_of(DWORD id) {
    // By the system call: the C library has a function for it since 2.36 only.
    const auto descriptor = static_cast<int>(syscall(SYS_pidfd_open, static_cast<pid_t>(id), 0));
    if (descriptor > STDERR_FILENO) {
        return descriptor;
    }
    if (descriptor >= 0) {
        const int higher = duplicate_descriptor(descriptor);
        close(descriptor);
        return higher >= 0 ? std::optional(higher) : std::nullopt;
    }
    if (errno == ENOSYS || errno == EPERM) {
        return -1;
    }
    SetLastError(errno == EMFILE || errno == ENFILE ? ERROR_TOO_MANY_OPEN_FILES : ERROR_INVALID_PARAMETER);
    return std::nullopt;
}

bool is_process_id(const char* name) {
    return *name != '\0' && std::strspn(name, "0123456789") == std::strlen(name);
}

std::vector<DWORD> process_ids() {
    std::vector<DWORD> ids;
    DIR* const folder = opendir("/proc");
    if (folder == nullptr) {
        return ids;
    }
    while (const dirent* const entry = readdir(folder)) {
        if (is_process_id(entry->d_name)) {
            ids.push_back(static_cast<DWORD>(std::strtoul(entry->d_name, nullptr, 10)));
        }
    }
    closedir(folder);
    std::sort(ids.begin(), ids.end());
    return ids;
}

/// Number of scheduled entities: after the slash of /proc/loadavg's fourth field.
DWORD thread_count() {
    const std::string text = read_file("/proc/loadavg");
    const std::size_t slash = text.find('/');
    return slash == std::string::npos
               ? 0
               : static_cast<DWORD>(std::strtoul(text.c_str() + slash + 1, nullptr, 10));
}

std::optional<std::string> fail(DWORD error) {
    SetLastError(error);
    return std::nullopt;
}

std::string base_name(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

/// Whether a module's handle means the executable.
bool is_executable(HMODULE module) {
    const bool known = module == nullptr || module == GetModuleHandleA(nullptr);
    if (!known) {
        SetLastError(ERROR_INVALID_HANDLE);
    }
    return known;
}

} // namespace

std::map<std::string, ULONGLONG> kibibyte_figures(const std::string& path) {
    std::map<std::string, ULONGLONG> figures;
    std::istringstream text(read_file(path));
    std::string line;
    while (std::getline(text, line)) {
        const std::size_t colon = line.find(':');
        if (colon != std::string::npos && line.ends_with(" kB")) {
            figures[line.substr(0, colon)] = std::strtoull(line.c_str() + colon + 1, nullptr, 10) * 1024;
        }
    }
    return figures;
}

Commit commit_of(const std::map<std::string, ULONGLONG>& memory) {
    const auto figure = [&](const char* name) {
        const auto found = memory.find(name);
        return found == memory.end() ? 0 : found->second;
    };
    if (read_file("/proc/sys/vm/overcommit_memory") == "2\n") {
        const ULONGLONG limit = figure("CommitLimit");
        return {.limit = limit, .available = limit - std::min(limit, figure("Committed_AS"))};
    }
    return {.limit = figure("MemTotal") + figure("SwapTotal"),
        .available = figure("MemAvailable") + figure("SwapFree")};
}

std::optional<DWORD> process_of(HANDLE handle) {
    if (handle == GetCurrentProcess()) {
        return GetCurrentProcessId();
    }
    const auto process = find_object<Process>(handle);
    if (!process) {
        return std::nullopt;
    }
    if (!process->is_there()) {
        SetLastError(ERROR_INVALID_HANDLE);
        return std::nullopt;
    }
    return process->id();
}

std::optional<std::string> image_path(HANDLE process) {
    const auto id = process_of(process);
    if (!id) {
        return std::nullopt;
    }
    std::array<char, 4096> path{};
    const ssize_t length = readlink((folder_of(*id) + "/exe").c_str(), path.data(), path.size());
    if (length < 0) { // threads of the kernel have none
        return fail(errno == EACCES || errno == EPERM ? ERROR_ACCESS_DENIED : ERROR_GEN_FAILURE);
    }
    std::string text(path.data(), static_cast<std::size_t>(length));
    constexpr std::string_view replaced = " (deleted)"; // by a newer one, mostly
    if (text.ends_with(replaced)) {
        text.resize(text.size() - replaced.size());
    }
    return text;
}

std::optional<std::string> image_name(HANDLE process) {
    const auto id = process_of(process);
    if (!id) {
        return std::nullopt;
    }
    if (const auto path = image_path(process)) {
        return base_name(*path);
    }
    std::string name = read_file(folder_of(*id) + "/comm");
    if (name.empty()) {
        return fail(ERROR_INVALID_HANDLE);
    }
    name.pop_back(); // the end of the line
    return name;
}

std::optional<std::string> module_path(HANDLE process, HMODULE module) {
    return is_executable(module) ? image_path(process) : std::nullopt;
}

std::optional<std::string> module_name(HANDLE process, HMODULE module) {
    return is_executable(module) ? image_name(process) : std::nullopt;
}

} // namespace pdh_shim::compat

namespace compat = pdh_shim::compat;

HANDLE WINAPI OpenProcess(DWORD, BOOL, DWORD id) {
    const auto fields = id == 0 ? std::vector<std::string>() : compat::stat_fields(id);
    if (fields.empty()) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return nullptr;
    }
    const auto end = compat::open_end_of(id);
    return !end ? nullptr
                : compat::add_handle(
                      std::make_shared<compat::Process>(*end, id, compat::field(fields, compat::start_time)));
}

DWORD WINAPI GetProcessId(HANDLE process) {
    if (process == GetCurrentProcess()) {
        return GetCurrentProcessId();
    }
    const auto known = compat::find_object<compat::Process>(process); // also when it has ended
    return known ? known->id() : 0;
}

BOOL WINAPI EnumProcesses(DWORD* ids, DWORD cb, DWORD* needed) {
    if (ids == nullptr || needed == nullptr) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    const std::vector<DWORD> all = compat::process_ids();
    const std::size_t count = std::min<std::size_t>(all.size(), cb / sizeof(DWORD));
    std::copy_n(all.begin(), count, ids);
    *needed = static_cast<DWORD>(count * sizeof(DWORD));
    return TRUE;
}

BOOL WINAPI GetPerformanceInfo(PPERFORMANCE_INFORMATION information, DWORD cb) {
    if (information == nullptr) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    if (cb < sizeof *information) {
        return compat::result(false, ERROR_BAD_LENGTH);
    }
    auto memory = compat::kibibyte_figures("/proc/meminfo");
    if (memory["MemTotal"] == 0) {
        return compat::result(false, ERROR_NOT_SUPPORTED);
    }
    const auto page = static_cast<ULONGLONG>(sysconf(_SC_PAGESIZE));
    const auto pages = [&](ULONGLONG bytes) { return static_cast<SIZE_T>(bytes / page); };
    *information = {};
    information->cb = sizeof *information;
    information->CommitTotal = pages(memory["Committed_AS"]);
    information->CommitLimit = pages(compat::commit_of(memory).limit);
    information->PhysicalTotal = pages(memory["MemTotal"]);
    information->PhysicalAvailable = pages(memory["MemAvailable"]);
    // As the counter Memory\Cache Bytes; shared memory is not a cache.
    const ULONGLONG cache = memory["Cached"] + memory["Buffers"] + memory["SReclaimable"];
    information->SystemCache = pages(cache - std::min(cache, memory["Shmem"]));
    information->KernelPaged = pages(memory["SReclaimable"]);
    information->KernelNonpaged = pages(memory["SUnreclaim"] + memory["KernelStack"] + memory["PageTables"]);
    information->KernelTotal = information->KernelPaged + information->KernelNonpaged;
    information->PageSize = static_cast<SIZE_T>(page);
    const std::string open_files = compat::read_file("/proc/sys/fs/file-nr");
    information->HandleCount = static_cast<DWORD>(std::strtoul(open_files.c_str(), nullptr, 10));
    information->ProcessCount = static_cast<DWORD>(compat::process_ids().size());
    information->ThreadCount = compat::thread_count();
    return TRUE;
}

BOOL WINAPI GetProcessMemoryInfo(HANDLE process, PPROCESS_MEMORY_COUNTERS counters, DWORD cb) {
    if (counters == nullptr || cb < sizeof *counters) {
        return compat::result(false, ERROR_INSUFFICIENT_BUFFER);
    }
    const auto id = compat::process_of(process);
    if (!id) {
        return FALSE;
    }
    const auto fields = compat::stat_fields(*id);
    auto status = compat::kibibyte_figures(compat::folder_of(*id) + "/status");
    PROCESS_MEMORY_COUNTERS_EX figures = {};
    const bool extended = cb >= sizeof figures;
    figures.cb = extended ? sizeof figures : sizeof *counters;
    figures.PageFaultCount = static_cast<DWORD>(
        compat::field(fields, compat::minor_faults) + compat::field(fields, compat::major_faults));
    figures.PeakWorkingSetSize = static_cast<SIZE_T>(status["VmHWM"]);
    figures.WorkingSetSize = static_cast<SIZE_T>(status["VmRSS"]);
    figures.PrivateUsage = static_cast<SIZE_T>(status["RssAnon"] + status["VmSwap"]);
    figures.PagefileUsage = figures.PrivateUsage;
    std::memcpy(counters, &figures, figures.cb);
    return TRUE;
}

BOOL WINAPI EnumProcessModules(HANDLE process, HMODULE* modules, DWORD cb, LPDWORD needed) {
    if (needed == nullptr || (modules == nullptr && cb != 0)) {
        return compat::result(false, ERROR_INVALID_PARAMETER);
    }
    if (!compat::process_of(process)) {
        return FALSE;
    }
    if (cb >= sizeof(HMODULE)) {
        *modules = GetModuleHandleA(nullptr);
    }
    *needed = sizeof(HMODULE);
    return TRUE;
}

BOOL WINAPI GetProcessTimes(
    HANDLE hProcess, LPFILETIME creation, LPFILETIME exit, LPFILETIME kernel, LPFILETIME user) {
    const auto id = compat::process_of(hProcess);
    if (!id) {
        return FALSE;
    }
    const auto fields = compat::stat_fields(*id);
    const auto ticks = [&](std::size_t number) {
        return compat::ticks_of_clock(compat::field(fields, number));
    };
    *creation = compat::file_time(compat::boot_time() + ticks(compat::start_time));
    *exit = {};
    *kernel = compat::file_time(ticks(compat::kernel_time));
    *user = compat::file_time(ticks(compat::user_time));
    if (*id == GetCurrentProcessId()) { // its own are known to the microsecond
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        *kernel = compat::file_time(compat::ticks_of(usage.ru_stime));
        *user = compat::file_time(compat::ticks_of(usage.ru_utime));
    }
    return TRUE;
}

BOOL WINAPI GetSystemTimes(LPFILETIME idle, LPFILETIME kernel, LPFILETIME user) {
    std::ifstream stat("/proc/stat");
    std::string name;
    std::array<ULONGLONG, 8> ticks{}; // user nice system idle iowait irq softirq steal
    stat >> name;
    for (ULONGLONG& value : ticks) {
        stat >> value;
    }
    if (!stat) {
        return compat::result(false, ERROR_NOT_SUPPORTED);
    }
    const ULONGLONG idle_ticks = ticks[3] + ticks[4];
    const auto put = [&](LPFILETIME to, ULONGLONG count) {
        if (to != nullptr) {
            *to = compat::file_time(compat::ticks_of_clock(count));
        }
    };
    put(idle, idle_ticks);
    put(user, ticks[0] + ticks[1]);
    put(kernel, ticks[2] + ticks[5] + ticks[6] + ticks[7] + idle_ticks); // with the idle time, as on Windows
    return TRUE;
}
