// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The line that PDH_SHIM_LOG=calls has for each call, through the exported functions.
#include "base/sanitizer.h"
#include "own_source.h"
#include "temporary_folder.h"

#include <pdh.h>
#include <pdh_shim/control.h>

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

#undef PdhOpenQuery // a macro of pdh.h
extern "C" {
PDH_STATUS WINAPI PdhOpenQuery(LPCWSTR data_source, DWORD_PTR user_data, PDH_HQUERY* query);
PDH_STATUS WINAPI PdhAdd009CounterA(DWORD_PTR, DWORD_PTR, DWORD_PTR, DWORD_PTR);
PDH_STATUS WINAPI PdhPlaStartA();
// The doors of a program whose wchar_t has 32 bits.
PDH_STATUS WINAPI PdhValidatePathW_wchar32(const wchar_t* path);
const wchar_t* WINAPI PdhGetExplainText_wchar32(
    const wchar_t* machine, const wchar_t* object, const wchar_t* counter);
}

namespace {

std::string hex(const void* pointer) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "0x%lx", reinterpret_cast<unsigned long>(pointer));
    return text.data();
}

// The script of the conformance suite, a query, and the log of calls.
struct TracedCalls : boost::noncopyable {
    TracedCalls() {
        REQUIRE(pdh_shim_set_sources("script:" TEST_SCRIPT) == ERROR_SUCCESS);
        REQUIRE(PdhOpenQueryA(nullptr, 0, &query) == ERROR_SUCCESS);
        REQUIRE(pdh_shim_set_log("calls", folder.path("log").c_str()) == ERROR_SUCCESS);
    }
    ~TracedCalls() {
        pdh_shim_set_log("off", nullptr);
        PdhCloseQuery(query);
    }

    // The newest line, without the time and the thread.
    [[nodiscard]] std::string line() const {
        const std::string log = folder.read("log");
        const std::size_t start = log.rfind("[trace] ");
        REQUIRE(start != std::string::npos);
        const std::size_t thread_end = log.find(' ', start + 8);
        return log.substr(thread_end + 1, log.size() - thread_end - 2);
    }
    [[nodiscard]] std::string counter(const char* path) {
        PDH_HCOUNTER added = nullptr;
        REQUIRE(PdhAddCounterA(query, path, 0, &added) == ERROR_SUCCESS);
        last_counter = added;
        return hex(added);
    }

    pdh_shim::test::TemporaryFolder folder;
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER last_counter = nullptr;
};

// Two pages of memory of which the second cannot be read.
class EndOfMemory : boost::noncopyable {
  public:
    EndOfMemory() : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
        start_ = static_cast<char*>(
            mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        REQUIRE(mprotect(start_ + page_, page_, PROT_NONE) == 0);
    }
    ~EndOfMemory() { munmap(start_, 2 * page_); }

    // The last `size` bytes that can be read.
    [[nodiscard]] char* last(std::size_t size) const { return start_ + page_ - size; }

  private:
    std::size_t page_;
    char* start_;
};

} // namespace

TEST_CASE_FIXTURE(TracedCalls, "calls: arguments, outputs and status of a usual program") {
    const std::string handle = hex(query);
    PDH_HCOUNTER added = nullptr;
    REQUIRE(PdhAddCounterA(query, "\\Gadget\\Depth", 7, &added) == ERROR_SUCCESS);
    CHECK(line() == "PdhAddCounterA(query=" + handle + ", path=\"\\Gadget\\Depth\", user_data=7, counter=" +
                        hex(&added) + ") -> counter=" + hex(added) + ", ok");
    REQUIRE(PdhCollectQueryData(query) == ERROR_SUCCESS);
    CHECK(line() == "PdhCollectQueryData(query=" + handle + ") -> ok");
    PDH_FMT_COUNTERVALUE value{};
    DWORD type = 0;
    const std::string outputs =
        ", counter_type=" + hex(&type) + ", value=" + hex(&value) + ") -> counter_type=0x10000, value=";
    REQUIRE(PdhGetFormattedCounterValue(added, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, &type, &value) ==
            ERROR_SUCCESS);
    CHECK(line() == "PdhGetFormattedCounterValue(counter=" + hex(added) + ", format=0x8200" + outputs +
                        "{PDH_CSTATUS_VALID_DATA, 7}, ok");
    REQUIRE(PdhGetFormattedCounterValue(added, PDH_FMT_LONG, &type, &value) == ERROR_SUCCESS);
    CHECK(line().ends_with("format=0x100" + outputs + "{PDH_CSTATUS_VALID_DATA, 7}, ok"));
    REQUIRE(PdhGetFormattedCounterValue(added, PDH_FMT_LARGE, nullptr, &value) == ERROR_SUCCESS);
    CHECK(line().find("counter_type=NULL") != std::string::npos);
    CHECK(line().ends_with("-> value={PDH_CSTATUS_VALID_DATA, 7}, ok"));
}

