// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The source `windows` beside the source `linux`, under Wine on Linux: each of its values lies between two of
// the kernel's that were taken before and after it, however many programs run meanwhile. What the two
// understand in another way is taken into account where it says so.
#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>
#include <windows.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

/// The raw value of each path without its machine.
using Values = std::map<std::wstring, PDH_RAW_COUNTER>;

std::vector<std::wstring> split(const std::vector<wchar_t>& list) {
    std::vector<std::wstring> items;
    for (const wchar_t* item = list.data(); *item != L'\0'; item += items.back().size() + 1) {
        items.emplace_back(item);
    }
    return items;
}

std::vector<std::wstring> expand(const std::wstring& wildcard) {
    DWORD size = 0;
    if (PdhExpandWildCardPathW(nullptr, wildcard.c_str(), nullptr, &size, 0) !=
        static_cast<PDH_STATUS>(PDH_MORE_DATA)) {
        return {};
    }
    std::vector<wchar_t> list(size + 4096); // more processes may come
    size = static_cast<DWORD>(list.size());
    if (PdhExpandWildCardPathW(nullptr, wildcard.c_str(), list.data(), &size, 0) != ERROR_SUCCESS) {
        return {};
    }
    return split(list);
}

/// The path without the machine, as `\Object(instance)\Counter`.
std::wstring without_machine(const std::wstring& path) {
    return path.substr(path.find(L'\\', 2));
}

/// A query of one source, whatever is chosen later.
class Query {
  public:
    Query(const char* source, const std::vector<std::wstring>& wildcards) {
        REQUIRE(pdh_shim_set_sources(source) == ERROR_SUCCESS);
        REQUIRE(PdhOpenQueryW(nullptr, 0, &query_) == ERROR_SUCCESS);
        for (const std::wstring& wildcard : wildcards) {
            for (const std::wstring& path : expand(wildcard)) {
                add(without_machine(path));
            }
        }
    }
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;
    Query(Query&&) = delete;
    Query& operator=(Query&&) = delete;
    ~Query() { PdhCloseQuery(query_); }

    Values collect() {
        REQUIRE(PdhCollectQueryData(query_) == ERROR_SUCCESS);
        Values values;
        for (const auto& [path, counter] : counters_) {
            PDH_RAW_COUNTER raw{};
            if (PdhGetRawCounterValue(counter, nullptr, &raw) == ERROR_SUCCESS &&
                raw.CStatus == ERROR_SUCCESS) {
                values[path] = raw;
            }
        }
        return values;
    }

  private:
    void add(const std::wstring& path) {
        PDH_HCOUNTER counter = nullptr;
        if (PdhAddEnglishCounterW(query_, path.c_str(), 0, &counter) == ERROR_SUCCESS) {
            counters_[path] = counter;
        }
    }

    PDH_HQUERY query_ = nullptr;
    std::map<std::wstring, PDH_HCOUNTER> counters_;
};

/// How far a value may lie outside of the two of the kernel: the source of Windows counts something more or
/// less.
struct Slack {
    const wchar_t* path; ///< a part of it
    LONGLONG below;
    LONGLONG above;
};

/// The first line of a file of the kernel that begins with this word: the numbers behind it.
std::vector<LONGLONG> numbers_of(const char* file, const std::string& word) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string first;
        words >> first;
        if (first == word) {
            return {std::istream_iterator<LONGLONG>(words), std::istream_iterator<LONGLONG>()};
        }
    }
    return {};
}

/// What Wine does not count as idle, and for guests twice, of all processors together; in units of 100 ns.
LONGLONG counted_otherwise() {
    std::vector<LONGLONG> ticks = numbers_of(R"(\\?\unix\proc\stat)", "cpu");
    ticks.resize(10);
    return (ticks[4] + ticks[7] + ticks[8] + ticks[9]) * 100'000; // iowait, steal, guest, guest_nice
}

/// What Wine 8 takes for available, in bytes.
LONGLONG spare_memory() {
    LONGLONG kilobytes = 0;
    for (const char* const name : {"MemFree:", "Buffers:", "Cached:"}) {
        const auto numbers = numbers_of(R"(\\?\unix\proc\meminfo)", name);
        kilobytes += numbers.empty() ? 0 : numbers.front();
    }
    return kilobytes * 1024;
}

std::wstring counter_of(const std::wstring& path) {
    return path.substr(path.rfind(L'\\') + 1);
}

/// Which value of which process: the name without `#index`, the ID Process, and the counter.
using OfProcess = std::tuple<std::wstring, LONGLONG, std::wstring>;

