// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Logs as files: what PdhOpenLog and PdhUpdateLog write, and what queries and enumerations read of it.
#include "support.h"
#include "temporary_folder.h"

#include <pdh_shim/control.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

using namespace conformance;

namespace {

constexpr std::array<DWORD, 3> every_type{PDH_LOG_TYPE_CSV, PDH_LOG_TYPE_TSV, PDH_LOG_TYPE_BINARY};
constexpr DWORD making = PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS;

// A log that is written, and closed at the end.
class WrittenLog {
  public:
    WrittenLog(const Query& query, const Text& file, DWORD type, DWORD access = making, DWORD size = 0,
        const TCHAR* caption = nullptr) {
        REQUIRE_SUCCESS(PdhOpenLog(file.c_str(), access, &type, query.handle(), size, caption, &log_));
    }
    WrittenLog(const WrittenLog&) = delete;
    WrittenLog& operator=(const WrittenLog&) = delete;
    WrittenLog(WrittenLog&&) = delete;
    WrittenLog& operator=(WrittenLog&&) = delete;
    ~WrittenLog() { close(); }

    void update(int times = 1, const TCHAR* comment = nullptr) const {
        for (int i = 0; i < times; ++i) {
            REQUIRE_SUCCESS(PdhUpdateLog(log_, comment));
        }
    }
    [[nodiscard]] PDH_HLOG handle() const noexcept { return log_; }
    void close() {
        if (log_ != nullptr) {
            CHECK_SUCCESS(PdhCloseLog(log_, 0));
            log_ = nullptr;
        }
    }

  private:
    PDH_HLOG log_ = nullptr;
};

// A query on a log.
class LogQuery {
  public:
    explicit LogQuery(const Text& file) { REQUIRE_SUCCESS(PdhOpenQuery(file.c_str(), 0, &query_)); }
    LogQuery(const LogQuery&) = delete;
    LogQuery& operator=(const LogQuery&) = delete;
    LogQuery(LogQuery&&) = delete;
    LogQuery& operator=(LogQuery&&) = delete;
    ~LogQuery() { CHECK_SUCCESS(PdhCloseQuery(query_)); }

    [[nodiscard]] PDH_HQUERY handle() const noexcept { return query_; }
    [[nodiscard]] PDH_HCOUNTER add(const TCHAR* path) const {
        PDH_HCOUNTER counter = nullptr;
        REQUIRE_SUCCESS(PdhAddCounter(query_, path, 0, &counter));
        return counter;
    }
    [[nodiscard]] bool collect() const {
        const PDH_STATUS status = PdhCollectQueryData(query_);
        CHECK((status == ERROR_SUCCESS || static_cast<DWORD>(status) == PDH_NO_MORE_DATA));
        return status == ERROR_SUCCESS;
    }

  private:
    PDH_HQUERY query_ = nullptr;
};

// A log that PdhBindInputDataSource() has opened.
class BoundLog {
  public:
    explicit BoundLog(const Text& file) {
        REQUIRE_SUCCESS(PdhBindInputDataSource(&log_, (file + TCHAR{0}).c_str()));
    }
    BoundLog(const BoundLog&) = delete;
    BoundLog& operator=(const BoundLog&) = delete;
    BoundLog(BoundLog&&) = delete;
    BoundLog& operator=(BoundLog&&) = delete;
    ~BoundLog() { CHECK_SUCCESS(PdhCloseLog(log_, 0)); }

    [[nodiscard]] PDH_HLOG handle() const { return log_; }

    // Its paths, separated by blanks.
    [[nodiscard]] std::string counters(DWORD flags) const {
        DWORD size = 0;
        CHECK_STATUS(pdh_shim_log_counters(log_, flags, nullptr, &size), PDH_MORE_DATA);
        std::string list(size, '?');
        CHECK_SUCCESS(pdh_shim_log_counters(log_, flags, list.data(), &size));
        REQUIRE(size == list.size());
        list.resize(size - 2);
        std::replace(list.begin(), list.end(), '\0', ' ');
        return list;
    }

  private:
    PDH_HLOG log_ = nullptr;
};

// The values of all records of a log; a missing one is the status.
std::string values(const Text& file, const TCHAR* path) {
    const LogQuery query(file);
    PDH_HCOUNTER const counter = query.add(path);
    std::string text;
    while (query.collect()) {
        PDH_FMT_COUNTERVALUE value{};
        const PDH_STATUS status = PdhGetFormattedCounterValue(counter, PDH_FMT_LARGE, nullptr, &value);
        text += text.empty() ? "" : " ";
        text += status == ERROR_SUCCESS ? std::to_string(value.largeValue) : status_name(status);
    }
    return text;
}

// The instances and values of all records of a wildcard counter.
std::vector<std::string> items(const Text& file, const TCHAR* path) {
    const LogQuery query(file);
    PDH_HCOUNTER const counter = query.add(path);
    std::vector<std::string> texts;
    while (query.collect()) {
        std::vector<PDH_FMT_COUNTERVALUE_ITEM> array(1000);
        auto size = static_cast<DWORD>(array.size() * sizeof array.front());
        DWORD count = 0;
        const PDH_STATUS status =
            PdhGetFormattedCounterArray(counter, PDH_FMT_DOUBLE, &size, &count, array.data());
        texts.push_back(status == ERROR_SUCCESS ? item_texts(counter) : status_name(status));
    }
    return texts;
}

struct Files {
    Files() { use_script("widgets.json"); }
    [[nodiscard]] Text operator()(const char* name) const { return from_utf8(folder.path(name)); }
    pdh_shim::test::TemporaryFolder folder;
};

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t start = 0;
    for (std::size_t end = text.find("\r\n"); end != std::string::npos; end = text.find("\r\n", start)) {
        lines.push_back(text.substr(start, end - start));
        start = end + 2;
    }
    CHECK(start == text.size());
    return lines;
}

PDH_TIME_INFO range_of(const Text& file) {
    PDH_TIME_INFO range{};
    DWORD entries = 0;
    DWORD size = sizeof range;
    REQUIRE_SUCCESS(PdhGetDataSourceTimeRange(file.c_str(), &entries, &range, &size));
    CHECK(entries == 1);
    CHECK(size == sizeof range);
    return range;
}

} // namespace

TEST_CASE("a log has the values of each collect, and then no more data" * needs_script) {
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        const Query query;
        static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
        static_cast<void>(query.add(TEXT("\\Gadget\\Total")));
        WrittenLog log(query, file("log"), type);
        log.update(3);
        CHECK_STATUS(PdhUpdateLog(log.handle(), nullptr), PDH_NO_MORE_DATA); // of the script
        log.close();
        CHECK(values(file("log"), TEXT("\\Gadget\\Depth")) == "7 8 8");
        CHECK(values(file("log"), TEXT("\\Gadget\\Total")) == "100 100 300");
    }
}

TEST_CASE("a binary log keeps raw samples as they were") {
    const Files file;
    const Query query;
    PDH_HCOUNTER const counter = query.add(TEXT("\\Widget(b)\\Hit %"));
    WrittenLog log(query, file("log.blg"), PDH_LOG_TYPE_BINARY);
    std::vector<PDH_RAW_COUNTER> written;
    for (int i = 0; i < 3; ++i) {
        log.update();
        written.push_back(raw_value(counter));
    }
    log.close();
    const LogQuery read(file("log.blg"));
    PDH_HCOUNTER const again = read.add(TEXT("\\Widget(b)\\Hit %"));
    for (const PDH_RAW_COUNTER& expected : written) {
        REQUIRE(read.collect());
        const PDH_RAW_COUNTER raw = raw_value(again);
        CHECK(raw.FirstValue == expected.FirstValue);
        CHECK(raw.SecondValue == expected.SecondValue);
        CHECK(raw.MultiCount == expected.MultiCount);
        CHECK(raw.CStatus == expected.CStatus);
        CHECK(as_number(raw.TimeStamp) == as_number(expected.TimeStamp));
    }
}

TEST_CASE("type, scale and time base of a counter are the logged ones") {
    const Files file;
    const Query query;
    PDH_HCOUNTER const live = query.add(TEXT("\\Widget(a)\\Items/sec"));
    static_cast<void>(query.add(TEXT("\\Widget(a)\\Depth")));
    LONGLONG live_base = 0;
    REQUIRE_SUCCESS(PdhGetCounterTimeBase(live, &live_base));
    WrittenLog log(query, file("log.blg"), PDH_LOG_TYPE_BINARY);
    log.update();
    log.close();
    const LogQuery read(file("log.blg"));
    PDH_HCOUNTER const counter = read.add(TEXT("\\Widget(a)\\Items/sec"));
    LONGLONG base = 0;
    DWORD type = 0;
    PDH_RAW_COUNTER raw{};
    REQUIRE(read.collect());
    REQUIRE_SUCCESS(PdhGetCounterTimeBase(counter, &base));
    REQUIRE_SUCCESS(PdhGetRawCounterValue(counter, &type, &raw));
    CHECK(base == live_base);
    CHECK(type == PERF_COUNTER_COUNTER);
    PDH_HCOUNTER const count = read.add(TEXT("\\Widget(a)\\Depth")); // whose entry has no time base
    REQUIRE_SUCCESS(PdhGetCounterTimeBase(count, &base));
    CHECK(base == 10'000'000);
}

