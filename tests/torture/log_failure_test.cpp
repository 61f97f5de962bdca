// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Logs of each format, in files and in a database: requests to the system fail while one is written or read.
// Whatever was written is a beginning of the log, or is refused; and the log that is written or read next is
// right.
#include "fail_each.h"
#include "fixture.h"
#include "temporary_folder.h"

#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

using namespace pdh_shim::torture;

namespace {

constexpr DWORD room = 1U << 16U;
constexpr int updates = 3;

struct Log {
    std::string name; // for PDH
    DWORD type;
    std::string file;    // that it is in
    std::string catalog; // the database, for functions that want no set
};

std::vector<Log> logs_in_files(const pdh_shim::test::TemporaryFolder& folder) {
    std::vector<Log> logs;
    for (const auto& [suffix, type] : {std::pair("csv", PDH_LOG_TYPE_CSV), std::pair("tsv", PDH_LOG_TYPE_TSV),
             std::pair("blg", PDH_LOG_TYPE_BINARY)}) {
        const std::string file = folder.path(std::string("log.") + suffix);
        logs.push_back({file, static_cast<DWORD>(type), file, {}});
    }
    return logs;
}

// In SQLite: databases.py has set it up. Its driver loads libodbcinst, and unloads it with itself: the leak
// checker could not tell any more that it is the one which loses memory.
Log log_in_database() {
    [[maybe_unused]] static const void* const kept_library = dlopen("libodbcinst.so.2", RTLD_NOW);
    const char* const folder = std::getenv("ODBCSYSINI");
    REQUIRE(folder != nullptr);
    return {"SQL:database!set", PDH_LOG_TYPE_SQL, std::string(folder) + "/logs.db", "database"};
}

void remove_log(const Log& log) {
    for (const std::string_view suffix : {"", "-journal"}) {
        std::error_code ignored;
        std::filesystem::remove(log.file + std::string(suffix), ignored);
    }
}

// The status of a sequence of calls, which ends at the first that fails; what it has opened is closed.
class Sequence {
  public:
    template <class Function>
    Sequence& then(const Function& call) {
        status_ = status_ == ERROR_SUCCESS ? call() : status_;
        return *this;
    }
    // Whether or not one has failed, if this one can be made.
    template <class Function>
    Sequence& at_last(bool can_be_made, const Function& call) {
        const PDH_STATUS status = can_be_made ? call() : ERROR_SUCCESS;
        status_ = status_ == ERROR_SUCCESS ? status : status_;
        return *this;
    }
    [[nodiscard]] PDH_STATUS status() const { return status_; }