/// The values of the processes by their ids: the kernel's list has the programs of other prefixes, too, so
/// that the same name and index may be another process there. Without those that are in the list twice, and
/// without ended ones.
std::map<OfProcess, LONGLONG> by_process(const Values& values) {
    std::map<std::wstring, LONGLONG> ids; // of an instance as in the path, `\Process(name#1)`
    for (const auto& [path, raw] : values) {
        if (counter_of(path) == L"ID Process") {
            ids[path.substr(0, path.rfind(L'\\'))] = raw.FirstValue;
        }
    }
    std::map<std::pair<std::wstring, LONGLONG>, int> processes; // how often name and id are there
    const auto name_of = [](const std::wstring& instance) {
        return instance.substr(0, instance.find_first_of(L"#)"));
    };
    for (const auto& [instance, id] : ids) {
        ++processes[{name_of(instance), id}];
    }
    std::map<OfProcess, LONGLONG> found;
    for (const auto& [path, raw] : values) {
        const std::wstring instance = path.substr(0, path.rfind(L'\\'));
        const auto id = ids.find(instance);
        if (id != ids.end() && id->second != 0 && processes[{name_of(instance), id->second}] == 1) {
            found[{name_of(instance), id->second, counter_of(path)}] = raw.FirstValue;
        }
    }
    return found;
}

LONGLONG available_in(const Values& values) {
    const auto found = values.find(L"\\Memory\\Available Bytes");
    return found == values.end() ? 0 : found->second.FirstValue;
}

} // namespace

TEST_CASE("each value lies between two of the kernel's") {
    constexpr LONGLONG tick = 200'000; // two steps of a processor's times
    const std::vector<std::wstring> machine{L"\\Processor(*)\\*", L"\\Processor Information(*)\\*",
        L"\\Memory\\*", L"\\System\\*", L"\\Paging File(*)\\*", L"\\LogicalDisk(*)\\*",
        L"\\Network Interface(*)\\*", L"\\IPv4\\*", L"\\IPv6\\*", L"\\TCPv4\\*", L"\\UDPv4\\*", L"\\UDPv6\\*",
        L"\\ICMP\\*"};
    Query kernel("linux", machine);
    Query windows("windows", machine);
    constexpr LONGLONG some_memory = 64LL << 20U; // that others take and give back between three looks
    // These go up and down: a program that ends between the looks gives back hundreds of MiB, or closes its
    // connections. So one of the rounds is enough for them.
    std::map<std::wstring, bool> gauges;
    int compared = 0;
    for (int round = 0; round < 3; ++round) {
        const Values before = kernel.collect();
        const Values seen = windows.collect();
        const Values after = kernel.collect();
        const LONGLONG others = counted_otherwise() + tick;
        const LONGLONG uncached = some_memory + std::max(0LL, available_in(after) - spare_memory());
        // The kernel's uptime follows the time servers, by up to a thousandth; this one does not.
        const auto another_clock = static_cast<LONGLONG>(10'000'000 + GetTickCount64() * 10);
        const std::vector<Slack> slacks{{L"% Processor Time", others, tick}, {L"% Idle Time", others, tick},
            {L"% Privileged Time", tick, others}, {L"% User Time", tick, tick},
            {L"Available Bytes", uncached, some_memory},
            {L"Available KBytes", uncached >> 10U, some_memory >> 10U},
            {L"Available MBytes", uncached >> 20U, some_memory >> 20U}, {L"Free Megabytes", 64, 64},
            {L"% Free Space", 64, 64}, {L"System Up Time", another_clock, another_clock}};
        for (const auto& [path, raw] : seen) {
            if (!before.contains(path) || !after.contains(path)) {
                continue;
            }
            const std::wstring counter = counter_of(path);
            // These have another meaning: what is in use, Windows' limit, the programs of the prefix.
            if (counter == L"Committed Bytes" || counter == L"% Committed Bytes In Use" ||
                counter == L"Commit Limit" || counter == L"Processes" || counter == L"Threads" ||
                (path.starts_with(L"\\LogicalDisk(_Total)"))) {
                continue;
            }
            LONGLONG low = std::min(before.at(path).FirstValue, after.at(path).FirstValue);
            LONGLONG high = std::max(before.at(path).FirstValue, after.at(path).FirstValue);
            for (const Slack& slack : slacks) {
                if (counter == slack.path) {
                    low -= slack.below;
                    high += slack.above;
                }
            }
            ++compared;
            if (counter.starts_with(L"Available ") || counter == L"Connections Established") {
                gauges[counter] |= raw.FirstValue >= low && raw.FirstValue <= high;
                continue;
            }
            CAPTURE(std::string(path.begin(), path.end()));
            CHECK(raw.FirstValue >= low);
            CHECK(raw.FirstValue <= high);
        }
    }
    CHECK(compared > 3 * 30);
    CHECK(gauges.size() == 4);
    for (const auto& [counter, lies_between] : gauges) {
        CAPTURE(std::string(counter.begin(), counter.end()));
        CHECK(lies_between);
    }
}

