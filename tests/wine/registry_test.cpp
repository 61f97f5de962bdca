// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The registry source, with what Wine's registry has in HKEY_PERFORMANCE_DATA: the objects of the performance
// DLLs that are registered in it. The one of the samples is, for as long as a case needs it.
#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>
#include <windows.h>

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

using namespace std::string_literals;

namespace {

constexpr LONGLONG ten_seconds = 100'000'000;

const wchar_t* const service_key = L"SYSTEM\\CurrentControlSet\\Services\\WidgetPerf";
const wchar_t* const performance_key = L"SYSTEM\\CurrentControlSet\\Services\\WidgetPerf\\Performance";

constexpr DWORD first_counter = 6000; // as in samples/performance_dll/widget_perf.ini

/// A key of HKEY_LOCAL_MACHINE, made if need be.
class Key {
  public:
    explicit Key(const wchar_t* name) {
        REQUIRE(RegCreateKeyExW(HKEY_LOCAL_MACHINE, name, 0, nullptr, 0, KEY_ALL_ACCESS, nullptr, &key_,
                    nullptr) == ERROR_SUCCESS);
    }
    Key(const Key&) = delete;
    Key& operator=(const Key&) = delete;
    Key(Key&&) = delete;
    Key& operator=(Key&&) = delete;
    ~Key() { RegCloseKey(key_); }

    void set(const wchar_t* value, DWORD type, const std::wstring& text) {
        const auto* const bytes = reinterpret_cast<const BYTE*>(text.c_str());
        const auto size = static_cast<DWORD>((text.size() + 1) * sizeof(wchar_t));
        CHECK(RegSetValueExW(key_, value, 0, type, bytes, size) == ERROR_SUCCESS);
    }
    void set(const wchar_t* value, DWORD number) {
        const auto* const bytes = reinterpret_cast<const BYTE*>(&number);
        CHECK(RegSetValueExW(key_, value, 0, REG_DWORD, bytes, sizeof number) == ERROR_SUCCESS);
    }

  private:
    HKEY key_ = nullptr;
};

std::wstring beside_program(const wchar_t* name) {
    std::array<wchar_t, 1024> program{};
    GetModuleFileNameW(nullptr, program.data(), static_cast<DWORD>(program.size()));
    const std::wstring file = program.data();
    return file.substr(0, file.rfind(L'\\') + 1) + name;
}

/// The performance DLL beside this program, registered while it lives. It is held in memory: its numbers go
/// on from sample to sample, whenever Wine lets go of it.
class Registration {
  public:
    Registration() {
        const std::wstring library = beside_program(L"widget_perf.dll");
        library_ = LoadLibraryW(library.c_str());
        REQUIRE(library_ != nullptr);
        Key performance(performance_key);
        performance.set(L"Library", REG_SZ, library);
        performance.set(L"Open", REG_SZ, L"OpenPerfData");
        performance.set(L"Collect", REG_SZ, L"CollectPerfData");
        performance.set(L"Close", REG_SZ, L"ClosePerfData");
        performance.set(L"First Counter", first_counter);
        performance.set(L"First Help", first_counter + 1);
        performance.set(L"Last Counter", first_counter + 14);
        performance.set(L"Last Help", first_counter + 15);
        // Where the library looks for objects that were not there before.
        CHECK(pdh_shim_advance_clock(ten_seconds) == ERROR_SUCCESS);
    }
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;
    Registration(Registration&&) = delete;
    Registration& operator=(Registration&&) = delete;
    ~Registration() {
        RegDeleteKeyW(HKEY_LOCAL_MACHINE, performance_key);
        RegDeleteKeyW(HKEY_LOCAL_MACHINE, service_key);
        FreeLibrary(library_);
    }

  private:
    HMODULE library_ = nullptr;
};

class Query {
  public:
    Query() { REQUIRE(PdhOpenQueryW(nullptr, 0, &query_) == ERROR_SUCCESS); }
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;
    Query(Query&&) = delete;
    Query& operator=(Query&&) = delete;
    ~Query() { PdhCloseQuery(query_); }

    PDH_HCOUNTER add_english(const wchar_t* path) {
        PDH_HCOUNTER counter = nullptr;
        REQUIRE(PdhAddEnglishCounterW(query_, path, 0, &counter) == ERROR_SUCCESS);
        return counter;
    }
    PDH_HCOUNTER add(const wchar_t* path) {
        PDH_HCOUNTER counter = nullptr;
        REQUIRE(PdhAddCounterW(query_, path, 0, &counter) == ERROR_SUCCESS);
        return counter;
    }
    PDH_STATUS try_add(const wchar_t* path) {
        PDH_HCOUNTER counter = nullptr;
        return PdhAddCounterW(query_, path, 0, &counter);
    }
    PDH_STATUS try_collect() { return PdhCollectQueryData(query_); }
    void collect() { REQUIRE(try_collect() == ERROR_SUCCESS); }