TEST_CASE("PdhGetCounterInfo: a counter of a log has no explanation") {
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        const Query query;
        PDH_HCOUNTER const live = query.add(TEXT("\\Widget(a)\\Items/sec"));
        WrittenLog log(query, file("log"), type);
        log.update();
        log.close();
        const LogQuery read(file("log"));
        const auto explanation = [](PDH_HCOUNTER counter) {
            std::vector<PDH_COUNTER_INFO> info(10);
            auto size = static_cast<DWORD>(info.size() * sizeof(PDH_COUNTER_INFO));
            REQUIRE_SUCCESS(PdhGetCounterInfo(counter, TRUE, &size, info.data()));
            return utf8(info[0].szExplainText);
        };
        CHECK(explanation(live) == "Items finished in a second.");
        CHECK(explanation(read.add(TEXT("\\Widget(a)\\Items/sec"))) == "(null)");
        CHECK(explanation(read.add(TEXT("\\Widget(*)\\*"))) == "(null)");
    }
}

TEST_CASE("a text log is what Windows writes: header, local times, quoted values, blanks" * needs_script) {
    const Files file;
    const Query query;
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    static_cast<void>(query.add(TEXT("\\Widget(a)\\Items/sec")));
    static_cast<void>(query.add(TEXT("\\Widget(b)\\Hit %")));
    WrittenLog log(query, file("log.csv"), PDH_LOG_TYPE_CSV);
    log.update(3);
    log.close();
    const std::vector<std::string> lines = lines_of(file.folder.read("log.csv"));
    REQUIRE(lines.size() == 4);
    const std::string machine = conformance::machine();
    CHECK(lines[0].starts_with("\"(PDH-CSV 4.0) ("));
    CHECK(lines[0].ends_with("\",\"" + machine + "\\Gadget\\Depth\",\"" + machine +
                             "\\Widget(a)\\Items/sec\",\"" + machine + "\\Widget(b)\\Hit %\""));
    const auto cells = [](const std::string& line) { return line.substr(line.find(',')); };
    CHECK(cells(lines[1]) == R"(,"7"," "," ")");
    CHECK(cells(lines[2]) == R"(,"8","5","25")");
    CHECK(cells(lines[3]) == R"(,"8","10","100")");
    CHECK(
        lines[1].size() - cells(lines[1]).size() == std::string_view(R"("01/01/2026 00:00:00.000")").size());
}

TEST_CASE("a comment stands in the last column, under the caption") {
    const Files file;
    const Query query;
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    WrittenLog log(
        query, file("log.tsv"), PDH_LOG_TYPE_TSV, making | PDH_LOG_OPT_USER_STRING, 0, TEXT("Remarks"));
    log.update(1, TEXT("started \"now\"\r\n"));
    log.update();
    log.close();
    const std::vector<std::string> lines = lines_of(file.folder.read("log.tsv"));
    REQUIRE(lines.size() == 3);
    CHECK(lines[0].ends_with("\t\"Remarks\""));
    CHECK(lines[1].ends_with("\t\"7\"\t\"started \"\"now\"\"  \""));
    CHECK(lines[2].ends_with("\t\"8\"\t\" \""));
    CHECK(values(file("log.tsv"), TEXT("\\Gadget\\Depth")) == "7 8");
}

TEST_CASE("a wildcard counter is logged with all its instances") {
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        const Query query;
        static_cast<void>(query.add(TEXT("\\Widget(*)\\Depth")));
        WrittenLog log(query, file("log"), type);
        log.update(2);
        log.close();
        CHECK(
            items(file("log"), TEXT("\\Widget(*)\\Depth")) == std::vector<std::string>{"a=5 b=1", "a=6 b=2"});
        CHECK(values(file("log"), TEXT("\\Widget(b)\\Depth")) == "1 2");
    }
}

TEST_CASE("a wildcard for the counter's name is logged as the counters that it matched" * needs_script) {
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        {
            const Query query;
            static_cast<void>(query.add(TEXT("\\Gadget\\T*")));
            static_cast<void>(query.add(TEXT("\\Widget(*)\\D*")));
            const WrittenLog log(query, file("log"), type);
            log.update(2);
        }
        CHECK(values(file("log"), TEXT("\\Gadget\\Total")) == "100 100");
        CHECK(values(file("log"), TEXT("\\Gadget\\Turns/sec")) == "PDH_INVALID_DATA 500");
        CHECK(
            items(file("log"), TEXT("\\Widget(*)\\Depth")) == std::vector<std::string>{"a=5 b=1", "a=6 b=2"});
        CHECK(items(file("log"), TEXT("\\Widget(*)\\*")).back() == "a\\Depth=6 b\\Depth=2");
    }
}

TEST_CASE("names with outer brackets or commas are logged and read back unchanged") {
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        use_script("brackets.json");
        const auto paths = expand(TEXT("\\Session(*)\\*"));
        const Query query;
        PDH_HCOUNTER const live = query.add(TEXT("\\Session(*)\\Events (all)"));
        static_cast<void>(query.add(TEXT("\\Session(*)\\Lost, in total")));
        WrittenLog log(query, file("log"), type);
        log.update();
        const std::string first = item_texts(live);
        log.update();
        const std::string second = item_texts(live);
        log.close();
        CHECK(items(file("log"), TEXT("\\Session(*)\\Events (all)")) ==
              std::vector<std::string>{first, second});
        // Each path of the computer is one of the log, in whatever order, and means the same instance.
        auto logged = list([&](TCHAR* buffer, DWORD* size) {
            return PdhExpandWildCardPath(file("log").c_str(), TEXT("\\Session(*)\\*"), buffer, size, 0);
        });
        std::vector<std::string> expected;
        for (std::size_t i = 0; i < paths.size(); ++i) {
            CAPTURE(paths[i]);
            expected.push_back(machine() + paths[i]);
            const std::size_t number = 100 * (i % 2) + i / 2 + 1; // as the script counts them
            CHECK(values(file("log"), from_utf8(paths[i]).c_str()) ==
                  std::to_string(number) + " " + std::to_string(number + 50));
        }
        std::ranges::sort(logged);
        std::ranges::sort(expected);
        CHECK(logged == expected);
        // A log that is made from the log has them too.
        const LogQuery again(file("log"));
        static_cast<void>(again.add(TEXT("\\Session(*)\\Events (all)")));
        PDH_HLOG copy = nullptr;
        DWORD text = type == PDH_LOG_TYPE_CSV ? PDH_LOG_TYPE_TSV : PDH_LOG_TYPE_CSV;
        REQUIRE_SUCCESS(PdhOpenLog(file("copy").c_str(), making, &text, again.handle(), 0, nullptr, &copy));
        CHECK_SUCCESS(PdhUpdateLog(copy, nullptr));
        CHECK_SUCCESS(PdhCloseLog(copy, 0));
        CHECK(items(file("copy"), TEXT("\\Session(*)\\Events (all)")) == std::vector<std::string>{first});
    }
}

TEST_CASE("instances that come later are logged in a binary log, and left out of a text log") {
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        use_script("lifecycle.json");
        const Query query;
        PDH_HCOUNTER const counter = query.add(TEXT("\\Job(*)\\Size"));
        WrittenLog log(query, file("log"), type);
        std::vector<std::string> live;
        for (int i = 0; i < 3; ++i) {
            log.update();
            live.push_back(item_texts(counter));
        }
        log.close();
        const auto logged = items(file("log"), TEXT("\\Job(*)\\Size"));
        REQUIRE(logged.size() == live.size());
        CHECK(logged[0] == live[0]);
        CHECK(live[2] == "another=1");
        CHECK(logged[2] == (type == PDH_LOG_TYPE_BINARY ? "another=1" : "PDH_CSTATUS_INVALID_DATA"));
    }
}

TEST_CASE("a log is enumerated like a computer") {
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        const Query query;
        static_cast<void>(query.add(TEXT("\\Widget(*)\\Depth")));
        static_cast<void>(query.add(TEXT("\\Widget(a)\\Hit %")));
        static_cast<void>(query.add(TEXT("\\Gadget\\Total")));
        WrittenLog log(query, file("log"), type);
        log.update(2);
        log.close();
        const Text name = file("log");
        const auto machines =
            list([&](TCHAR* buffer, DWORD* size) { return PdhEnumMachines(name.c_str(), buffer, size); });
        CHECK(machines == std::vector{machine()});
        const auto objects = list([&](TCHAR* buffer, DWORD* size) {
            return PdhEnumObjects(name.c_str(), nullptr, buffer, size, every_level, FALSE);
        });
        CHECK(objects == std::vector<std::string>{"Widget", "Gadget"});
        DWORD unused = 0;
        const auto counters = list([&](TCHAR* buffer, DWORD* size) {
            unused = 0;
            const PDH_STATUS status = PdhEnumObjectItems(
                name.c_str(), nullptr, TEXT("Widget"), buffer, size, nullptr, &unused, every_level, 0);
            return *size != 0 && buffer != nullptr ? PDH_STATUS{ERROR_SUCCESS} : status;
        });
        CHECK(counters == std::vector<std::string>{"Depth", "Hit %"});
        const auto paths = list([&](TCHAR* buffer, DWORD* size) {
            PDH_HLOG source = nullptr;
            REQUIRE_SUCCESS(PdhBindInputDataSource(&source, (name + TCHAR{0}).c_str())); // a list
            const PDH_STATUS status = PdhExpandWildCardPathH(source, TEXT("\\Widget(*)\\*"), buffer, size, 0);
            CHECK_SUCCESS(PdhCloseLog(source, 0));
            return status;
        });
        CHECK(paths == std::vector{machine() + "\\Widget(a)\\Depth", machine() + "\\Widget(a)\\Hit %",
                           machine() + "\\Widget(b)\\Depth"});
    }
}