namespace {

// How far a value of a counter of processes may be outside the kernel's; none for counters of other kinds.
// The kernel's numbers of memory lag behind by some pages for each processor.
std::optional<LONGLONG> slack_of(const std::wstring& counter) {
    constexpr LONGLONG tick = 200'000;
    constexpr LONGLONG page = 4096;
    if (counter == L"% Processor Time" || counter == L"% User Time" || counter == L"% Privileged Time") {
        return tick;
    }
    if (counter.find(L"Bytes") != std::wstring::npos || counter.starts_with(L"Working Set")) {
        return 512 * page;
    }
    const bool is_same = counter == L"ID Process" || counter == L"Creating Process ID";
    return is_same ? std::optional<LONGLONG>(0) : std::nullopt;
}

// What one sample of the processes has, with one of the kernel before it and one after it.
struct Bracketed {
    int compared = 0;
    std::string outside; // counters whose values are not between the kernel's, a line each
};

Bracketed compare_processes(Query& kernel, Query& windows) {
    const auto before = by_process(kernel.collect());
    const auto seen = by_process(windows.collect());
    const auto after = by_process(kernel.collect());
    Bracketed result;
    for (const auto& [key, value] : seen) {
        const std::wstring& counter = std::get<2>(key);
        const auto slack = slack_of(counter);
        if (!slack || !before.contains(key) || !after.contains(key)) {
            continue;
        }
        ++result.compared;
        const auto [low, high] = std::minmax({before.at(key), after.at(key)});
        if (value < low - *slack || value > high + *slack) {
            const std::wstring label = std::get<0>(key) + L")\\" + counter;
            result.outside += std::string(label.begin(), label.end()) + ": " + std::to_string(low) + ", " +
                              std::to_string(value) + ", " + std::to_string(high) + "\n";
        }
    }
    return result;
}

} // namespace

// Programs of other tests may have a thread, and its stack, between two of the kernel's samples.
TEST_CASE("each value of a process of the prefix lies between two of the kernel's") {
    constexpr int attempts = 10;
    const std::vector<std::wstring> processes{L"\\Process(*)\\*"};
    Query kernel("linux", processes);
    Query windows("windows", processes);
    Bracketed result = compare_processes(kernel, windows);
    for (int i = 1; i < attempts && !result.outside.empty(); ++i) {
        result = compare_processes(kernel, windows);
    }
    CHECK(result.outside == "");
    CHECK(result.compared >= 8);
}

TEST_CASE("number and priority are the ones of Windows' functions") {
    Query windows("windows", {L"\\Process(windows_source_test*)\\*"});
    const HANDLE process = GetCurrentProcess();
    const auto value = [&](const wchar_t* counter) {
        const Values values = windows.collect();
        const auto found =
            std::ranges::find_if(values, [&](const auto& item) { return counter_of(item.first) == counter; });
        REQUIRE(found != values.end());
        return found->second.FirstValue;
    };
    for (const auto& [priority, base] :
        {std::pair{NORMAL_PRIORITY_CLASS, 8}, std::pair{BELOW_NORMAL_PRIORITY_CLASS, 6},
            std::pair{IDLE_PRIORITY_CLASS, 4}, std::pair{NORMAL_PRIORITY_CLASS, 8}}) {
        REQUIRE(SetPriorityClass(process, static_cast<DWORD>(priority)) != 0);
        CHECK(value(L"Priority Base") == base);
    }
    CHECK(value(L"ID Process") == GetCurrentProcessId());
}

TEST_CASE("a program in Visual Basic reads the load of the machine, as VARA does") {
    REQUIRE(pdh_shim_set_sources("windows") == ERROR_SUCCESS);
    PDH_HQUERY query = nullptr;
    REQUIRE(PdhVbOpenQuery(&query) == ERROR_SUCCESS);
    PDH_HCOUNTER counter = nullptr;
    REQUIRE(PdhVbAddCounter(query, R"(\Processor(_Total)\% Processor Time)", &counter) == ERROR_SUCCESS);
    REQUIRE(PdhCollectQueryData(query) == ERROR_SUCCESS);
    const DWORD start = GetTickCount();
    while (GetTickCount() - start < 50) { // the load of this program
    }
    REQUIRE(PdhCollectQueryData(query) == ERROR_SUCCESS);
    PDH_STATUS status = -1;
    const double load = PdhVbGetDoubleCounterValue(counter, &status);
    CHECK(PdhVbIsGoodStatus(status) != 0);
    CHECK(load > 0);
    CHECK(load <= 100);
    CHECK(PdhCloseQuery(query) == ERROR_SUCCESS);
}
