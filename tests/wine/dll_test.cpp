// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What is particular to the DLL: its resources, and the numbers of the programs of Windows.
#include "base/version.h"

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>
#include <windows.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::string message(LONG status) {
    std::array<char, 512> text{};
    const DWORD length = FormatMessageA(FORMAT_MESSAGE_FROM_HMODULE | FORMAT_MESSAGE_IGNORE_INSERTS,
        GetModuleHandleW(L"pdh.dll"), static_cast<DWORD>(status), 0, text.data(),
        static_cast<DWORD>(text.size()), nullptr);
    return {text.data(), length};
}

std::string version(DWORD most, DWORD least) {
    return std::to_string(HIWORD(most)) + "." + std::to_string(LOWORD(most)) + "." +
           std::to_string(HIWORD(least)) + "." + std::to_string(LOWORD(least));
}

struct Statuses {
    std::string_view name;
    std::uint32_t code;
};

constexpr auto statuses = std::to_array<Statuses>({
#define STATUS(name, constant, value, text) {#constant, value},
#include "base/status.inc"
#undef STATUS
});

/// A query, collected first when it is made.
class Measurement {
  public:
    explicit Measurement(std::initializer_list<std::wstring> paths) {
        REQUIRE(PdhOpenQueryW(nullptr, 0, &query_) == ERROR_SUCCESS);
        for (const std::wstring& path : paths) {
            PDH_HCOUNTER counter = nullptr;
            REQUIRE(PdhAddEnglishCounterW(query_, path.c_str(), 0, &counter) == ERROR_SUCCESS);
            counters_.push_back(counter);
        }
        collect();
    }
    Measurement(const Measurement&) = delete;
    Measurement& operator=(const Measurement&) = delete;
    Measurement(Measurement&&) = delete;
    Measurement& operator=(Measurement&&) = delete;
    ~Measurement() { PdhCloseQuery(query_); }

    void collect() { REQUIRE(PdhCollectQueryData(query_) == ERROR_SUCCESS); }

    /// @param counter which of the paths
    [[nodiscard]] double value(std::size_t counter) const {
        PDH_FMT_COUNTERVALUE value{};
        REQUIRE(PdhGetFormattedCounterValue(counters_.at(counter), PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, nullptr,
                    &value) == ERROR_SUCCESS);
        return value.doubleValue;
    }

    /// Of the first path.
    std::vector<PDH_FMT_COUNTERVALUE_ITEM_W> items() {
        DWORD size = 0;
        DWORD count = 0;
        PdhGetFormattedCounterArrayW(counters_.front(), PDH_FMT_LARGE, &size, &count, nullptr);
        memory_.resize(size / sizeof(PDH_FMT_COUNTERVALUE_ITEM_W) + 1);
        REQUIRE(PdhGetFormattedCounterArrayW(
                    counters_.front(), PDH_FMT_LARGE, &size, &count, memory_.data()) == ERROR_SUCCESS);
        return {memory_.begin(), memory_.begin() + static_cast<std::ptrdiff_t>(count)};
    }

  private:
    PDH_HQUERY query_ = nullptr;
    std::vector<PDH_HCOUNTER> counters_;
    std::vector<PDH_FMT_COUNTERVALUE_ITEM_W> memory_;
};

/// Keeps a processor busy for as many milliseconds of its time, however long that takes.
void work(DWORD milliseconds) {
    const auto used = [] {
        FILETIME created{};
        FILETIME ended{};
        FILETIME kernel{};
        FILETIME user{};
        GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user);
        return (std::uint64_t{user.dwLowDateTime} + kernel.dwLowDateTime) / 10'000;
    };
    const std::uint64_t start = used();
    while (used() - start < milliseconds) {
    }
}

std::wstring own_name() {
    std::array<wchar_t, 1024> file{};
    const DWORD length = GetModuleFileNameW(nullptr, file.data(), static_cast<DWORD>(file.size()));
    std::wstring name(file.data(), length);
    name.erase(0, name.rfind(L'\\') + 1);
    return name.substr(0, name.rfind(L'.'));
}

