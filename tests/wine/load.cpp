// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Times how long it takes to load pdh.dll, the one beside the program and Wine's own in turn, and what that
// adds to the working set. Ours may take 1.5 times as long, and 2 MB. Run by wine.sh.
#include <windows.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <psapi.h> // after windows.h
#include <string>
#include <vector>

namespace {

constexpr double most_times = 1.5;
constexpr double most_megabytes = 2;

double microseconds() {
    LARGE_INTEGER count{};
    LARGE_INTEGER frequency{};
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return static_cast<double>(count.QuadPart) * 1e6 / static_cast<double>(frequency.QuadPart);
}

double working_set_megabytes() {
    PROCESS_MEMORY_COUNTERS memory{};
    K32GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory);
    return static_cast<double>(memory.WorkingSetSize) / (1 << 20);
}

std::wstring folder_of_program() {
    std::array<wchar_t, 1024> file{};
    const DWORD length = GetModuleFileNameW(nullptr, file.data(), static_cast<DWORD>(file.size()));
    const std::wstring name(file.data(), length);
    return name.substr(0, name.rfind(L'\\'));
}

std::wstring system_folder() {
    std::array<wchar_t, MAX_PATH> folder{};
    const UINT length = GetSystemDirectoryW(folder.data(), static_cast<UINT>(folder.size()));
    return {folder.data(), length};
}

class Dll {
  public:
    Dll(const std::wstring& folder, bool is_ours) : file_(folder + L"\\pdh.dll"), is_ours_(is_ours) {}

    /// Loads it once, and notes how long that took.
    void load() {
        const double memory = working_set_megabytes();
        const double start = microseconds();
        const HMODULE module = LoadLibraryW(file_.c_str());
        times_.push_back(microseconds() - start);
        megabytes_.push_back(working_set_megabytes() - memory);
        const bool is_ours = module != nullptr && GetProcAddress(module, "pdh_shim_status_name") != nullptr;
        if (module == nullptr || is_ours != is_ours_) {
            std::puts("the wrong DLL was loaded");
            std::exit(EXIT_FAILURE);
        }
        FreeLibrary(module);
    }

    [[nodiscard]] double time() { return median(times_); }
    [[nodiscard]] double megabytes() { return median(megabytes_); }

  private:
    static double median(std::vector<double>& values) {
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::ranges::nth_element(values, middle);
        return *middle;
    }

    std::wstring file_;
    bool is_ours_;
    std::vector<double> times_;
    std::vector<double> megabytes_;
};

} // namespace

int main() {
    for (const wchar_t* const name : {L"advapi32.dll", L"msvcrt.dll", L"ucrtbase.dll"}) {
        LoadLibraryW(name); // what programs have anyway
    }
    Dll ours(folder_of_program(), true);
    Dll builtin(system_folder(), false);
    constexpr int loads = 101;
    for (int i = 0; i < loads; ++i) { // in turn, as the machine may be slow for a while
        ours.load();
        builtin.load();
    }
    const double times = ours.time() / builtin.time();
    std::printf("LoadLibrary: pdh-shim %.0f us and %.2f MB, builtin %.0f us and %.2f MB; %.2f of its time\n",
        ours.time(), ours.megabytes(), builtin.time(), builtin.megabytes(), times);
    return times <= most_times && ours.megabytes() <= most_megabytes ? EXIT_SUCCESS : EXIT_FAILURE;
}