  private:
    PDH_HQUERY query_ = nullptr;
};

double value_of(PDH_HCOUNTER counter) {
    PDH_FMT_COUNTERVALUE value{};
    REQUIRE(PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, nullptr, &value) == ERROR_SUCCESS);
    return value.doubleValue;
}

PDH_RAW_COUNTER raw_of(PDH_HCOUNTER counter) {
    PDH_RAW_COUNTER raw{};
    REQUIRE(PdhGetRawCounterValue(counter, nullptr, &raw) == ERROR_SUCCESS);
    return raw;
}

using Values = std::map<std::wstring, double>; // by instance

Values values_of(PDH_HCOUNTER counter) {
    DWORD size = 0;
    DWORD count = 0;
    PdhGetFormattedCounterArrayW(counter, PDH_FMT_DOUBLE, &size, &count, nullptr);
    std::vector<PDH_FMT_COUNTERVALUE_ITEM_W> items(size / sizeof(PDH_FMT_COUNTERVALUE_ITEM_W) + 1);
    REQUIRE(
        PdhGetFormattedCounterArrayW(counter, PDH_FMT_DOUBLE, &size, &count, items.data()) == ERROR_SUCCESS);
    items.resize(count);
    Values values;
    for (const auto& item : items) {
        CHECK(item.FmtValue.CStatus == static_cast<DWORD>(PDH_CSTATUS_VALID_DATA));
        values[item.szName] = item.FmtValue.doubleValue;
    }
    return values;
}

std::vector<std::wstring> objects() {
    std::wstring list(4096, L'\0');
    auto size = static_cast<DWORD>(list.size());
    const PDH_STATUS status = PdhEnumObjectsW(nullptr, nullptr, list.data(), &size, PERF_DETAIL_WIZARD, TRUE);
    REQUIRE(status == ERROR_SUCCESS);
    std::vector<std::wstring> names;
    for (const wchar_t* name = list.c_str(); *name != L'\0'; name += names.back().size() + 1) {
        names.emplace_back(name);
    }
    return names;
}

/// A copy of the performance DLL that says that it is for programs of the other width, registered for a
/// service of its own while it lives.
class OtherWidth {
  public:
    OtherWidth() {
        const std::wstring library = beside_program(L"widget_perf.dll");
        const HANDLE from =
            CreateFileW(library.c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING, 0, nullptr);
        REQUIRE(from != INVALID_HANDLE_VALUE);
        std::vector<char> bytes(GetFileSize(from, nullptr));
        DWORD moved = 0;
        REQUIRE(ReadFile(from, bytes.data(), static_cast<DWORD>(bytes.size()), &moved, nullptr) != 0);
        CloseHandle(from);
        auto* const header = reinterpret_cast<IMAGE_NT_HEADERS*>(
            bytes.data() + reinterpret_cast<const IMAGE_DOS_HEADER*>(bytes.data())->e_lfanew);
        header->FileHeader.Machine = header->FileHeader.Machine == IMAGE_FILE_MACHINE_AMD64
                                         ? IMAGE_FILE_MACHINE_I386
                                         : IMAGE_FILE_MACHINE_AMD64;
        const HANDLE to = CreateFileW(file_.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS, 0, nullptr);
        REQUIRE(to != INVALID_HANDLE_VALUE);
        REQUIRE(WriteFile(to, bytes.data(), static_cast<DWORD>(bytes.size()), &moved, nullptr) != 0);
        CloseHandle(to);
        Key performance(key);
        performance.set(L"Library", REG_SZ, file_);
        performance.set(L"Open", REG_SZ, L"OpenPerfData");
        performance.set(L"Collect", REG_SZ, L"CollectPerfData");
        performance.set(L"Close", REG_SZ, L"ClosePerfData");
    }
    OtherWidth(const OtherWidth&) = delete;
    OtherWidth& operator=(const OtherWidth&) = delete;
    OtherWidth(OtherWidth&&) = delete;
    OtherWidth& operator=(OtherWidth&&) = delete;
    ~OtherWidth() {
        RegDeleteKeyW(HKEY_LOCAL_MACHINE, key);
        RegDeleteKeyW(HKEY_LOCAL_MACHINE, service);
        DeleteFileW(file_.c_str());
    }

  private:
    static constexpr const wchar_t* service = L"SYSTEM\\CurrentControlSet\\Services\\AWidthPerf";
    static constexpr const wchar_t* key = L"SYSTEM\\CurrentControlSet\\Services\\AWidthPerf\\Performance";