TEST_CASE("a log has no default object and no default counter") {
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        const Query query;
        static_cast<void>(query.add(TEXT("\\Widget(*)\\Depth")));
        WrittenLog written(query, file("log"), type);
        written.update();
        written.close();
        const Text name = file("log");
        const BoundLog log(name);
        const TCHAR* const object = TEXT("Widget");
        const std::array<ListCall, 4> calls{[&](TCHAR* text, DWORD* size) {
                                                return PdhGetDefaultPerfObject(
                                                    name.c_str(), nullptr, text, size);
                                            },
            [&](TCHAR* text, DWORD* size) {
                return PdhGetDefaultPerfObjectH(log.handle(), nullptr, text, size);
            },
            [&](TCHAR* text, DWORD* size) {
                return PdhGetDefaultPerfCounter(name.c_str(), nullptr, object, text, size);
            },
            [&](TCHAR* text, DWORD* size) {
                return PdhGetDefaultPerfCounterH(log.handle(), nullptr, object, text, size);
            }};
        for (const ListCall& call : calls) {
            CHECK(check_buffer_protocol<TCHAR>(call) == std::vector<TCHAR>{TEXT('\0')});
        }
        DWORD size = 0;
        CHECK_STATUS(PdhGetDefaultPerfCounter(name.c_str(), nullptr, TEXT("Gadget"), nullptr, &size),
            PDH_CSTATUS_NO_OBJECT);
        CHECK_STATUS(PdhGetDefaultPerfObject(name.c_str(), TEXT("\\\\elsewhere"), nullptr, &size),
            PDH_CSTATUS_NO_MACHINE);
        CHECK(size == 0);
    }
}

namespace {

std::vector<std::string> instances(const Text& file, const TCHAR* object) {
    return list([&](TCHAR* buffer, DWORD* size) {
        DWORD unused = 0;
        const PDH_STATUS status =
            PdhEnumObjectItems(file.c_str(), nullptr, object, nullptr, &unused, buffer, size, every_level, 0);
        return buffer != nullptr ? PDH_STATUS{ERROR_SUCCESS} : status; // PDH_MORE_DATA for the counters
    });
}

// The paths of a log, without its computer.
std::vector<std::string> expand_log(const Text& file, const TCHAR* path) {
    auto paths = list([&](TCHAR* buffer, DWORD* size) {
        return PdhExpandWildCardPath(file.c_str(), path, buffer, size, 0);
    });
    for (std::string& one : paths) {
        one.erase(0, machine().size());
    }
    return paths;
}

std::string crowd(const std::string& instance) {
    return "\\Crowd(" + instance + ")\\Size";
}

std::vector<std::string> crowds(std::vector<std::string> names) {
    std::ranges::transform(names, names.begin(), crowd);
    return names;
}

} // namespace

TEST_CASE("columns of one name are the same instances, in whatever order they stand" * needs_script) {
    const std::vector<std::string> rising{"x", "y", "X#1", "x#2", "z", "y#1"}; // with 1, 2, 4, 8, 16, 32
    const std::vector<std::string> falling{"x#2", "y#1", "X#1", "x", "z", "y"};
    const std::vector<std::string> mixed{"X#1", "z", "y#1", "x#2", "y", "x"};
    for (const DWORD type : every_type) {
        for (const auto& order : {rising, falling, mixed}) {
            CAPTURE(type);
            CAPTURE(order.front());
            const Files file;
            use_script("names.json");
            const Query query;
            for (const std::string& name : order) {
                static_cast<void>(query.add(from_utf8(crowd(name)).c_str()));
            }
            WrittenLog log(query, file("log"), type);
            log.update();
            log.close();
            for (std::size_t i = 0; i < rising.size(); ++i) {
                CAPTURE(rising[i]);
                CHECK(values(file("log"), from_utf8(crowd(rising[i])).c_str()) == std::to_string(1 << i));
            }
            // Programs count how often a name occurs, and make paths of that.
            auto listed = instances(file("log"), TEXT("Crowd"));
            std::ranges::sort(listed);
            CHECK(listed == std::vector<std::string>{"X", "x", "x", "y", "y", "z"});
            auto array = items(file("log"), TEXT("\\Crowd(*)\\Size")).at(0) + " ";
            CHECK(array.find("x=1 X=4 x=8 ") != std::string::npos);
            CHECK(array.find("y=2 y=32 ") != std::string::npos);
            CHECK(array.size() == std::string("x=1 X=4 x=8 y=2 y=32 z=16 ").size());
            // An expansion lists the columns as they stand.
            CHECK(expand_log(file("log"), TEXT("\\Crowd(*)\\Size")) == crowds(order));
            // So does a log that is made of it.
            const LogQuery again(file("log"));
            static_cast<void>(again.add(TEXT("\\Crowd(*)\\Size")));
            PDH_HLOG copy = nullptr;
            DWORD copied = type;
            REQUIRE_SUCCESS(
                PdhOpenLog(file("copy").c_str(), making, &copied, again.handle(), 0, nullptr, &copy));
            CHECK_SUCCESS(PdhUpdateLog(copy, nullptr));
            CHECK_SUCCESS(PdhCloseLog(copy, 0));
            CHECK(expand_log(file("copy"), TEXT("\\Crowd(*)\\Size")) == crowds(order));
            CHECK(items(file("copy"), TEXT("\\Crowd(*)\\Size")).at(0) + " " == array);
        }
    }
}

TEST_CASE("instances in a list of a binary log have rising numbers in the sample's order" * needs_script) {
    const Files file;
    use_script("names.json");
    const Query query;
    static_cast<void>(query.add(TEXT("\\Crowd(*)\\Size")));
    WrittenLog log(query, file("log"), PDH_LOG_TYPE_BINARY);
    log.update(2);
    log.close();
    CHECK(expand_log(file("log"), TEXT("\\Crowd(*)\\Size")) == crowds({"x", "X#1", "x#2", "y", "y#1", "z"}));
    CHECK(items(file("log"), TEXT("\\Crowd(*)\\Size")) ==
          std::vector<std::string>{"x=1 X=4 x=8 y=2 y=32 z=16", "x=3 x=7 y=5"});
}

TEST_CASE("a text log of a wildcard has its columns in the order of an expansion" * needs_script) {
    const Files file;
    use_script("names.json"); // first x y X x z y, then x y x
    const Query query;
    static_cast<void>(query.add(TEXT("\\Crowd(*)\\Size")));
    WrittenLog log(query, file("log"), PDH_LOG_TYPE_CSV);
    log.update(2);
    log.close();
    CHECK(expand_log(file("log"), TEXT("\\Crowd(*)\\Size")) == crowds({"x#2", "y#1", "X#1", "x", "z", "y"}));
    CHECK(values(file("log"), TEXT("\\Crowd(x)\\Size")) == "1 3");
    CHECK(values(file("log"), TEXT("\\Crowd(x#1)\\Size")) == "4 7");
    CHECK(values(file("log"), TEXT("\\Crowd(x#2)\\Size")) == "8 PDH_INVALID_DATA");
    CHECK(values(file("log"), TEXT("\\Crowd(y)\\Size")) == "2 5");
    CHECK(values(file("log"), TEXT("\\Crowd(y#1)\\Size")) == "32 PDH_INVALID_DATA");
    CHECK(values(file("log"), TEXT("\\Crowd(z)\\Size")) == "16 PDH_INVALID_DATA");
}

TEST_CASE("a log of a wildcard with an index has the instances of that index" * needs_script) {
    for (const DWORD type : {DWORD{PDH_LOG_TYPE_CSV}, DWORD{PDH_LOG_TYPE_TSV}}) {
        const Files file;
        use_script("names.json");
        const Query query;
        static_cast<void>(query.add(TEXT("\\Crowd(*#1)\\Size")));
        WrittenLog log(query, file("log"), type);
        log.update(2);
        log.close();
        CHECK(values(file("log"), TEXT("\\Crowd(x#1)\\Size")) == "4 7");
        CHECK(values(file("log"), TEXT("\\Crowd(y#1)\\Size")) == "32 PDH_INVALID_DATA");
    }
}

