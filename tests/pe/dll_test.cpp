// What is particular to the DLL: its resources, and the numbers of the programs of Windows.
#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>
#include <windows.h>

#include <doctest/doctest.h>

#include <array>
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

struct Statuses {
    std::string_view name;
    std::uint32_t code;
};

constexpr auto statuses = std::to_array<Statuses>({
#define STATUS(name, constant, value, text) {#constant, value},
#include "base/status.inc"
#undef STATUS
});

/// A query with one counter, collected twice with work in between.
class Measurement {
  public:
    explicit Measurement(const wchar_t* path) {
        REQUIRE(PdhOpenQueryW(nullptr, 0, &query_) == ERROR_SUCCESS);
        REQUIRE(PdhAddEnglishCounterW(query_, path, 0, &counter_) == ERROR_SUCCESS);
        REQUIRE(PdhCollectQueryData(query_) == ERROR_SUCCESS);
    }
    Measurement(const Measurement&) = delete;
    Measurement& operator=(const Measurement&) = delete;
    Measurement(Measurement&&) = delete;
    Measurement& operator=(Measurement&&) = delete;
    ~Measurement() { PdhCloseQuery(query_); }

    double value() {
        REQUIRE(PdhCollectQueryData(query_) == ERROR_SUCCESS);
        PDH_FMT_COUNTERVALUE value{};
        REQUIRE(PdhGetFormattedCounterValue(counter_, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, nullptr, &value) ==
                ERROR_SUCCESS);
        return value.doubleValue;
    }

    std::vector<PDH_FMT_COUNTERVALUE_ITEM_W> items() {
        DWORD size = 0;
        DWORD count = 0;
        PdhGetFormattedCounterArrayW(counter_, PDH_FMT_LARGE, &size, &count, nullptr);
        memory_.resize(size / sizeof(PDH_FMT_COUNTERVALUE_ITEM_W) + 1);
        REQUIRE(PdhGetFormattedCounterArrayW(counter_, PDH_FMT_LARGE, &size, &count, memory_.data()) ==
                ERROR_SUCCESS);
        return {memory_.begin(), memory_.begin() + static_cast<std::ptrdiff_t>(count)};
    }

  private:
    PDH_HQUERY query_ = nullptr;
    PDH_HCOUNTER counter_ = nullptr;
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

} // namespace

TEST_CASE("FormatMessage finds the text of every status in the DLL") {
    CHECK(statuses.size() > 80);
    for (const Statuses& status : statuses) {
        CAPTURE(std::string(status.name));
        const auto code = static_cast<LONG>(status.code);
        CHECK(message(code) == std::string(pdh_shim_status_text(code)) + "\r\n");
    }
}

TEST_CASE("the DLL tells its version") {
    std::array<char, 4096> information{};
    REQUIRE(
        GetFileVersionInfoA("pdh.dll", 0, static_cast<DWORD>(information.size()), information.data()) != 0);
    void* value = nullptr;
    UINT size = 0;
    REQUIRE(
        VerQueryValueA(information.data(), R"(\StringFileInfo\040904B0\ProductName)", &value, &size) != 0);
    CHECK(std::string(static_cast<const char*>(value)) == "pdh-shim");
    REQUIRE(VerQueryValueA(information.data(), "\\", &value, &size) != 0);
    CHECK(size == sizeof(VS_FIXEDFILEINFO));
    REQUIRE(
        VerQueryValueA(information.data(), R"(\StringFileInfo\040904B0\ProductVersion)", &value, &size) != 0);
    CHECK(std::string(static_cast<const char*>(value)) == PDH_SHIM_VERSION);
}

TEST_CASE("% Processor Time follows a load") {
    Measurement processors(LR"(\Processor(_Total)\% Idle Time)");
    Measurement process((LR"(\Process()" + own_name() + LR"()\% Processor Time)").c_str());
    const ULONGLONG start = GetTickCount64();
    work(500);
    const double passed = static_cast<double>(GetTickCount64() - start);
    const double expected = 500 * 100 / passed;
    const double own = process.value();
    CAPTURE(passed);
    CAPTURE(own);
    CHECK(own > expected * 0.7);
    CHECK(own < expected * 1.5 + 10);
    SYSTEM_INFO system{};
    GetSystemInfo(&system);
    const double idle = processors.value();
    CHECK(idle < 100 - expected * 0.7 / system.dwNumberOfProcessors);
}

TEST_CASE("Process lists this program under its name, with the number that Windows' functions know it by") {
    Measurement numbers(LR"(\Process(*)\ID Process)");
    int found = 0;
    for (const PDH_FMT_COUNTERVALUE_ITEM_W& item : numbers.items()) {
        if (item.szName == own_name() &&
            item.FmtValue.largeValue == static_cast<LONGLONG>(GetCurrentProcessId())) {
            ++found;
        }
    }
    CHECK(found == 1);
}

TEST_CASE("windows: without a display a dialog is over at once, as if cancelled") {
    std::array<wchar_t, 100> text{};
    PDH_BROWSE_DLG_CONFIG_W dialog{};
    dialog.szReturnPathBuffer = text.data();
    dialog.cchReturnPathLength = static_cast<DWORD>(text.size());
    CHECK(static_cast<DWORD>(PdhBrowseCountersW(&dialog)) == DWORD{PDH_DIALOG_CANCELLED});
    DWORD size = static_cast<DWORD>(text.size());
    CHECK(static_cast<DWORD>(PdhSelectDataSourceW(nullptr, 0, text.data(), &size)) ==
          DWORD{PDH_DIALOG_CANCELLED});
}