    std::wstring file_ = beside_program(L"other_width_perf.dll");
};

const auto frozen = pdh_shim_freeze_clock(0);

} // namespace

TEST_CASE("a registry without performance DLLs has no objects, which is not an error") {
    REQUIRE(frozen == ERROR_SUCCESS);
    CHECK(objects().empty());
    Query query;
    CHECK(query.try_add(L"\\Processor(_Total)\\% Processor Time") == PDH_CSTATUS_NO_OBJECT);
}

TEST_CASE("a performance DLL registered at run time: names, help texts, instances") {
    const Registration registration;
    CHECK(objects() == std::vector<std::wstring>{L"Widget", L"Widget Factory"});

    std::array<wchar_t, 64> name{};
    auto size = static_cast<DWORD>(name.size());
    CHECK(PdhLookupPerfNameByIndexW(nullptr, 6008, name.data(), &size) == ERROR_SUCCESS);
    CHECK(name.data() == L"Queue Length"s);

    Query query;
    const PDH_HCOUNTER queue = query.add(L"\\Widget(lathe)\\Queue Length");
    std::vector<PDH_COUNTER_INFO_W> info(64);
    size = static_cast<DWORD>(info.size() * sizeof(PDH_COUNTER_INFO_W));
    REQUIRE(PdhGetCounterInfoW(queue, TRUE, &size, info.data()) == ERROR_SUCCESS);
    CHECK(info[0].szExplainText == L"Items that wait for a widget now."s);
    query.collect();
    CHECK(value_of(queue) == 1);
    CHECK(query.try_add(L"\\Widget(lathe)\\Colour") == PDH_CSTATUS_NO_COUNTER);
}

TEST_CASE("counters have the values of a performance DLL in the registry") {
    const Registration registration;
    Query query;
    const PDH_HCOUNTER hits = query.add(L"\\Widget(*)\\% Hits");
    const PDH_HCOUNTER queue = query.add(L"\\Widget(*)\\Queue Length");
    const PDH_HCOUNTER items = query.add(L"\\Widget(press)\\Items/sec");
    const PDH_HCOUNTER stock = query.add(L"\\Widget Factory\\Stock");
    const PDH_HCOUNTER unnamed = query.add_english(L"\\#6000(press)\\#6008"); // Wine knows no names
    const PDH_HCOUNTER english = query.add_english(L"\\Widget(press)\\Queue Length");
    const PDH_HCOUNTER orders = query.add(L"\\Widget Factory\\Orders/sec");
    query.collect();
    const PDH_RAW_COUNTER before = raw_of(items);
    query.collect();
    const PDH_RAW_COUNTER after = raw_of(items);

    CHECK(values_of(hits) == Values{{L"drill", 25}, {L"lathe", 50}, {L"press", 75}});
    CHECK(values_of(queue) == Values{{L"drill", 0}, {L"lathe", 1}, {L"press", 2}});
    CHECK(value_of(stock) == 42);
    CHECK(value_of(unnamed) == 2);
    CHECK(value_of(english) == 2);
    LONGLONG frequency = 0;
    REQUIRE(PdhGetCounterTimeBase(items, &frequency) == ERROR_SUCCESS);
    CHECK(after.FirstValue - before.FirstValue == 30); // a widget's life has gone on by one sample
    CHECK(after.SecondValue > before.SecondValue);
    const double seconds =
        static_cast<double>(after.SecondValue - before.SecondValue) / static_cast<double>(frequency);
    CHECK(value_of(items) == doctest::Approx(30 / seconds));
    CHECK(value_of(orders) == doctest::Approx(100 / seconds));
}

TEST_CASE("a performance DLL of the other width has no objects, and the others have theirs") {
    const OtherWidth other;
    const Registration registration;
    CHECK(objects() == std::vector<std::wstring>{L"Widget", L"Widget Factory"});
    Query query;
    const PDH_HCOUNTER queue = query.add(L"\\Widget(lathe)\\Queue Length");
    query.collect();
    CHECK(value_of(queue) == 1);
}

TEST_CASE("a performance DLL that was removed from the registry has no instances") {
    Query query;
    PDH_HCOUNTER queue = nullptr;
    {
        const Registration registration;
        queue = query.add(L"\\Widget(lathe)\\Queue Length");
        query.collect();
        CHECK(value_of(queue) == 1);
    }
    CHECK(query.try_collect() == PDH_NO_DATA);
    PDH_FMT_COUNTERVALUE value{};
    CHECK(PdhGetFormattedCounterValue(queue, PDH_FMT_DOUBLE, nullptr, &value) == PDH_INVALID_DATA);
    CHECK(raw_of(queue).CStatus == static_cast<DWORD>(PDH_CSTATUS_NO_INSTANCE));
}