TEST_CASE("an instance that no record of a log has cannot be added") {
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        const Query query;
        static_cast<void>(query.add(TEXT("\\Widget(*)\\Depth")));
        static_cast<void>(query.add(TEXT("\\Widget(a)\\Hit %")));
        static_cast<void>(query.add(TEXT("\\Gadget\\Total")));
        WrittenLog log(query, file("log"), type);
        log.update(2);
        log.close();
        const LogQuery read(file("log"));
        PDH_HLOG source = nullptr;
        REQUIRE_SUCCESS(PdhBindInputDataSource(&source, (file("log") + TCHAR{0}).c_str()));
        struct Row {
            const TCHAR* path;
            DWORD added;
            DWORD valid;
        };
        for (const Row& row : {Row{TEXT("\\Widget(B)\\Depth"), ERROR_SUCCESS, ERROR_SUCCESS},
                 Row{TEXT("\\Widget(nosuch)\\Depth"), PDH_CSTATUS_NO_INSTANCE, PDH_CSTATUS_NO_INSTANCE},
                 Row{TEXT("\\Widget(a#1)\\Depth"), PDH_CSTATUS_NO_INSTANCE, PDH_CSTATUS_NO_INSTANCE},
                 Row{TEXT("\\Widget(a/b)\\Depth"), PDH_CSTATUS_NO_INSTANCE, PDH_CSTATUS_NO_INSTANCE},
                 Row{TEXT("\\Widget(a)\\Hit %"), ERROR_SUCCESS, ERROR_SUCCESS},
                 Row{TEXT("\\Widget(b)\\Hit %"), PDH_CSTATUS_NO_INSTANCE, PDH_CSTATUS_NO_INSTANCE},
                 Row{TEXT("\\Widget(b)\\*"), ERROR_SUCCESS, ERROR_SUCCESS}, // Depth
                 Row{TEXT("\\Widget(nosuch)\\*"), PDH_CSTATUS_NO_INSTANCE, PDH_CSTATUS_NO_INSTANCE},
                 Row{TEXT("\\Widget(nosuch*)\\Depth"), ERROR_SUCCESS, PDH_CSTATUS_NO_INSTANCE},
                 Row{TEXT("\\Widget(nosuch)\\Nowhere"), PDH_CSTATUS_NO_COUNTER, PDH_CSTATUS_NO_COUNTER},
                 Row{TEXT("\\Gadget\\Total"), ERROR_SUCCESS, ERROR_SUCCESS},
                 Row{TEXT("\\Gadget(*)\\Total"), ERROR_SUCCESS, PDH_CSTATUS_NO_INSTANCE}}) {
            CAPTURE(utf8(row.path));
            for (const auto& add : {PdhAddCounter, PdhAddEnglishCounter}) {
                PDH_HCOUNTER counter = read.handle();
                CHECK_STATUS(add(read.handle(), row.path, 0, &counter), row.added);
                CHECK((counter == nullptr) == (row.added != ERROR_SUCCESS));
            }
            CHECK_STATUS(PdhValidatePathEx(source, row.path), row.valid);
        }
        CHECK_SUCCESS(PdhCloseLog(source, 0));
    }
}

TEST_CASE("an instance that only a later record of a log has is added" * needs_script) {
    const Files file;
    use_script("lifecycle.json");
    const Query query;
    static_cast<void>(query.add(TEXT("\\Job(*)\\Size")));
    WrittenLog log(query, file("log"), PDH_LOG_TYPE_BINARY);
    log.update(3);
    log.close();
    CHECK(values(file("log"), TEXT("\\Job(another)\\Size")).ends_with("1"));
    const LogQuery read(file("log"));
    PDH_HCOUNTER counter = nullptr;
    CHECK_STATUS(
        PdhAddCounter(read.handle(), TEXT("\\Job(nobody)\\Size"), 0, &counter), PDH_CSTATUS_NO_INSTANCE);
}

TEST_CASE("a path of a log may name its computer, and no other") {
    const Files file;
    const Query query;
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    WrittenLog log(query, file("log.blg"), PDH_LOG_TYPE_BINARY);
    log.update();
    log.close();
    const LogQuery read(file("log.blg"));
    PDH_HCOUNTER counter = nullptr;
    const Text whole = from_utf8(machine() + "\\Gadget\\Depth");
    CHECK_SUCCESS(PdhAddCounter(read.handle(), whole.c_str(), 0, &counter));
    CHECK_STATUS(PdhAddCounter(read.handle(), TEXT("\\\\elsewhere\\Gadget\\Depth"), 0, &counter),
        PDH_CSTATUS_NO_MACHINE);
    const Text doubled = from_utf8(machine() + "\\\\Gadget\\Depth"); // as Windows PowerShell writes it
    CHECK_SUCCESS(PdhAddCounter(read.handle(), doubled.c_str(), 0, &counter));
    CHECK(list([&](TCHAR* buffer, DWORD* size) {
        return PdhExpandWildCardPath(file("log.blg").c_str(), doubled.c_str(), buffer, size, 0);
    }) == std::vector{utf8(doubled)});
    CHECK_STATUS(PdhAddCounter(read.handle(), TEXT("\\Gizmo\\Depth"), 0, &counter), PDH_CSTATUS_NO_OBJECT);
    CHECK_STATUS(PdhAddCounter(read.handle(), TEXT("\\Gadget\\Total"), 0, &counter), PDH_CSTATUS_NO_COUNTER);
}

TEST_CASE("a log has the times of its records, and a range of them can be read" * needs_script) {
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        const Query query;
        static_cast<void>(query.add(TEXT("\\Gadget\\Total")));
        WrittenLog log(query, file("log"), type);
        log.update(3);
        log.close();
        const PDH_TIME_INFO whole = range_of(file("log"));
        CHECK(whole.StartTime == to_local(script_start));
        CHECK(whole.EndTime == to_local(script_start + 2 * one_second));
        CHECK(whole.SampleCount == 3);

        const LogQuery read(file("log"));
        PDH_HCOUNTER const counter = read.add(TEXT("\\Gadget\\Total"));
        CHECK(PdhIsRealTimeQuery(read.handle()) == FALSE);
        PDH_TIME_INFO last{whole.StartTime + 1, whole.EndTime, 0};
        REQUIRE_SUCCESS(PdhSetQueryTimeRange(read.handle(), &last));
        LONGLONG time = 0;
        REQUIRE_SUCCESS(PdhCollectQueryDataWithTime(read.handle(), &time));
        CHECK(time == whole.StartTime + one_second);
        CHECK(read.collect());
        CHECK(large_value(counter) == 300);
        CHECK_FALSE(read.collect());
        PDH_TIME_INFO first{whole.StartTime, whole.StartTime + 1, 0};
        REQUIRE_SUCCESS(PdhSetQueryTimeRange(read.handle(), &first)); // and back
        CHECK(read.collect());
        CHECK(large_value(counter) == 100);
        CHECK_FALSE(read.collect());
    }
}

namespace {

// A log of another type with the same counters.
void convert(const Text& from, const Text& to, DWORD type, const std::vector<const TCHAR*>& paths) {
    const LogQuery query(from);
    for (const TCHAR* const path : paths) {
        static_cast<void>(query.add(path));
    }
    PDH_HLOG log = nullptr;
    REQUIRE_SUCCESS(PdhOpenLog(to.c_str(), making, &type, query.handle(), 0, nullptr, &log));
    while (PdhUpdateLog(log, nullptr) == ERROR_SUCCESS) {
    }
    REQUIRE_SUCCESS(PdhCloseLog(log, 0));
}

// A text log with a column, whose rows have the numbers from 1 on.
void write_text_log(const Files& file, const std::vector<std::string>& times) {
    std::string text = "\"(PDH-CSV 4.0) (Eastern Daylight Time)(240)\",\"\\\\M\\Gadget\\Total\"\r\n";
    for (std::size_t i = 0; i < times.size(); ++i) {
        text += '"' + times[i] + "\",\"" + std::to_string(i + 1) + "\"\r\n";
    }
    file.folder.write("log", text);
}

// The numbers of the records from one time to another.
std::string values_in(const Text& log, LONGLONG begin, LONGLONG end) {
    const LogQuery query(log);
    PDH_HCOUNTER const counter = query.add(TEXT("\\Gadget\\Total"));
    PDH_TIME_INFO range{begin, end, 0};
    REQUIRE_SUCCESS(PdhSetQueryTimeRange(query.handle(), &range));
    std::string text;
    while (query.collect()) {
        text += std::to_string(large_value(counter));
    }
    return text;
}

} // namespace

TEST_CASE("where the clock was set back, a range has all records of its times") {
    constexpr LONGLONG minute = 60 * one_second;
    constexpr LONGLONG two = 134'379'720'000'000'000; // 2026-11-01 02:00
    const Files file;
    write_text_log(
        file, {"11/01/2026 00:30:00.000", "11/01/2026 01:10:00.000", "11/01/2026 01:50:00.000",
                  "11/01/2026 01:10:00.000", "11/01/2026 01:50:00.000", "11/01/2026 02:30:00.000"});
    convert(file("log"), file("binary"), PDH_LOG_TYPE_BINARY, {TEXT("\\Gadget\\Total")});
    for (const Text& log : {file("log"), file("binary")}) {
        CHECK(values_in(log, two - 60 * minute, two - 30 * minute) == "24");
        CHECK(values_in(log, two - 20 * minute, two) == "35");
        CHECK(values_in(log, two - 60 * minute, two + 60 * minute) == "23456");
        CHECK(values_in(log, two - 120 * minute, two - 60 * minute) == "1");
        CHECK(values_in(log, two, two + 60 * minute) == "6");
        CHECK(values_in(log, two + 40 * minute, two + 60 * minute).empty());
    }
}