/// The names that Process lists with this number. Programs of Windows and other processes may have the same
/// one.
std::vector<std::wstring> names_of(DWORD id) {
    Measurement numbers{LR"(\Process(*)\ID Process)"};
    std::vector<std::wstring> names;
    for (const PDH_FMT_COUNTERVALUE_ITEM_W& item : numbers.items()) {
        if (item.FmtValue.largeValue == static_cast<LONGLONG>(id)) {
            names.emplace_back(item.szName);
        }
    }
    return names;
}

/// Whether an instance has this name: the first one of it, or `name#1`...
bool is_named(const std::wstring& instance, const std::wstring& name) {
    return instance.substr(0, instance.rfind(L'#')) == name;
}

std::wstring processor_time(const std::wstring& name, DWORD id) {
    return LR"(\Process V2()" + name + L":" + std::to_wstring(id) + LR"()\% Processor Time)";
}

/// The drives of disks, as `C:`.
std::vector<std::wstring> drives_of_windows() {
    std::array<wchar_t, 26 * 4 + 1> text{};
    const DWORD length = GetLogicalDriveStringsW(static_cast<DWORD>(text.size()), text.data());
    std::vector<std::wstring> drives;
    for (DWORD at = 0; at < length; at += 4) {
        const UINT type = GetDriveTypeW(&text.at(at));
        if (type == DRIVE_FIXED || type == DRIVE_REMOVABLE) {
            drives.emplace_back(&text.at(at), 2);
        }
    }
    return drives;
}

/// The drives among the instances of LogicalDisk.
std::vector<std::wstring> listed_drives() {
    Measurement disks{LR"(\LogicalDisk(*)\Free Megabytes)"};
    std::vector<std::wstring> drives;
    for (const PDH_FMT_COUNTERVALUE_ITEM_W& item : disks.items()) {
        if (const std::wstring name = item.szName; name.ends_with(L':')) {
            drives.push_back(name);
        }
    }
    return drives;
}

double free_megabytes(const std::wstring& drive) {
    ULARGE_INTEGER available{};
    REQUIRE(GetDiskFreeSpaceExW((drive + L'\\').c_str(), &available, nullptr, nullptr) != 0);
    return static_cast<double>(available.QuadPart) / (1 << 20);
}

/// How many there are of this name and number.
auto count_listed(const std::wstring& name, DWORD id) {
    const std::vector<std::wstring> names = names_of(id);
    return std::count_if(
        names.begin(), names.end(), [&](const std::wstring& instance) { return is_named(instance, name); });
}

class Handle {
  public:
    explicit Handle(HANDLE handle) : handle_(handle) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    Handle(Handle&&) = delete;
    Handle& operator=(Handle&&) = delete;
    ~Handle() { CloseHandle(handle_); }

    [[nodiscard]] HANDLE get() const { return handle_; }

  private:
    HANDLE handle_;
};