TEST_CASE_FIXTURE(TracedCalls, "calls: a failure has no outputs but the sizes of more data") {
    PDH_HCOUNTER added = nullptr;
    PdhAddCounterA(query, "\\No\\Counter", 0, &added);
    CHECK(line().ends_with("counter=" + hex(&added) + ") -> PDH_CSTATUS_NO_OBJECT"));
    DWORD size = 0;
    PdhExpandWildCardPathA(nullptr, "\\Widget(*)\\Items/sec", nullptr, &size, PDH_NOEXPANDCOUNTERS);
    CHECK(line() == "PdhExpandWildCardPathA(data_source=NULL, path=\"\\Widget(*)\\Items/sec\", paths=NULL, "
                    "size=0, expand_flags=0x1) -> size=" +
                        std::to_string(size) + ", PDH_MORE_DATA");
    PdhCloseQuery(nullptr);
    CHECK(line() == "PdhCloseQuery(query=NULL) -> PDH_INVALID_HANDLE");
    PdhCloseLog(nullptr, PDH_FLAGS_CLOSE_QUERY | 8);
    CHECK(line() == "PdhCloseLog(log=NULL, close_flags=0x9) -> PDH_INVALID_HANDLE");
}

TEST_CASE_FIXTURE(TracedCalls, "calls: lists, raw values, and the addresses of other structures") {
    std::array<char, 1000> text{};
    auto size = static_cast<DWORD>(text.size());
    REQUIRE(
        PdhEnumObjectsA(nullptr, nullptr, text.data(), &size, PERF_DETAIL_WIZARD, FALSE) == ERROR_SUCCESS);
    CHECK(line().find("detail=400, refresh=0) -> objects=\"Widget\\x00Gadget") != std::string::npos);
    CHECK(line().ends_with("\", size=" + std::to_string(size) + ", ok"));
    size = static_cast<DWORD>(text.size());
    REQUIRE(PdhLookupPerfNameByIndexA(nullptr, 5002, text.data(), &size) == ERROR_SUCCESS);
    CHECK(line().ends_with("-> name=\"Items/sec\", size=10, ok"));
    std::array<std::uint64_t, 100> memory{};
    auto* const elements = reinterpret_cast<PDH_COUNTER_PATH_ELEMENTS_A*>(memory.data());
    size = sizeof memory;
    REQUIRE(PdhParseCounterPathA("\\\\pc\\Widget(p/a#3)\\Items/sec", elements, &size, 0) == ERROR_SUCCESS);
    CHECK(line().find("elements=" + hex(elements) + ", size=800, path_flags=0x0) -> size=") !=
          std::string::npos);

    PDH_RAW_COUNTER values[2]{};
    values[0].FirstValue = -3;
    PDH_STATISTICS statistics{};
    static_cast<void>(counter("\\Gadget\\Depth"));
    REQUIRE(PdhComputeCounterStatistics(last_counter, PDH_FMT_DOUBLE, 0, 2, values, &statistics) ==
            ERROR_SUCCESS);
    CHECK(line().ends_with(
        "entries=2, values={PDH_CSTATUS_VALID_DATA, TimeStamp=0, FirstValue=-3, SecondValue=0, "
        "MultiCount=0}, statistics=" +
        hex(&statistics) + ") -> ok"));
    PdhReadRawLogRecord(nullptr, {}, nullptr, &size);
    CHECK(line().find("(log=NULL, time=0, record=NULL, size=") != std::string::npos);
}