TEST_CASE("the range of a log whose last record is not its latest holds all its records") {
    const Files file;
    write_text_log(file, {"11/01/2026 01:50:00.000", "11/01/2026 01:55:00.000", "11/01/2026 01:05:00.000"});
    convert(file("log"), file("binary"), PDH_LOG_TYPE_BINARY, {TEXT("\\Gadget\\Total")});
    for (const Text& log : {file("log"), file("binary")}) {
        const PDH_TIME_INFO range = range_of(log);
        CHECK(range.SampleCount == 3);
        CHECK(values_in(log, range.StartTime, range.EndTime) == "123");
    }
}

TEST_CASE("the samples of a log have the zone of the log") {
    const Files file;
    write_text_log(file, {"07/01/2026 01:50:00.000"});
    convert(file("log"), file("binary"), PDH_LOG_TYPE_BINARY, {TEXT("\\Gadget\\Total")});
    convert(file("binary"), file("text"), PDH_LOG_TYPE_TSV, {TEXT("\\Gadget\\Total")});
    for (const char* const name : {"log", "binary", "text"}) {
        CAPTURE(name);
        const LogQuery query(file(name));
        static_cast<void>(query.add(TEXT("\\Gadget\\Total")));
        LONG minutes = 0;
        CHECK_STATUS(pdh_shim_sample_bias(query.handle(), &minutes), PDH_NO_DATA);
        CHECK(query.collect());
        CHECK_SUCCESS(pdh_shim_sample_bias(query.handle(), &minutes));
        CHECK(minutes == 240);
        PDH_HLOG log = nullptr;
        REQUIRE_SUCCESS(PdhBindInputDataSource(&log, (file(name) + TCHAR{0}).c_str()));
        minutes = 0;
        CHECK_SUCCESS(pdh_shim_log_bias(log, 0, &minutes));
        CHECK(minutes == 240);
        CHECK_SUCCESS(PdhCloseLog(log, 0));
    }
}

TEST_CASE("a text log made of another by a wildcard keeps the decimals of each cell") {
    const Files file;
    const std::string log =
        "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\Widget(a)\\Rate\",\"\\\\M\\Widget(b)\\Rate\"\r\n"
        "\"01/13/2018 05:00:00.000\",\"82.45\",\"0.10\"\r\n"
        "\"01/13/2018 05:00:01.000\",\"1000\",\" \"\r\n"
        "\"01/13/2018 05:00:02.000\",\"0.33333333333333331483\",\"7\"\r\n";
    file.folder.write("log", log);
    convert(file("log"), file("copy"), PDH_LOG_TYPE_CSV, {TEXT("\\Widget(*)\\Rate")});
    CHECK(file.folder.read("copy") == log);
}

TEST_CASE("a log that does not say its zone has none, nor what is made of it") {
    const Files file;
    file.folder.write(
        "log", "\"(PDH-CSV 4.0)\",\"\\\\M\\Gadget\\Total\"\r\n\"01/13/2018 05:00:00.000\",\"1\"\r\n");
    convert(file("log"), file("binary"), PDH_LOG_TYPE_BINARY, {TEXT("\\Gadget\\Total")});
    convert(file("binary"), file("text"), PDH_LOG_TYPE_CSV, {TEXT("\\Gadget\\Total")});
    for (const char* const name : {"log", "binary", "text"}) {
        CAPTURE(name);
        const LogQuery query(file(name));
        static_cast<void>(query.add(TEXT("\\Gadget\\Total")));
        CHECK(query.collect());
        LONG minutes = 77;
        CHECK_STATUS(pdh_shim_sample_bias(query.handle(), &minutes), PDH_ENTRY_NOT_IN_LOG_FILE);
        PDH_HLOG log = nullptr;
        REQUIRE_SUCCESS(PdhBindInputDataSource(&log, (file(name) + TCHAR{0}).c_str()));
        CHECK_STATUS(pdh_shim_log_bias(log, 0, &minutes), PDH_ENTRY_NOT_IN_LOG_FILE);
        CHECK(minutes == 77);
        CHECK_SUCCESS(PdhCloseLog(log, 0));
    }
}

TEST_CASE("live samples have the zone of this computer" * needs_script) {
    constexpr LONGLONG minute = 60 * one_second;
    const Query query;
    static_cast<void>(query.add(TEXT("\\Gadget\\Total")));
    query.collect();
    LONG minutes = 0;
    CHECK_SUCCESS(pdh_shim_sample_bias(query.handle(), &minutes));
    CHECK(minutes == (script_start - to_local(script_start)) / minute);
    CHECK_SUCCESS(pdh_shim_log_bias(nullptr, 0, &minutes));
}