/// A program of Windows that waits for what it is to do, and is ended with this object.
class Child {
  public:
    /// @param command what its command line begins with
    explicit Child(const std::wstring& command = L"cmd.exe") {
        SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
        HANDLE read = nullptr;
        HANDLE write = nullptr;
        REQUIRE(CreatePipe(&read, &write, &inherited, 0) != 0);
        const Handle input(read);
        input_.emplace(write);
        REQUIRE(SetHandleInformation(write, HANDLE_FLAG_INHERIT, 0) != 0);
        const Handle output(CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
            OPEN_EXISTING, 0, nullptr));
        REQUIRE(output.get() != INVALID_HANDLE_VALUE);
        start(command, input.get(), output.get());
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    Child(Child&&) = delete;
    Child& operator=(Child&&) = delete;
    ~Child() {
        TerminateProcess(process_->get(), 0);
        WaitForSingleObject(process_->get(), 600'000);
    }

    [[nodiscard]] DWORD id() const { return GetProcessId(process_->get()); }
    [[nodiscard]] bool lives() const { return WaitForSingleObject(process_->get(), 0) == WAIT_TIMEOUT; }

    /// Lets it keep a processor busy from now on.
    void work() const {
        constexpr std::string_view for_ever = "for /L %i in (0,0,1) do @rem\r\n";
        DWORD written = 0;
        REQUIRE(WriteFile(input_->get(), for_ever.data(), static_cast<DWORD>(for_ever.size()), &written,
                    nullptr) != 0);
        REQUIRE(written == for_ever.size());
    }

    static constexpr const wchar_t* name = L"cmd";

  private:
    void start(std::wstring command, HANDLE input, HANDLE output) {
        STARTUPINFOW startup{};
        startup.cb = sizeof startup;
        startup.dwFlags = STARTF_USESTDHANDLES;
        startup.hStdInput = input;
        startup.hStdOutput = output;
        startup.hStdError = output;
        PROCESS_INFORMATION started{};
        std::array<wchar_t, MAX_PATH> folder{};
        REQUIRE(GetSystemDirectoryW(folder.data(), static_cast<UINT>(folder.size())) != 0);
        const std::wstring program = folder.data() + std::wstring(L"\\cmd.exe");
        REQUIRE(CreateProcessW(program.c_str(), command.data(), nullptr, nullptr, TRUE, DETACHED_PROCESS,
                    nullptr, nullptr, &startup, &started) != 0);
        CloseHandle(started.hThread);
        process_.emplace(started.hProcess);
    }

    std::optional<Handle> input_; // as long as it is open the program waits
    std::optional<Handle> process_;
};

/// Waits until it is these processes that work, and no others. False if that does not come about.
bool work_becomes_that_of(Measurement& times, std::array<bool, 3> working) {
    constexpr double working_percent = 20; // of a processor; a program that waits uses none
    constexpr ULONGLONG patience = 600'000;
    const ULONGLONG start = GetTickCount64();
    while (GetTickCount64() - start < patience) {
        Sleep(200);
        times.collect();
        if (working == std::array{times.value(0) > working_percent, times.value(1) > working_percent,
                           times.value(2) > working_percent}) {
            return true;
        }
    }
    return false;
}

/// The name that the kernel has for a process of it, cut to 15 bytes.
std::wstring kernel_name(DWORD id) {
    const std::wstring path = LR"(\\?\unix\proc\)" + std::to_wstring(id) + LR"(\comm)";
    const Handle file(CreateFileW(
        path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_EXISTING, 0, nullptr));
    REQUIRE(file.get() != INVALID_HANDLE_VALUE);
    std::array<char, 64> text{};
    DWORD size = 0;
    REQUIRE(ReadFile(file.get(), text.data(), static_cast<DWORD>(text.size()), &size, nullptr) != 0);
    std::array<wchar_t, 64> name{};
    const int length = MultiByteToWideChar(
        CP_UTF8, 0, text.data(), static_cast<int>(size), name.data(), static_cast<int>(name.size()));
    REQUIRE(length > 1);
    REQUIRE(name.at(static_cast<std::size_t>(length) - 1) == L'\n');
    return {name.data(), static_cast<std::size_t>(length) - 1};
}

} // namespace

TEST_CASE("FormatMessage finds the text of every status in the DLL") {
    CHECK(statuses.size() > 80);
    for (const Statuses& status : statuses) {
        CAPTURE(std::string(status.name));
        const auto code = static_cast<LONG>(status.code);
        CHECK(message(code) == std::string(pdh_shim_status_text(code)) + "\r\n");
    }
}