TEST_CASE_FIXTURE(TracedCalls, "calls: all kinds of text, of functions and of values") {
    PdhValidatePathA("\\Gadget\\Gr\xC3\xB6\xC3\x9F"
                     "e");
    CHECK(line() == "PdhValidatePathA(path=\"\\Gadget\\Gr\xC3\xB6\xC3\x9F"
                    "e\") -> PDH_CSTATUS_NO_COUNTER");
    PdhValidatePathW(u"\\Gadget\\\u00d6\U0001F600");
    CHECK(
        line() == "PdhValidatePathW(path=\"\\Gadget\\\xC3\x96\xF0\x9F\x98\x80\") -> PDH_CSTATUS_NO_COUNTER");
    PdhValidatePathW_wchar32(L"\\Gadget\\\U0001F600");
    CHECK(
        line() == "PdhValidatePathW_wchar32(path=\"\\Gadget\\\xF0\x9F\x98\x80\") -> PDH_CSTATUS_NO_COUNTER");
    CHECK(PdhGetExplainText_wchar32(nullptr, L"Gadget", L"Depth") != nullptr);
    CHECK(line() == "PdhGetExplainText_wchar32(machine=NULL, object=\"Gadget\", counter=\"Depth\") -> "
                    "\"Items waiting.\"");
    PdhIsRealTimeQuery(query);
    CHECK(line() == "PdhIsRealTimeQuery(query=" + hex(query) + ") -> 1");
    static_cast<void>(counter("\\Gadget\\Depth"));
    REQUIRE(PdhCollectQueryData(query) == ERROR_SUCCESS);
    PDH_STATUS status = 0;
    CHECK(PdhVbGetDoubleCounterValue(last_counter, &status) == 7.0);
    CHECK(line().ends_with("-> status=PDH_CSTATUS_VALID_DATA, 7"));
    PdhVbIsGoodStatus(static_cast<LONG>(PDH_NO_DATA));
    CHECK(line() == "PdhVbIsGoodStatus(status=PDH_NO_DATA) -> 0");
    PdhResetRelogCounterValues(nullptr);
    CHECK(line() == "PdhResetRelogCounterValues(log=NULL) -> ok");
    pdh_shim_status_name(5);
    CHECK(line() == "pdh_shim_status_name(status=0x5) -> NULL");
    PdhAdd009CounterA(1, 70'000, 3, 4);
    CHECK(line() == "PdhAdd009CounterA(first=1, second=70000, third=3, fourth=4) -> PDH_NOT_IMPLEMENTED");
    PdhPlaStartA();
    CHECK(line() == "PdhPlaStartA() -> PDH_NOT_IMPLEMENTED");
}

TEST_CASE_FIXTURE(TracedCalls, "calls: a hostile text stays one quoted text on one line") {
    struct Row {
        const char* text;
        const char* shown;
    };
    const Row rows[] = {
        {"a\") -> ok\n[error] forged", "\"a\\x22) -> ok\\x0a[error] forged\""},
        {"\x1B[2J\t\x7F", "\"\\x1b[2J\\x09\\x7f\""},
        {"C:\\xml\\users\\Temp\\", "\"C:\\x5cxml\\users\\Temp\\\""},
        {"\xC0\x80 \xED\xA0\x80 \xFF", "\"\\xc0\\x80 \\xed\\xa0\\x80 \\xff\""},
        {"\xE2\x80\xAE"
         "gpj.exe",
            "\"\\xe2\\x80\\xaegpj.exe\""},
        {"", "\"\""},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        PdhValidatePathA(row.text);
        CHECK(line().find(std::string("PdhValidatePathA(path=") + row.shown + ") -> PDH_") == 0);
    }
    PdhValidatePathW(u"\xD800x\xDC00\u0085\"\\x");
    CHECK(line().find("path=\"\xEF\xBF\xBDx\xEF\xBF\xBD\\xc2\\x85\\x22\\x5cx\")") != std::string::npos);
    const wchar_t beyond[] = {static_cast<wchar_t>(0x110000), 0xD800, L'z', 0};
    PdhValidatePathW_wchar32(beyond);
    CHECK(line().find("path=\"\xEF\xBF\xBD\xEF\xBF\xBDz\")") != std::string::npos);
}

TEST_CASE_FIXTURE(TracedCalls, "calls: a long text is cut") {
    const std::string text(5000, 'x');
    PdhValidatePathA(text.c_str());
    CHECK(line().find("path=\"" + text.substr(0, 300) + "...\")") != std::string::npos);
    PdhValidatePathA(text.substr(0, 300).c_str());
    CHECK(line().find("path=\"" + text.substr(0, 300) + "\")") != std::string::npos);
    std::string umlauts; // whose bytes are cut in the middle of one
    for (int i = 0; i < 400; ++i) {
        umlauts += i == 0 ? "x" : "\xC3\xB6";
    }
    PdhValidatePathA(umlauts.c_str());
    CHECK(line().find("\xC3\xB6\\xc3...\")") != std::string::npos);
}

TEST_CASE_FIXTURE(TracedCalls, "calls: what cannot be read is said to be so, and faults nothing") {
    const EndOfMemory memory;
    // The call looks at the handle or the size first, and refuses.
    auto* const nowhere = reinterpret_cast<char*>(16);
    auto* const bad_size = reinterpret_cast<LPDWORD>(1);
    CHECK(static_cast<DWORD>(PdhExpandWildCardPathA(nullptr, nowhere, nullptr, bad_size, 0)) ==
          PDH_INVALID_ARGUMENT);
    CHECK(line() == "PdhExpandWildCardPathA(data_source=NULL, path=0x10 (unreadable), paths=NULL, "
                    "size=0x1 (unreadable), expand_flags=0x0) -> PDH_INVALID_ARGUMENT");
    char* const end = memory.last(3);
    std::memcpy(end, "abc", 3);
    PdhExpandWildCardPathA(nullptr, end, nullptr, bad_size, 0);
    CHECK(line().find("path=\"abc\" (no end)") != std::string::npos);
    CHECK(static_cast<DWORD>(PdhCalculateCounterFromRawValue(nullptr, PDH_FMT_LONG,
              reinterpret_cast<PPDH_RAW_COUNTER>(nowhere), nullptr,
              reinterpret_cast<PPDH_FMT_COUNTERVALUE>(nowhere))) == PDH_INVALID_HANDLE);
    CHECK(line().find("newer=0x10 (unreadable), older=NULL, value=0x10)") != std::string::npos);
    CHECK(static_cast<DWORD>(PdhComputeCounterStatistics(nullptr, PDH_FMT_LONG, 0, 0xFFFFFFFF,
              reinterpret_cast<PPDH_RAW_COUNTER>(nowhere), nullptr)) == PDH_INVALID_ARGUMENT);
    CHECK(line().find("values=0x10 (unreadable), ") != std::string::npos);
}

TEST_CASE_FIXTURE(TracedCalls, "calls: each line has its thread") {
    std::thread([] { PdhVbIsGoodStatus(1); }).join();
    PdhVbIsGoodStatus(2);
    const std::string log = folder.read("log");
    const std::string own = std::to_string(getpid()) + " PdhVbIsGoodStatus(";
    CHECK(log.find("[trace] " + own) != std::string::npos);
    const std::size_t other = log.find("[trace] ") + 8;
    CHECK(log.substr(other, own.size()) != own);
    CHECK(log.find(" PdhVbIsGoodStatus(status=") < log.rfind(" PdhVbIsGoodStatus(status="));
}

TEST_CASE_FIXTURE(
    TracedCalls, "calls: the smallest stack is enough" * doctest::skip(pdh_shim::under_address_sanitizer)) {
    struct Work {
        static void* run(void* query) {
            PDH_HCOUNTER added = nullptr;
            PdhAddCounterA(query, "\\Gadget\\Depth", 0, &added);
            return nullptr;
        }
    };
    pthread_attr_t attributes;
    REQUIRE(pthread_attr_init(&attributes) == 0);
    REQUIRE(
        pthread_attr_setstacksize(&attributes, static_cast<std::size_t>(sysconf(_SC_THREAD_STACK_MIN))) == 0);
    pthread_t thread{};
    REQUIRE(pthread_create(&thread, &attributes, Work::run, query) == 0);
    CHECK(pthread_join(thread, nullptr) == 0);
    CHECK(pthread_attr_destroy(&attributes) == 0);
    CHECK(line().ends_with(", ok"));
}