TEST_CASE("pdh_shim_sample_bias, pdh_shim_log_bias: the handle, then the pointer") {
    LONG minutes = 0;
    CHECK_STATUS(pdh_shim_sample_bias(nullptr, &minutes), PDH_INVALID_HANDLE);
    const Query query;
    CHECK_STATUS(pdh_shim_sample_bias(query.handle(), nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(pdh_shim_log_bias(query.handle(), 0, &minutes), PDH_INVALID_HANDLE);
    CHECK_STATUS(pdh_shim_log_bias(nullptr, 0, nullptr), PDH_INVALID_ARGUMENT);
}

namespace {

const std::string ordered_log =
    "\"(PDH-CSV 4.0) "
    "()(480)\",\"\\\\M\\Widget(b)\\Rate\",\"\\\\M\\Gadget\\Total\",\"\\\\M\\Widget(a)\\Rate\",\"note\"\r\n"
    "\"01/13/2018 05:00:00.000\",\"1\",\"2\",\"3\",\" \"\r\n"
    "\"01/13/2018 05:00:01.000\",\"1\",\"2\",\"3\",\"late\"\r\n";

} // namespace

TEST_CASE("pdh_shim_sample_time is the time of the record, not that of its first counter") {
    const Files file;
    file.folder.write("log", ordered_log);
    const LogQuery query(file("log"));
    static_cast<void>(query.add(TEXT("\\Gadget\\Total")));
    LONGLONG time = 0;
    CHECK_STATUS(pdh_shim_sample_time(query.handle(), &time), PDH_NO_DATA);
    for (int i = 0; i < 2; ++i) {
        CHECK(query.collect());
        CHECK_SUCCESS(pdh_shim_sample_time(query.handle(), &time));
        CHECK(time == 131'602'932'000'000'000 + i * one_second);
    }
}

TEST_CASE("pdh_shim_log_zone_name is what the header of a text log says") {
    const Files file;
    file.folder.write("log", ordered_log);
    const BoundLog log(file("log"));
    DWORD size = 0;
    CHECK_STATUS(pdh_shim_log_zone_name(log.handle(), 0, nullptr, &size), PDH_MORE_DATA);
    CHECK(size == 10);
    std::string name(size, '?');
    CHECK_SUCCESS(pdh_shim_log_zone_name(log.handle(), 0, name.data(), &size));
    CHECK(name == std::string("UTC-08:00\0", 10));
    convert(file("log"), file("copy"), PDH_LOG_TYPE_CSV, {TEXT("\\Gadget\\Total")});
    CHECK(file.folder.read("copy").starts_with("\"(PDH-CSV 4.0) (UTC-08:00)(480)\","));
    file.folder.write(
        "unknown", "\"(PDH-CSV 4.0)\",\"\\\\M\\Gadget\\Total\"\r\n\"01/13/2018 05:00:00.000\",\"1\"\r\n");
    const BoundLog unknown(file("unknown"));
    CHECK_STATUS(pdh_shim_log_zone_name(unknown.handle(), 0, nullptr, &size), PDH_INVALID_ARGUMENT);
    size = 0;
    CHECK_STATUS(pdh_shim_log_zone_name(unknown.handle(), 0, nullptr, &size), PDH_ENTRY_NOT_IN_LOG_FILE);
}

TEST_CASE("pdh_shim_log_counters lists the counters of a log in its order") {
    const Files file;
    file.folder.write("log", ordered_log);
    const BoundLog log(file("log"));
    const std::string all = "\\\\M\\Widget(b)\\Rate \\\\M\\Gadget\\Total \\\\M\\Widget(a)\\Rate";
    CHECK(log.counters(0) == all);
    CHECK(log.counters(PDH_NOEXPANDINSTANCES) == all);
}

TEST_CASE("pdh_shim_log_comments counts the records with a comment") {
    const Files file;
    file.folder.write("log", ordered_log);
    const BoundLog log(file("log"));
    constexpr LONGLONG first = 131'602'932'000'000'000;
    DWORD records = 7;
    CHECK_SUCCESS(pdh_shim_log_comments(log.handle(), 0, first + one_second, &records));
    CHECK(records == 1);
    CHECK_SUCCESS(pdh_shim_log_comments(log.handle(), 0, first, &records));
    CHECK(records == 0);
    convert(file("log"), file("binary"), PDH_LOG_TYPE_BINARY, {TEXT("\\Gadget\\Total")});
    const BoundLog binary(file("binary"));
    CHECK_SUCCESS(pdh_shim_log_comments(binary.handle(), 0, first + one_second, &records));
    CHECK(records == 0);
}

TEST_CASE("a caption that begins as a path has a space before it, and is read as a caption") {
    for (const DWORD type : {DWORD{PDH_LOG_TYPE_CSV}, DWORD{PDH_LOG_TYPE_TSV}}) {
        for (const TCHAR* const caption : {TEXT("\\\\server share"), TEXT("\\drive\\folder"), TEXT("\\")}) {
            CAPTURE(type);
            CAPTURE(utf8(caption));
            const Files file;
            const Query query;
            static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
            WrittenLog log(query, file("log"), type, making, 0, caption);
            log.update(2, TEXT("a comment"));
            log.close();
            CHECK(lines_of(file.folder.read("log")).front().ends_with("\" " + utf8(caption) + "\""));
            const BoundLog read(file("log"));
            CHECK(read.counters(0) == machine() + "\\Gadget\\Depth");
            DWORD comments = 0;
            CHECK_SUCCESS(pdh_shim_log_comments(read.handle(), 0, MAX_TIME_VALUE, &comments));
            CHECK(comments == 2);
            convert(file("log"), file("copy"), type, {TEXT("\\Gadget\\Depth")});
            CHECK(lines_of(file.folder.read("copy")) == lines_of(file.folder.read("log")));
        }
    }
}

TEST_CASE("functions of control.h for logs: bad arguments") {
    LONGLONG time = 0;
    CHECK_STATUS(pdh_shim_sample_time(nullptr, &time), PDH_INVALID_HANDLE);
    const Query query;
    CHECK_STATUS(pdh_shim_sample_time(query.handle(), nullptr), PDH_INVALID_ARGUMENT);
    DWORD size = 0;
    CHECK_STATUS(pdh_shim_log_zone_name(query.handle(), 0, nullptr, &size), PDH_INVALID_HANDLE);
    CHECK_STATUS(pdh_shim_log_zone_name(nullptr, 0, nullptr, nullptr), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(pdh_shim_log_counters(query.handle(), 0, nullptr, &size), PDH_INVALID_HANDLE);
    CHECK_STATUS(pdh_shim_log_counters(nullptr, 0, nullptr, &size), PDH_DATA_SOURCE_IS_REAL_TIME);
    CHECK_STATUS(pdh_shim_log_comments(query.handle(), 0, 0, &size), PDH_INVALID_HANDLE);
    CHECK_STATUS(pdh_shim_log_comments(nullptr, 0, 0, &size), PDH_DATA_SOURCE_IS_REAL_TIME);
    const Files file;
    file.folder.write("log", ordered_log);
    const BoundLog log(file("log"));
    CHECK_STATUS(pdh_shim_log_counters(log.handle(), 0, nullptr, nullptr), PDH_INVALID_ARGUMENT);
    size = 5;
    CHECK_STATUS(pdh_shim_log_counters(log.handle(), 0, nullptr, &size), PDH_INVALID_ARGUMENT);
    size = 0;
    CHECK_STATUS(
        pdh_shim_log_counters(log.handle(), PDH_NOEXPANDCOUNTERS, nullptr, &size), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(pdh_shim_log_comments(log.handle(), 0, 0, nullptr), PDH_INVALID_ARGUMENT);
}

TEST_CASE("a log keeps counters with and without an instance of one object") {
    const Files file;
    file.folder.write("log",
        "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\Gadget\\Total\",\"\\\\M\\Gadget(a)\\Total\","
        "\"\\\\M\\Gadget(a)\\Depth\",\"\\\\M\\Widget()\\Depth\"\r\n"
        "\"01/13/2018 05:00:00.000\",\"1\",\"2\",\"3\",\"4\"\r\n");
    convert(file("log"), file("binary"), PDH_LOG_TYPE_BINARY,
        {TEXT("\\Gadget(*)\\Total"), TEXT("\\Gadget(*)\\Depth"), TEXT("\\Widget\\Depth")});
    convert(file("log"), file("text"), PDH_LOG_TYPE_TSV,
        {TEXT("\\Gadget(*)\\Total"), TEXT("\\Gadget(a)\\Depth"), TEXT("\\Widget\\Depth")});
    for (const char* const name : {"log", "binary", "text"}) {
        CAPTURE(name);
        const Text log = file(name);
        CHECK(values(log, TEXT("\\Gadget\\Total")) == "1");
        CHECK(values(log, TEXT("\\\\M\\Gadget(a)\\Total")) == "2");
        CHECK(values(log, TEXT("\\Gadget(a)\\Depth")) == "3");
        CHECK(values(log, TEXT("\\Widget\\Depth")) == "4");
    }
}

TEST_CASE("an instance * of an object without instances is not found in a log") {
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        const Query query;
        static_cast<void>(query.add(TEXT("\\Gadget(*)\\Depth")));
        static_cast<void>(query.add(TEXT("\\Gadget\\Total")));
        WrittenLog log(query, file("log"), type);
        log.update(2);
        log.close();
        CHECK(values(file("log"), TEXT("\\Gadget\\Depth")) == "7 8");
        CHECK(values(file("log"), TEXT("\\Gadget\\Total")) == "100 100");
    }
}

TEST_CASE("a counter added between two collects of a log begins with the next record") {
    const Files file;
    for (const DWORD type : every_type) {
        const Query query;
        static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
        static_cast<void>(query.add(TEXT("\\Widget(a)\\Depth")));
        WrittenLog log(query, file("log"), type);
        log.update(3);
        log.close();
        const LogQuery read(file("log"));
        PDH_HCOUNTER const gadget = read.add(TEXT("\\Gadget\\Depth"));
        REQUIRE(read.collect());
        PDH_HCOUNTER const widget = read.add(TEXT("\\Widget(a)\\Depth"));
        REQUIRE(read.collect());
        CHECK(large_value(gadget) == 8);
        CHECK(large_value(widget) == 6);
    }
}

TEST_CASE("several binary logs are read as one, in the order of time" * needs_script) {
    const Files file;
    for (const char* const name : {"one.blg", "two.blg"}) {
        use_script("widgets.json");
        const Query query;
        static_cast<void>(
            query.add(name == std::string("one.blg") ? TEXT("\\Gadget\\Depth") : TEXT("\\Widget(a)\\Depth")));
        WrittenLog log(query, file(name), PDH_LOG_TYPE_BINARY);
        log.update(3);
    }
    Text names = file("one.blg");
    names += TCHAR{0};
    names += file("two.blg");
    names += TCHAR{0};
    PDH_HLOG source = nullptr;
    REQUIRE_SUCCESS(PdhBindInputDataSource(&source, names.c_str()));
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER gadget = nullptr;
    PDH_HCOUNTER widget = nullptr;
    REQUIRE_SUCCESS(PdhOpenQueryH(source, 0, &query));
    REQUIRE_SUCCESS(PdhAddCounter(query, TEXT("\\Gadget\\Depth"), 0, &gadget));
    REQUIRE_SUCCESS(PdhAddCounter(query, TEXT("\\Widget(a)\\Depth"), 0, &widget));
    REQUIRE_SUCCESS(PdhCollectQueryData(query)); // both have a record of that time
    CHECK(large_value(gadget) == 7);
    CHECK(large_value(widget) == 5);
    LONGLONG both = 0;
    LONGLONG one = 0;
    PDH_HLOG first = nullptr;
    DWORD type = 0;
    REQUIRE_SUCCESS(PdhGetLogFileSize(source, &both));
    REQUIRE_SUCCESS(PdhOpenLog(file("one.blg").c_str(), reading, &type, nullptr, 0, nullptr, &first));
    REQUIRE_SUCCESS(PdhGetLogFileSize(first, &one));
    CHECK(both == 2 * one);
    CHECK(one == static_cast<LONGLONG>(file.folder.read("one.blg").size()));
    CHECK_SUCCESS(PdhCloseLog(first, 0));
    CHECK_SUCCESS(PdhCloseQuery(query));
    CHECK_SUCCESS(PdhCloseLog(source, 0));
}

TEST_CASE("text logs are not read together, and 32 binary ones are the most") {
    const Files file;
    const Query query;
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    for (const DWORD type : std::array<DWORD, 2>{PDH_LOG_TYPE_CSV, PDH_LOG_TYPE_BINARY}) {
        WrittenLog log(query, file(type == PDH_LOG_TYPE_CSV ? "log.csv" : "log.blg"), type);
        log.update();
    }
    const auto bind = [](const std::vector<Text>& names) {
        Text list;
        for (const Text& name : names) {
            list += name + TCHAR{0};
        }
        PDH_HLOG source = nullptr;
        const PDH_STATUS status = PdhBindInputDataSource(&source, list.c_str());
        if (status == ERROR_SUCCESS) {
            CHECK_SUCCESS(PdhCloseLog(source, 0));
        }
        return status;
    };
    CHECK_STATUS(bind({file("log.blg"), file("log.csv")}), PDH_UNKNOWN_LOG_FORMAT);
    CHECK_STATUS(bind({file("log.csv"), file("log.csv")}), PDH_UNKNOWN_LOG_FORMAT);
    CHECK_SUCCESS(bind({file("log.csv")}));
    CHECK_SUCCESS(bind(std::vector<Text>(32, file("log.blg"))));
    CHECK_STATUS(bind(std::vector<Text>(33, file("log.blg"))), PDH_INVALID_ARGUMENT);
}

TEST_CASE("a log that is there is added to, if it has the same counters") {
    for (const DWORD type : every_type) {
        for (const DWORD access : {PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_ALWAYS,
                 PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_EXISTING, making | PDH_LOG_OPT_APPEND}) {
            CAPTURE(type);
            CAPTURE(access);
            const Files file;
            const Query query;
            static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
            {
                const WrittenLog log(query, file("log"), type);
                log.update(2);
            }
            {
                const WrittenLog log(query, file("log"), type, access);
                log.update();
            }
            CHECK(values(file("log"), TEXT("\\Gadget\\Depth")) == "7 8 8");
            static_cast<void>(query.add(TEXT("\\Gadget\\Total")));
            DWORD same_type = type;
            PDH_HLOG log = nullptr;
            CHECK_STATUS(
                PdhOpenLog(file("log").c_str(), access, &same_type, query.handle(), 0, nullptr, &log),
                PDH_UNMATCHED_APPEND_COUNTER);
            CHECK(values(file("log"), TEXT("\\Gadget\\Depth")) == "7 8 8");
        }
    }
}

TEST_CASE("a log has one writer at a time; others are refused at once, and readers are not") {
    for (DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        const Query query;
        static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
        WrittenLog first(query, file("log"), type);
        first.update();
        PDH_HLOG second = nullptr;
        const auto open = [&](DWORD access) {
            return status_name(
                PdhOpenLog(file("log").c_str(), access, &type, query.handle(), 0, nullptr, &second));
        };
        CHECK(open(making) == "PDH_LOG_FILE_CREATE_ERROR");
        CHECK(open(PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_ALWAYS | PDH_LOG_OPT_APPEND) ==
              "PDH_LOG_FILE_OPEN_ERROR");
        first.update();
        static_cast<void>(LogQuery(file("log")).add(TEXT("\\Gadget\\Depth")));
        first.close();
        WrittenLog next(
            query, file("log"), type, PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_ALWAYS | PDH_LOG_OPT_APPEND);
        next.update();
        next.close();
        CHECK(range_of(file("log")).SampleCount == 3);
    }
}

TEST_CASE("a log that is empty is begun where one is added to") {
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        file.folder.write("log", "");
        const Query query;
        static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
        WrittenLog log(
            query, file("log"), type, PDH_LOG_WRITE_ACCESS | PDH_LOG_OPEN_ALWAYS | PDH_LOG_OPT_APPEND);
        log.update();
        log.close();
        CHECK(range_of(file("log")).SampleCount == 1);
    }
}

TEST_CASE("a damaged binary log: what is whole is read, and then the loss is told once") {
    const Files file;
    constexpr int written = 2000;
    std::string script = R"({"objects": [{"name": "Tank", "instances": "none",
        "counters": [{"name": "Level", "type": "PERF_COUNTER_RAWCOUNT"}]}], "samples": [)";
    for (int i = 0; i < written; ++i) {
        script +=
            (i == 0 ? R"({"data": {"Tank": [)" : R"(, {"data": {"Tank": [)") + std::to_string(i) + "]}}";
    }
    file.folder.write("tank.json", script + "]}");
    REQUIRE_SUCCESS(pdh_shim_set_sources(("script:" + file.folder.path("tank.json")).c_str()));
    const Query query;
    static_cast<void>(query.add(TEXT("\\Tank\\Level")));
    WrittenLog log(query, file("log"), PDH_LOG_TYPE_BINARY);
    log.update(written);
    log.close();
    std::string bytes = file.folder.read("log");
    bytes.replace(bytes.size() / 2, 4096, 4096, '\0');
    file.folder.write("log", bytes);
    const LogQuery damaged(file("log"));
    static_cast<void>(damaged.add(TEXT("\\Tank\\Level")));
    int records = 0;
    PDH_STATUS status = PdhCollectQueryData(damaged.handle());
    for (; status == ERROR_SUCCESS; status = PdhCollectQueryData(damaged.handle())) {
        ++records;
    }
    CHECK(records > written / 2);
    CHECK(records < written);
    CHECK_STATUS(status, PDH_BINARY_LOG_CORRUPT);
    CHECK_STATUS(PdhCollectQueryData(damaged.handle()), PDH_NO_MORE_DATA);
}

TEST_CASE("a log in UTF-16 is added to as it is") {
    const Files file;
    const Query query;
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    WrittenLog log(query, file("log"), PDH_LOG_TYPE_CSV);
    log.update(2);
    log.close();
    std::string wide = "\xFF\xFE";
    for (const char letter : file.folder.read("log")) {
        wide += {letter, '\0'};
    }
    file.folder.write("log", wide);
    DWORD type = PDH_LOG_TYPE_CSV;
    PDH_HLOG handle = nullptr;
    REQUIRE_SUCCESS(PdhOpenLog(
        file("log").c_str(), making | PDH_LOG_OPT_APPEND, &type, query.handle(), 0, nullptr, &handle));
    REQUIRE_SUCCESS(PdhUpdateLog(handle, nullptr));
    REQUIRE_SUCCESS(PdhCloseLog(handle, 0));
    const std::string added = file.folder.read("log");
    CHECK(added.rfind(wide, 0) == 0);
    CHECK(added.size() > wide.size());
    CHECK(values(file("log"), TEXT("\\Gadget\\Depth")).rfind("7 8 ", 0) == 0);
}

TEST_CASE("a log whose size is too small stays as it is") {
    const Files file;
    const Query query;
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    WrittenLog log(query, file("log"), PDH_LOG_TYPE_CSV);
    log.update(2);
    log.close();
    DWORD type = PDH_LOG_TYPE_BINARY;
    PDH_HLOG handle = nullptr;
    CHECK_STATUS(PdhOpenLog(file("log").c_str(), making, &type, query.handle(), 1000, nullptr, &handle),
        PDH_LOG_FILE_TOO_SMALL);
    CHECK(values(file("log"), TEXT("\\Gadget\\Depth")) == "7 8");
    CHECK_STATUS(PdhOpenLog(file("new").c_str(), making, &type, query.handle(), 1000, nullptr, &handle),
        PDH_LOG_FILE_TOO_SMALL);
    CHECK_STATUS(PdhGetLogFileType(file("new").c_str(), &type), PDH_FILE_NOT_FOUND);
}

TEST_CASE("PdhReadRawLogRecord: the newest record that is not after a time" * needs_script) {
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        const Query query;
        static_cast<void>(query.add(TEXT("\\Gadget\\Total")));
        {
            const WrittenLog log(query, file("log"), type);
            log.update(3);
        }
        DWORD found = 0;
        PDH_HLOG log = nullptr;
        REQUIRE_SUCCESS(PdhOpenLog(file("log").c_str(), reading, &found, nullptr, 0, nullptr, &log));
        const auto record_at = [log](LONGLONG time) {
            const auto bits = static_cast<std::uint64_t>(time);
            const FILETIME at{static_cast<DWORD>(bits), static_cast<DWORD>(bits >> 32)};
            DWORD size = 0;
            REQUIRE_STATUS(PdhReadRawLogRecord(log, at, nullptr, &size), PDH_MORE_DATA);
            std::vector<std::byte> bytes(size);
            auto* const record = reinterpret_cast<PDH_RAW_LOG_RECORD*>(bytes.data());
            REQUIRE_SUCCESS(PdhReadRawLogRecord(log, at, record, &size));
            CHECK(record->dwStructureSize == bytes.size());
            CHECK(record->dwItems == bytes.size() - offsetof(PDH_RAW_LOG_RECORD, RawBytes));
            return std::pair(record->dwRecordType,
                std::string(reinterpret_cast<const char*>(&record->RawBytes[0]), record->dwItems));
        };
        const LONGLONG start = to_local(script_start);
        const auto first = record_at(start);
        CHECK(first.first == type);
        CHECK(first == record_at(start + one_second - 1));
        CHECK(first != record_at(start + one_second));
        CHECK(record_at(start + 2 * one_second) == record_at(start + 1000 * one_second));
        if (type == PDH_LOG_TYPE_CSV) {
            CHECK(first.second.ends_with(std::string_view(",\"100\"\0", 7)));
        }
        DWORD size = 0;
        CHECK_STATUS(PdhReadRawLogRecord(log, {}, nullptr, &size), PDH_ENTRY_NOT_IN_LOG_FILE);
        CHECK_SUCCESS(PdhCloseLog(log, 0));
    }
}