TEST_CASE("the DLL is newer than Windows 10's and 11's, and its product has our version") {
    std::array<char, 4096> information{};
    REQUIRE(
        GetFileVersionInfoA("pdh.dll", 0, static_cast<DWORD>(information.size()), information.data()) != 0);
    void* value = nullptr;
    UINT size = 0;
    REQUIRE(
        VerQueryValueA(information.data(), R"(\StringFileInfo\040904B0\ProductName)", &value, &size) != 0);
    CHECK(std::string(static_cast<const char*>(value)) == "pdh-shim");
    REQUIRE(VerQueryValueA(information.data(), "\\", &value, &size) != 0);
    REQUIRE(size == sizeof(VS_FIXEDFILEINFO));
    const auto* const numbers = static_cast<const VS_FIXEDFILEINFO*>(value);
    const std::string file_version = version(numbers->dwFileVersionMS, numbers->dwFileVersionLS);
    const std::string product_version = version(numbers->dwProductVersionMS, numbers->dwProductVersionLS);
    CHECK(file_version == "10.0.65535.0");
    CHECK(product_version == PDH_SHIM_VERSION ".0");
    REQUIRE(
        VerQueryValueA(information.data(), R"(\StringFileInfo\040904B0\FileVersion)", &value, &size) != 0);
    CHECK(std::string(static_cast<const char*>(value)) == "10.0.65535.0");
    REQUIRE(
        VerQueryValueA(information.data(), R"(\StringFileInfo\040904B0\ProductVersion)", &value, &size) != 0);
    CHECK(std::string(static_cast<const char*>(value)) == pdh_shim::version());
}

TEST_CASE("% Processor Time follows a load") {
    // By its number: another run of this program may be in its load at the same time.
    Measurement measurement{processor_time(own_name(), GetCurrentProcessId()),
        LR"(\Processor(_Total)\% Processor Time)", LR"(\Processor(_Total)\% Idle Time)"};
    const ULONGLONG start = GetTickCount64();
    work(500);
    measurement.collect();
    const double passed = static_cast<double>(GetTickCount64() - start);
    const double expected = 500 * 100 / passed;
    const double own = measurement.value(0);
    const double busy = measurement.value(1);
    const double idle = measurement.value(2);
    CAPTURE(passed);
    CAPTURE(own);
    CAPTURE(busy);
    CAPTURE(idle);
    CHECK(own > expected * 0.7);
    CHECK(own < expected * 1.5 + 10);
    SYSTEM_INFO system{};
    GetSystemInfo(&system);
    CHECK(busy > expected * 0.7 / system.dwNumberOfProcessors);
    CHECK(std::abs(busy + idle - 100) <= 1);
}

TEST_CASE("Process lists this program by its name, with Windows' number for it") {
    CHECK(count_listed(own_name(), GetCurrentProcessId()) == 1);
}

TEST_CASE("Process lists programs of one name, started at once, each with its own number") {
    const std::array<Child, 3> children;
    for (const Child& child : children) {
        CAPTURE(child.id());
        CHECK(child.lives());
        CHECK(count_listed(Child::name, child.id()) == 1);
    }
    Measurement times{processor_time(Child::name, children[0].id()),
        processor_time(Child::name, children[1].id()), processor_time(Child::name, children[2].id())};
    children[0].work();
    CHECK(work_becomes_that_of(times, {true, false, false}));
    children[2].work();
    CHECK(work_becomes_that_of(times, {true, false, true}));
}

TEST_CASE("the DLL's Process shows a program by its image's name, not by its command line") {
    const Child child(L"other");
    CHECK(child.lives());
    CHECK(count_listed(Child::name, child.id()) == 1);
}

TEST_CASE("Process lists a process of Linux under its name there, with the kernel's number") {
    const std::wstring name = kernel_name(1);
    const std::vector<std::wstring> listed = names_of(1);
    REQUIRE(listed.size() == 1);
    const bool is_that = listed.front().starts_with(name);
    CHECK(is_that);
    const bool is_program_of_windows = listed.front().find(L".exe") != std::wstring::npos;
    CHECK(!is_program_of_windows);
}

TEST_CASE("LogicalDisk lists the drives of GetLogicalDriveStrings, with free space") {
    const std::vector<std::wstring> drives = drives_of_windows();
    REQUIRE(drives.size() >= 2);
    const bool are_all = listed_drives() == drives;
    CHECK(are_all);
    for (const std::wstring& drive : drives) {
        const double before = free_megabytes(drive);
        Measurement space{LR"(\LogicalDisk()" + drive + LR"()\Free Megabytes)"};
        const double after = free_megabytes(drive);
        constexpr double others = 200; // what other programs may have written or removed besides
        CHECK(space.value(0) >= std::min(before, after) - others);
        CHECK(space.value(0) <= std::max(before, after) + others);
    }
}