  private:
    PDH_STATUS status_ = ERROR_SUCCESS;
};

// From the choice of the source to the end of the log, always at the same time of the same script.
PDH_STATUS write_log(const Log& log, int records = updates) {
    PDH_HQUERY query = nullptr;
    PDH_HLOG handle = nullptr;
    DWORD type = log.type;
    Sequence calls;
    calls.then([] { return pdh_shim_freeze_clock(134'000'000'000'000'000); })
        .then([] { return pdh_shim_set_sources("script:" TORTURE_SCRIPT); })
        .then([&] { return log.catalog.empty() ? ERROR_SUCCESS : PdhCreateSQLTablesA(log.catalog.c_str()); })
        .then([&] { return log.catalog.empty() ? ERROR_SUCCESS : PdhVerifySQLDBA(log.catalog.c_str()); })
        .then([&] { return PdhOpenQueryA(nullptr, 0, &query); });
    for (const char* const path :
        {"\\Widget(*)\\Depth", "\\Widget(b)\\Hit %", "\\Gadget\\Turns/sec", "\\Gadget\\Depth"}) {
        PDH_HCOUNTER counter = nullptr;
        calls.then([&] { return PdhAddCounterA(query, path, 0, &counter); });
    }
    calls.then([&] {
        return PdhOpenLogA(log.name.c_str(), PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type, query, 0,
            "a caption of some length", &handle);
    });
    if (!log.catalog.empty()) {
        calls.then([&] { return PdhSetLogSetRunID(handle, 7); });
    }
    for (int i = 0; i < records; ++i) {
        calls.then([] { return pdh_shim_advance_clock(10'000'000); }).then([&] {
            return PdhUpdateLogA(handle, "a comment of some length");
        });
    }
    LONGLONG size = 0;
    calls.then([&] { return log.catalog.empty() ? PdhGetLogFileSize(handle, &size) : ERROR_SUCCESS; })
        .at_last(handle != nullptr, [&] { return PdhCloseLog(handle, 0); })
        .at_last(query != nullptr, [&] { return PdhCloseQuery(query); });
    return calls.status();
}

// What a log has, as text: lists, and then a text for each record.
struct Told {
    std::string lists;
    std::vector<std::string> records;

    bool operator==(const Told&) const = default;
};

// The list of texts that a call writes.
template <class Function>
PDH_STATUS list(std::string& told, const Function& call) {
    std::vector<char> texts(room);
    DWORD size = room;
    const PDH_STATUS status = call(texts.data(), &size);
    told.append(texts.data(), status == ERROR_SUCCESS ? size : 0);
    return status;
}

// Whatever its status is: databases have no raw records.
PDH_STATUS tell_raw_record(const Log& log, std::string& told) {
    PDH_HLOG handle = nullptr;
    DWORD type = log.type;
    const PDH_STATUS opened = PdhOpenLogA(
        log.name.c_str(), PDH_LOG_READ_ACCESS | PDH_LOG_OPEN_EXISTING, &type, nullptr, 0, nullptr, &handle);
    if (opened != ERROR_SUCCESS) {
        return opened;
    }
    std::vector<PDH_RAW_LOG_RECORD> record(room / sizeof(PDH_RAW_LOG_RECORD));
    DWORD size = room;
    const PDH_STATUS read = PdhReadRawLogRecord(handle, {}, record.data(), &size);
    told += std::string(pdh_shim_status_name(read)) + ' ' + std::to_string(size);
    return PdhCloseLog(handle, 0);
}

PDH_STATUS tell_lists(const Log& log, PDH_HLOG source, std::string& told) {
    Sequence calls;
    calls
        .then([&] {
            return list(told, [&](char* texts, DWORD* size) {
                return PdhEnumObjectsHA(source, nullptr, texts, size, PERF_DETAIL_WIZARD, TRUE);
            });
        })
        .then([&] {
            return list(told, [&](char* texts, DWORD* size) {
                std::array<char, 1024> counters{};
                DWORD counters_size = counters.size();
                return PdhEnumObjectItemsHA(source, nullptr, "Widget", counters.data(), &counters_size, texts,
                    size, PERF_DETAIL_WIZARD, 0);
            });
        })
        .then([&] {
            return list(told, [&](char* texts, DWORD* size) {
                return PdhExpandWildCardPathHA(source, "\\Widget(*)\\*", texts, size, 0);
            });
        })
        .then([&] {
            DWORD entries = 0;
            PDH_TIME_INFO range{};
            DWORD size = sizeof range;
            const PDH_STATUS status = PdhGetDataSourceTimeRangeH(source, &entries, &range, &size);
            told += std::to_string(range.StartTime) + ' ' + std::to_string(range.EndTime) + ' ' +
                    std::to_string(range.SampleCount);
            return status;
        })
        .then([&] {
            return log.catalog.empty() ? ERROR_SUCCESS : list(told, [&](char* texts, DWORD* size) {
                return PdhEnumLogSetNamesA(log.catalog.c_str(), texts, size);
            });
        });
    calls.then([&] { return tell_raw_record(log, told); });
    return calls.status();
}

PDH_STATUS tell_records(PDH_HQUERY query, std::vector<std::string>& told) {
    Counters counters(query);
    Sequence calls;
    for (const char* const path : {"\\Widget(*)\\Depth", "\\Widget(b)\\Hit %", "\\Gadget\\Turns/sec"}) {
        calls.then([&] { return counters.add(path); });
    }
    calls.then([&] {
        PDH_TIME_INFO all{};
        all.EndTime = 200'000'000'000'000'000;
        return PdhSetQueryTimeRange(query, &all);
    });
    while (calls.status() == ERROR_SUCCESS) {
        calls.then([&] { return PdhCollectQueryData(query); });
        if (calls.status() == ERROR_SUCCESS) {
            told.push_back(counters.describe());
        }
    }
    return static_cast<DWORD>(calls.status()) == PDH_NO_MORE_DATA ? ERROR_SUCCESS : calls.status();
}

PDH_STATUS read_log(const Log& log, Told& told) {
    PDH_HLOG source = nullptr;
    PDH_HQUERY query = nullptr;
    Sequence calls;
    try {
        calls.then([&] { return PdhBindInputDataSourceA(&source, (log.name + '\0').c_str()); })
            .then([&] { return tell_lists(log, source, told.lists); })
            .then([&] { return PdhOpenQueryH(source, 0, &query); })
            .then([&] { return tell_records(query, told.records); });
    } catch (const std::bad_alloc&) { // it was the client's own memory
        calls.then([] { return static_cast<PDH_STATUS>(PDH_MEMORY_ALLOCATION_FAILURE); });
    }
    calls.at_last(query != nullptr, [&] { return PdhCloseQuery(query); }).at_last(source != nullptr, [&] {
        return PdhCloseLog(source, 0);
    });
    return calls.status();
}

bool may_answer_of_log(const Lack& lack, PDH_STATUS status) {
    switch (static_cast<DWORD>(status)) {
    case ERROR_SUCCESS:
    case PDH_MEMORY_ALLOCATION_FAILURE:
    case PDH_INVALID_DATASOURCE: // the script could not be loaded
        return true;
    default:
        return lack.resource != Resource::memory && lack.resource != Resource::object;
    }
}

long step_of(const Lack& lack, long usual) {
    const bool is_memory = lack.resource == Resource::memory || lack.resource == Resource::object;
    return is_memory ? step_of_lives(usual) : 1;
}

// Empty, or what is wrong with a log that was written while something failed: it has to be as if it had ended
// before the record that failed.
std::string difference_of_rest(const Log& log, const std::vector<Told>& right) {
    Told told;
    if (read_log(log, told) != ERROR_SUCCESS || told.records.empty()) {
        return {};
    }
    const bool is_right =
        told.records.size() < right.size() && told.records == right[told.records.size()].records;
    return is_right ? std::string() : "what was written: " + told.records.back();
}

std::string difference_of_whole(const Log& log, const Told& right) {
    remove_log(log);
    Told told;
    const PDH_STATUS written = write_log(log);
    const PDH_STATUS read = written == ERROR_SUCCESS ? read_log(log, told) : written;
    return read != ERROR_SUCCESS ? pdh_shim_status_name(read) : told == right ? "" : "the next log differs";
}

Told written_right(const Log& log, int records = updates) {
    remove_log(log);
    REQUIRE(write_log(log, records) == ERROR_SUCCESS);
    Told right;
    REQUIRE(read_log(log, right) == ERROR_SUCCESS);
    REQUIRE(right.records.size() == static_cast<std::size_t>(records));
    return right;
}

void torture_writing(const Log& log, const Lack& lack, long step) {
    std::vector<Told> right(1); // by the number of records; without any, a log may be refused
    for (int records = 1; records <= updates; ++records) {
        right.push_back(written_right(log, records));
    }
    remove_log(log);
    fail_each(
        lack, may_answer_of_log, [&] { return write_log(log); },
        [&](PDH_STATUS /*status*/) {
            const std::string rest = difference_of_rest(log, right);
            const std::string wrong = rest == "" ? difference_of_whole(log, right.back()) : rest;
            remove_log(log);
            return wrong;
        },
        step_of(lack, step));
}

void torture_reading(const Log& log, const Lack& lack, long step) {
    const Told right = written_right(log);
    fail_each(
        lack, may_answer_of_log,
        [&] {
            Told ignored;
            return read_log(log, ignored);
        },
        [&](PDH_STATUS /*status*/) {
            Told told;
            const PDH_STATUS status = read_log(log, told);
            return std::string(status != ERROR_SUCCESS ? pdh_shim_status_name(status)
                               : told == right         ? ""
                                                       : "the next reader differs");
        },
        step_of(lack, step));
}

template <class Torture>
void for_each_log(const std::vector<Log>& logs, const std::vector<Lack>& lacks, const Torture& torture) {
    const FrozenClock clock;
    for (const Log& log : logs) {
        for (const Lack& lack : lacks) {
            const std::string& name = log.name;
            const auto resource = static_cast<int>(lack.resource);
            const bool only_one = lack.extent == Extent::one;
            CAPTURE(name);
            CAPTURE(resource);
            CAPTURE(only_one);
            torture(log, lack);
        }
    }
}

// unixODBC itself ends the program where malloc() fails, so only what our own code asks for does.
const std::vector<Lack> own_memory{{Resource::object, Extent::one}, {Resource::object, Extent::rest}};

} // namespace

TEST_CASE("memory fails while writing a log: its start is there, the next record is right") {
    const pdh_shim::test::TemporaryFolder folder;
    for_each_log(logs_in_files(folder), memory,
        [](const Log& log, const Lack& lack) { torture_writing(log, lack, 1); });
}

TEST_CASE("memory that fails while a log is read: the next reader has all of it") {
    const pdh_shim::test::TemporaryFolder folder;
    for_each_log(logs_in_files(folder), memory,
        [](const Log& log, const Lack& lack) { torture_reading(log, lack, 1); });
}

TEST_CASE("a database: own memory fails while writing, and the next record is right") {
    for_each_log({log_in_database()}, own_memory,
        [](const Log& log, const Lack& lack) { torture_writing(log, lack, 97); });
}

TEST_CASE("a database: own memory fails while reading, and the next reader has everything") {
    for_each_log({log_in_database()}, own_memory,
        [](const Log& log, const Lack& lack) { torture_reading(log, lack, 97); });
}

#ifdef TORTURE_SYSTEM_CALLS
TEST_CASE("files, threads and mappings fail while writing a log: its start is there") {
    const pdh_shim::test::TemporaryFolder folder;
    for_each_log(logs_in_files(folder), system_calls,
        [](const Log& log, const Lack& lack) { torture_writing(log, lack, 1); });
}

TEST_CASE("files, threads and mappings fail while reading a log; the next reader has all") {
    const pdh_shim::test::TemporaryFolder folder;
    for_each_log(logs_in_files(folder), system_calls,
        [](const Log& log, const Lack& lack) { torture_reading(log, lack, 1); });
}

TEST_CASE("a database: files, threads and mappings that fail, and the next log is right") {
    const auto both = [](const Log& log, const Lack& lack) {
        torture_writing(log, lack, 1);
        torture_reading(log, lack, 1);
    };
    for_each_log({log_in_database()}, system_calls, both);
}
#endif