TEST_CASE("a log that has reached its size says so, and keeps what it has") {
    const Files file;
    const Query query;
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    WrittenLog log(query, file("log.csv"), PDH_LOG_TYPE_CSV, making, 10);
    CHECK_STATUS(PdhUpdateLog(log.handle(), nullptr), PDH_END_OF_LOG_FILE);
    query.collect(); // the query lives on
    log.close();
    CHECK(lines_of(file.folder.read("log.csv")).size() == 1);
}

TEST_CASE("PdhUpdateLogFileCatalog: no log has an index to update") {
    const Files file;
    const Query query;
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const DWORD expected = type == PDH_LOG_TYPE_BINARY ? PDH_UNKNOWN_LOG_FORMAT : PDH_NOT_IMPLEMENTED;
        WrittenLog log(query, file("log"), type);
        CHECK_STATUS(PdhUpdateLogFileCatalog(log.handle()), expected);
        log.update();
        log.close();
        use_script("widgets.json");
        DWORD found = 0;
        PDH_HLOG read = nullptr;
        REQUIRE_SUCCESS(PdhOpenLog(file("log").c_str(), reading, &found, nullptr, 0, nullptr, &read));
        CHECK_STATUS(PdhUpdateLogFileCatalog(read), expected);
        CHECK_SUCCESS(PdhCloseLog(read, 0));
    }
}