TEST_CASE("LogicalDisk lists two drives to one folder, but no CD or dangling drive") {
    const std::vector<std::wstring> drives = listed_drives(); // new_prefix.sh makes them
    const auto is_listed = [&](const wchar_t* drive) {
        return std::ranges::find(drives, drive) != drives.end();
    };
    const bool are_both = is_listed(L"C:") && is_listed(L"D:");
    CHECK(are_both);
    CHECK(GetDriveTypeW(L"G:\\") == DRIVE_CDROM);
    const bool has_cd = is_listed(L"G:");
    CHECK_FALSE(has_cd);
    CHECK(GetDriveTypeW(L"N:\\") == DRIVE_NO_ROOT_DIR);
    const bool has_dangling = is_listed(L"N:");
    CHECK_FALSE(has_dangling);
}

TEST_CASE("PhysicalDisk has the drives in its names whose transfers LogicalDisk has") {
    Measurement volumes{LR"(\LogicalDisk(*)\Current Disk Queue Length)"};
    Measurement disks{LR"(\PhysicalDisk(*)\Current Disk Queue Length)"};
    std::wstring names;
    for (const PDH_FMT_COUNTERVALUE_ITEM_W& item : disks.items()) {
        names += item.szName + std::wstring(L" ");
    }
    for (const PDH_FMT_COUNTERVALUE_ITEM_W& item : volumes.items()) {
        const std::wstring name = item.szName;
        if (name.ends_with(L':') && item.FmtValue.CStatus == ERROR_SUCCESS) {
            const bool is_named = names.find(L" " + name + L" ") != std::wstring::npos;
            CHECK(is_named);
        }
    }
}

TEST_CASE("GPU objects can be added on any machine, and have instances or none") {
    for (const std::wstring path : {LR"(\GPU Engine(*)\Utilization Percentage)",
             LR"(\GPU Engine(*)\Running Time)", LR"(\GPU Adapter Memory(*)\Dedicated Usage)",
             LR"(\GPU Process Memory(*)\Total Committed)", LR"(\GPU Local Adapter Memory(*)\Local Usage)",
             LR"(\GPU Non Local Adapter Memory(*)\Non Local Usage)"}) {
        PDH_HQUERY query = nullptr;
        PDH_HCOUNTER counter = nullptr;
        REQUIRE(PdhOpenQueryW(nullptr, 0, &query) == ERROR_SUCCESS);
        CHECK(PdhAddEnglishCounterW(query, path.c_str(), 0, &counter) == ERROR_SUCCESS);
        PdhCollectQueryData(query);
        DWORD size = 0;
        DWORD count = 0;
        const PDH_STATUS status = PdhGetRawCounterArrayW(counter, &size, &count, nullptr);
        const bool is_list = status == static_cast<PDH_STATUS>(PDH_MORE_DATA) ||
                             status == static_cast<PDH_STATUS>(PDH_CSTATUS_NO_INSTANCE);
        CHECK(is_list);
        PdhCloseQuery(query);
    }
}

TEST_CASE("no DLL for windows is loaded for counters") {
    const bool has_windows =
        GetModuleHandleW(L"user32.dll") != nullptr || GetModuleHandleW(L"gdi32.dll") != nullptr;
    CHECK_FALSE(has_windows);
}

TEST_CASE("windows: without a display a dialog ends at once, as if cancelled") {
    std::array<wchar_t, 100> text{};
    PDH_BROWSE_DLG_CONFIG_W dialog{};
    dialog.szReturnPathBuffer = text.data();
    dialog.cchReturnPathLength = static_cast<DWORD>(text.size());
    CHECK(static_cast<DWORD>(PdhBrowseCountersW(&dialog)) == DWORD{PDH_DIALOG_CANCELLED});
    DWORD size = static_cast<DWORD>(text.size());
    CHECK(static_cast<DWORD>(PdhSelectDataSourceW(nullptr, 0, text.data(), &size)) ==
          DWORD{PDH_DIALOG_CANCELLED});
}