TEST_CASE("PdhGetLogFileSize: of a log that is written, with what is still to be written") {
    const Files file;
    const Query query;
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    WrittenLog log(query, file("log.csv"), PDH_LOG_TYPE_CSV);
    LONGLONG header = 0;
    REQUIRE_SUCCESS(PdhGetLogFileSize(log.handle(), &header));
    log.update();
    LONGLONG size = 0;
    REQUIRE_SUCCESS(PdhGetLogFileSize(log.handle(), &size));
    CHECK(size > header);
    log.close();
    CHECK(size == static_cast<LONGLONG>(file.folder.read("log.csv").size()));
}

TEST_CASE("what is logged reaches the file after a second, and when the log is closed") {
    const Files file;
    const FrozenClock clock;
    const Query query;
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    WrittenLog log(query, file("log.csv"), PDH_LOG_TYPE_CSV);
    log.update();
    CHECK(lines_of(file.folder.read("log.csv")).size() == 1);
    FrozenClock::advance(1);
    log.update();
    CHECK(lines_of(file.folder.read("log.csv")).size() == 3);
    log.update();
    CHECK(lines_of(file.folder.read("log.csv")).size() == 3);
    log.close();
    CHECK(lines_of(file.folder.read("log.csv")).size() == 4);
}

TEST_CASE("PdhCloseLog can close the query of a log too") {
    const Files file;
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    PDH_HLOG log = nullptr;
    DWORD type = PDH_LOG_TYPE_CSV;
    REQUIRE_SUCCESS(PdhOpenQuery(nullptr, 0, &query));
    REQUIRE_SUCCESS(PdhAddCounter(query, TEXT("\\Gadget\\Depth"), 0, &counter));
    REQUIRE_SUCCESS(PdhOpenLog(file("log.csv").c_str(), making, &type, query, 0, nullptr, &log));
    CHECK_SUCCESS(PdhCloseLog(log, PDH_FLAGS_CLOSE_QUERY));
    CHECK_STATUS(PdhUpdateLog(log, nullptr), PDH_INVALID_HANDLE);
    CHECK_STATUS(PdhCollectQueryData(query), PDH_INVALID_HANDLE);
}

TEST_CASE("a log is converted by logging a query on it" * needs_script) {
    const Files file;
    {
        const Query query;
        static_cast<void>(query.add(TEXT("\\Widget(*)\\Items/sec")));
        static_cast<void>(query.add(TEXT("\\Gadget\\Total")));
        const WrittenLog log(query, file("one.blg"), PDH_LOG_TYPE_BINARY);
        log.update(3);
    }
    const auto convert = [&file](const char* from, const char* to, DWORD type) {
        PDH_HQUERY query = nullptr;
        REQUIRE_SUCCESS(PdhOpenQuery(file(from).c_str(), 0, &query));
        for (const TCHAR* const path : {TEXT("\\Widget(*)\\Items/sec"), TEXT("\\Gadget\\Total")}) {
            PDH_HCOUNTER counter = nullptr;
            REQUIRE_SUCCESS(PdhAddCounter(query, path, 0, &counter));
        }
        PDH_HLOG log = nullptr;
        REQUIRE_SUCCESS(PdhOpenLog(file(to).c_str(), making, &type, query, 0, nullptr, &log));
        PDH_STATUS status = ERROR_SUCCESS;
        while (status == ERROR_SUCCESS) {
            status = PdhUpdateLog(log, nullptr);
        }
        CHECK_STATUS(status, PDH_NO_MORE_DATA);
        CHECK_SUCCESS(PdhCloseLog(log, PDH_FLAGS_CLOSE_QUERY));
    };
    convert("one.blg", "two.blg", PDH_LOG_TYPE_BINARY);
    convert("two.blg", "three.csv", PDH_LOG_TYPE_CSV);
    convert("three.csv", "four.blg", PDH_LOG_TYPE_BINARY);
    convert("four.blg", "five.csv", PDH_LOG_TYPE_CSV);
    const std::vector<std::string> rates{"a=5 b=20", "a=10 b=0"};
    const auto last_of = [](std::vector<std::string> all) {
        all.erase(all.begin());
        return all;
    };
    for (const char* const name : {"one.blg", "two.blg", "three.csv", "four.blg", "five.csv"}) {
        CAPTURE(name);
        CHECK(last_of(items(file(name), TEXT("\\Widget(*)\\Items/sec"))) == rates);
        CHECK(values(file(name), TEXT("\\Gadget\\Total")) == "100 100 300");
    }
    const auto rows = [&file](const char* name) {
        auto lines = lines_of(file.folder.read(name));
        lines.erase(lines.begin()); // the zone may be another one
        return lines;
    };
    CHECK(rows("three.csv") == rows("five.csv"));
}

TEST_CASE("supplied samples are logged, and those that were not supplied again are missing") {
    for (const DWORD type : every_type) {
        CAPTURE(type);
        const Files file;
        const Query query;
        PDH_HCOUNTER one = nullptr;
        PDH_HCOUNTER all = nullptr;
        REQUIRE_SUCCESS(PdhAddRelogCounter(query.handle(), wide_from_utf8("\\\\far\\Tank\\Level").c_str(),
            PERF_COUNTER_LARGE_RAWCOUNT, 0, 0, &one));
        REQUIRE_SUCCESS(PdhAddRelogCounter(query.handle(), wide_from_utf8("\\\\far\\Pump(*)\\Level").c_str(),
            PERF_COUNTER_LARGE_RAWCOUNT, 0, 0, &all));
        WrittenLog log(query, file("log"), type);
        const auto supply = [](PDH_HCOUNTER counter, LONGLONG value, const char* instance) {
            PDH_RAW_COUNTER raw{};
            raw.FirstValue = value;
            raw.MultiCount = 1;
            REQUIRE_SUCCESS(PdhSetCounterValue(
                counter, &raw, instance == nullptr ? nullptr : wide_from_utf8(instance).c_str()));
        };
        const LONGLONG start = to_local(script_start);
        supply(one, 5, nullptr);
        supply(all, 1, "left");
        supply(all, 2, "right");
        REQUIRE_SUCCESS(PdhWriteRelogSample(log.handle(), start));
        PdhResetRelogCounterValues(log.handle());
        supply(all, 3, "right");
        REQUIRE_SUCCESS(PdhWriteRelogSample(log.handle(), start + one_second));
        log.close();
        CHECK(values(file("log"), TEXT("\\\\far\\Tank\\Level")) == "5 PDH_INVALID_DATA");
        CHECK(values(file("log"), TEXT("\\\\far\\Pump(right)\\Level")) == "2 3");
        CHECK(values(file("log"), TEXT("\\\\far\\Pump(left)\\Level")).starts_with("1 PDH_"));
        CHECK(range_of(file("log")).EndTime == start + one_second);
    }
}

TEST_CASE("a file that only begins like a log is refused") {
    const Files file;
    for (const char* const text :
        {"\"(PDH-CSV 4.0) (UTC)(0)\",\"no path\",\"nor this\"\r\n", "\"(PDH-TSV 4.0)\"\tx\ty\n"}) {
        static_cast<void>(file.folder.write("log.csv", text));
        PDH_HQUERY query = nullptr;
        CHECK_STATUS(PdhOpenQuery(file("log.csv").c_str(), 0, &query), PDH_UNABLE_READ_LOG_HEADER);
    }
    static_cast<void>(file.folder.write("log.blg", "not an event trace"));
    DWORD type = 0;
    CHECK_STATUS(PdhGetLogFileType(file("log.blg").c_str(), &type), PDH_UNABLE_READ_LOG_HEADER);
}

TEST_CASE("the functions of Visual Basic write and measure a log" * needs_script) {
    const Files file;
    const Query query;
    static_cast<void>(query.add(TEXT("\\Gadget\\Depth")));
    DWORD type = PDH_LOG_TYPE_CSV;
    PDH_HLOG log = nullptr;
    const std::string name = narrow_of_utf8(file.folder.path("log.csv"));
    REQUIRE_SUCCESS(PdhVbOpenLog(name.c_str(), making, &type, query.handle(), 0, nullptr, &log));
    for (int i = 0; i < 3; ++i) {
        CHECK_SUCCESS(PdhVbUpdateLog(log, nullptr));
    }
    CHECK_STATUS(PdhVbUpdateLog(log, nullptr), PDH_NO_MORE_DATA);
    LONG size = 0;
    CHECK_SUCCESS(PdhVbGetLogFileSize(log, &size));
    CHECK_SUCCESS(PdhCloseLog(log, 0));
    CHECK(size == static_cast<LONG>(file.folder.read("log.csv").size()));
}
