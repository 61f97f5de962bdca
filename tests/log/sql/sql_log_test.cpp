// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Logs in the database that PDH_SHIM_TEST_DSN names: databases.py sets it up. The cases are the same for each
// kind of database.
#include "../contract.h"
#include "base/manual_clock.h"
#include "log/sql/database.h"
#include "log/sql/odbc_connection.h"
#include "log/sql/sql_reader.h"
#include "log/sql/sql_writer.h"
#include "log/sql/tables.h"
#include "require_value.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <future>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::log::sql;
using namespace pdh_shim::test;

namespace {

constexpr std::int64_t start_time = 134'116'992'000'000'000; // 2026-01-01 00:00:00
constexpr std::int64_t second = 10'000'000;
constexpr std::uint32_t rate = 0x10410400;   // PERF_COUNTER_COUNTER
constexpr std::uint32_t number = 0x00010100; // PERF_COUNTER_LARGE_RAWCOUNT

constexpr auto windows_details =
    "CREATE TABLE CounterDetails (CounterID int NOT NULL PRIMARY KEY, MachineName varchar(1024) NOT NULL, "
    "ObjectName varchar(1024) NOT NULL, CounterName varchar(1024) NOT NULL, CounterType int NOT NULL, "
    "DefaultScale int NOT NULL, InstanceName varchar(1024), InstanceIndex int, ParentName varchar(1024), "
    "ParentObjectID int)";
constexpr auto windows_data =
    "CREATE TABLE CounterData (GUID char(38) NOT NULL, CounterID int NOT NULL, RecordIndex int NOT NULL, "
    "CounterDateTime char(24) NOT NULL, CounterValue float NOT NULL, FirstValueA int, FirstValueB int, "
    "SecondValueA int, SecondValueB int, PRIMARY KEY (GUID, CounterID, RecordIndex))";
constexpr auto windows_runs = "CREATE TABLE DisplayToID (GUID char(38) NOT NULL PRIMARY KEY, RunID int, "
                              "DisplayString varchar(1024) NOT NULL, "
                              "LogStartTime char(24), LogStopTime char(24), NumberOfRecords int, "
                              "MinutesToUTC int, TimeZoneName char(32))";

// The driver of SQLite loads this library, and unloads it with itself: the leak checker could not tell any
// more that it is the one which loses memory (leak_sanitizer.supp).
[[maybe_unused]] const void* const kept_library = dlopen("libodbcinst.so.2", RTLD_NOW);

std::u16string data_source() {
    const char* const variable = std::getenv("PDH_SHIM_TEST_DSN");
    const std::string name = variable == nullptr ? "" : variable;
    return {name.begin(), name.end()};
}

model::LogEntry entry_of(std::u16string counter, std::uint32_t type = number) {
    model::LogEntry entry;
    entry.machine = u"HOST";
    entry.object = u"Object";
    entry.counter = std::move(counter);
    entry.type = type;
    entry.time_base = second;
    return entry;
}

model::LogEntry all_instances_of(std::u16string counter) {
    model::LogEntry entry = entry_of(std::move(counter));
    entry.kind = model::LogEntryKind::instances;
    entry.instance = u"*";
    return entry;
}

model::LogCell cell_of(
    std::int64_t time, std::int64_t first, std::int64_t other = 0, std::uint32_t multi = 1) {
    return {true, {0, time, first, other, multi}, {}};
}

model::LogRecord record_at(std::int64_t time, const std::vector<std::int64_t>& values) {
    model::LogRecord record;
    record.time_stamp = time;
    for (const std::int64_t value : values) {
        record.cells.push_back(cell_of(time, value));
    }
    return record;
}

std::vector<model::LogRecord> read_all(model::LogReader& reader) {
    std::vector<model::LogRecord> records;
    model::LogRecord record;
    while (require_value(reader.next(record))) {
        records.push_back(record);
    }
    return records;
}

/// -1 without valid data.
std::vector<std::int64_t> first_values(const std::vector<model::LogRecord>& records, std::size_t place = 0) {
    std::vector<std::int64_t> values;
    for (const model::LogRecord& record : records) {
        const model::LogCell& cell = record.cells[place];
        values.push_back(
            cell.is_there && is_valid_data(static_cast<Status>(cell.value.cstatus)) ? cell.value.first : -1);
    }
    return values;
}

std::u16string path_of(const model::LogEntry& entry) {
    return entry.object + u"(" + entry.parent + u"/" + entry.instance + u"#" +
           static_cast<char16_t>(u'0' + entry.duplicate) + u")" + entry.counter;
}

constexpr std::int32_t bias = 480; // of what is written, in minutes

/// A database without tables, and what is done with it.
class Fixture {
  public:
    Fixture() {
        for (const char* const table : {"CounterData", "CounterDetails", "DisplayToID"}) {
            static_cast<void>(connection->run(std::string("DROP TABLE ") + table));
        }
    }

    void run(const std::string& statement) const {
        const auto done = connection->run(statement);
        INFO(statement << (done ? "" : done.error().message()));
        REQUIRE(done.has_value());
    }

    void make_tables_of_windows() const {
        for (const char* const table : {windows_details, windows_data, windows_runs}) {
            run(table);
        }
    }

    std::unique_ptr<SqlWriter> begin(
        std::vector<model::LogEntry> entries, const std::u16string& set = u"set") {
        return require_value(SqlWriter::begin(settings(set), std::move(entries), clock));
    }

    NewRun settings(const std::u16string& set = u"set", bool is_new = false) {
        model::Guid guid{};
        guid[0] = ++runs_;
        return {data_source(), set, is_new, guid, model::LogZone::fixed(bias, "Pacific Standard Time"), bias};
    }

    std::unique_ptr<SqlReader> open(const std::u16string& set = u"set") const {
        log_set = require_value(read_log_set(data_source(), set));
        std::vector<std::size_t> all(log_set->runs.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i] = i;
        }
        return std::make_unique<SqlReader>(log_set, std::move(all));
    }

    [[nodiscard]] std::vector<std::string> rows(const std::string& query, std::size_t columns) const {
        std::vector<CellColumn> cells(columns);
        Statement select(*connection);
        REQUIRE(select.prepare(query).has_value());
        for (CellColumn& cell : cells) {
            select.read_into(cell);
        }
        REQUIRE(select.execute().has_value());
        std::vector<std::string> rows;
        while (require_value(select.fetch())) {
            std::string& row = rows.emplace_back();
            for (const CellColumn& cell : cells) {
                const auto text = cell.value();
                row += (row.empty() ? "" : "|") + (text ? std::string(*text) : std::string("-"));
            }
        }
        return rows;
    }

    std::unique_ptr<OdbcConnection> connection = require_value(OdbcConnection::open(data_source()));
    ManualClock clock{{0, start_time, start_time}};
    mutable std::shared_ptr<const LogSet> log_set;

  private:
    std::uint8_t runs_ = 0;
};

/// The log set of one case of the contract.
class SqlLog {
  public:
    std::unique_ptr<model::LogWriter> begin(std::size_t columns) {
        std::vector<model::LogEntry> entries;
        for (std::size_t i = 0; i < columns; ++i) {
            entries.push_back(entry_of(std::u16string(i + 1, u'c')));
        }
        fixture_.emplace();
        return fixture_->begin(std::move(entries));
    }
    std::unique_ptr<model::LogReader> open() { return fixture_->open(); }

  private:
    std::optional<Fixture> fixture_;
};

} // namespace

TEST_LOG_FORMATS(SqlLog);

TEST_CASE_FIXTURE(Fixture, "tables are made once, and found") {
    CHECK(read_schema(*connection).error().status() == Status::invalid_sqldb);
    for (int i = 0; i < 2; ++i) {
        CHECK(create_tables(*connection).has_value());
        const ExtraColumns extra = require_value(read_schema(*connection));
        CHECK(extra.has_time_base);
        CHECK(extra.has_multi_count);
        CHECK(extra.has_time_ticks);
    }
    CHECK(require_value(read_log_sets(*connection)).empty());
}

TEST_CASE_FIXTURE(Fixture, "a table that is another one is left alone") {
    run("CREATE TABLE CounterData (Something int)");
    CHECK(create_tables(*connection).error().status() == Status::sql_exec_direct_failed);
    CHECK(read_schema(*connection).error().status() == Status::invalid_sqldb);
    run("SELECT Something FROM CounterData");
}

TEST_CASE_FIXTURE(Fixture, "raw values are read as they were written, whatever they are") {
    std::vector<model::LogEntry> entries{entry_of(u"A"), entry_of(u"B", rate), entry_of(u"C")};
    entries[0].time_base = INT64_MIN + 1;
    entries[0].default_scale = -3;
    entries[1].instance = u"1";
    entries[1].parent = u"parent";
    entries[1].duplicate = 7;
    entries[1].time_base = 3'579'545;
    const auto writer = begin(entries);
    const std::int64_t time = start_time + 1'239'999; // a millisecond has 10,000 ticks
    model::LogRecord record = record_at(time, {INT64_MIN, INT64_MAX, 0x80000000});
    record.cells[0].value.second = -1;
    record.cells[1].value.second = 0x7FFFFFFF80000000;
    record.cells[2].value.multi = 0xFFFFFFFE;
    REQUIRE(writer->write(record).has_value());
    REQUIRE(writer->close().has_value());

    const auto reader = open();
    CHECK(reader->entries() == entries);
    const auto read = read_all(*reader);
    REQUIRE(read.size() == 1);
    CHECK(read[0].time_stamp == time);
    CHECK(read[0].cells == record.cells);
    CHECK(require_value(reader->range()).first == time);
    REQUIRE(reader->seek(time).has_value());
    CHECK(read_all(*reader).size() == 1);
    REQUIRE(reader->seek(time + 1).has_value());
    CHECK(read_all(*reader).empty());
    CHECK(rows("SELECT NumberOfRecords, RunID FROM DisplayToID", 2) == std::vector<std::string>{"1|1"});
}

TEST_CASE_FIXTURE(Fixture, "100,000 samples are read as they were written") {
    std::vector<model::LogEntry> entries;
    for (int i = 0; i < 100; ++i) {
        entries.push_back(entry_of(u"Counter " + std::u16string(1, static_cast<char16_t>(0x4E00 + i)), rate));
    }
    std::mt19937_64 random(5); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same values in each run
    std::vector<model::LogRecord> records(1000);
    const auto writer = begin(entries);
    for (std::size_t i = 0; i < records.size(); ++i) {
        const std::int64_t time = start_time + static_cast<std::int64_t>(i) * second;
        records[i].time_stamp = time;
        for (std::size_t column = 0; column < entries.size(); ++column) {
            records[i].cells.push_back(cell_of(time, static_cast<std::int64_t>(random()),
                static_cast<std::int64_t>(random()), static_cast<std::uint32_t>(random())));
        }
        REQUIRE(writer->write(records[i]).has_value());
    }
    REQUIRE(writer->close().has_value());
    CHECK(writer->size() == 1000);

    const auto reader = open();
    CHECK(reader->entries() == entries);
    const auto read = read_all(*reader);
    REQUIRE(read.size() == records.size());
    std::size_t same = 0;
    for (std::size_t i = 0; i < read.size(); ++i) {
        same += read[i].time_stamp == records[i].time_stamp && read[i].cells == records[i].cells ? 1 : 0;
    }
    CHECK(same == records.size());
}

TEST_CASE_FIXTURE(Fixture, "names may have quotes, other scripts and 1,024 characters, and not more") {
    const std::u16string set = u"Bob's \"set\"; DROP TABLE CounterData; -- \u20ac\U0001F600";
    model::LogEntry entry = entry_of(u"% d'\u00e9t\u00e9 \"\U0001F600\\");
    entry.object = u"\u5bf9\u8c61";
    entry.machine = u"M\u00e4x";
    entry.instance = std::u16string(1024, u'\u00e4');
    const auto writer = begin({entry}, set);
    REQUIRE(writer->write(record_at(start_time, {42})).has_value());
    REQUIRE(writer->flush().has_value());
    CHECK(open(set)->entries() == std::vector{entry});
    CHECK(require_value(read_log_sets(*connection)) == std::vector<std::u16string>{set});

    model::LogEntry longer = entry;
    longer.instance += u'x';
    CHECK(SqlWriter::begin(settings(), {longer}, clock).error().status() == Status::sql_alter_detail_failed);
    CHECK(SqlWriter::begin(settings(std::u16string(1025, u's')), {entry}, clock).error().status() ==
          Status::sql_alter_detail_failed);

    const auto all = begin({all_instances_of(u"C")}, u"all");
    model::LogRecord record = record_at(start_time, {0});
    record.cells[0].instances = {
        {u"a", {0, start_time, 1, 0, 1}}, {longer.instance, {0, start_time, 2, 0, 1}}};
    CHECK(all->write(record).error().status() == Status::sql_alter_detail_failed);
    record.cells[0].instances.pop_back();
    CHECK(all->write(record).has_value());
    REQUIRE(all->close().has_value());
    CHECK(first_values(read_all(*open(u"all"))) == std::vector<std::int64_t>{1});
}

TEST_CASE_FIXTURE(Fixture, "all instances are kept, those too that come later or have the same name") {
    const auto writer = begin({all_instances_of(u"C"), entry_of(u"D")});
    const auto instance = [](std::u16string name, std::int64_t value, std::uint32_t duplicate = 0) {
        return model::LogInstance{std::move(name), {0, start_time, value, 0, 1}, duplicate};
    };
    for (int i = 0; i < 3; ++i) {
        model::LogRecord record = record_at(start_time + i * second, {0, 7});
        record.cells[0].instances = {
            instance(u"a", 10 + i), instance(u"A", 20 + i, 1), instance(u"p/b", 30 + i)};
        if (i == 2) {
            record.cells[0].instances = {instance(u"late#3", 40), instance(u"a", 22, 1)};
        }
        REQUIRE(writer->write(record).has_value());
        REQUIRE(writer->flush().has_value());
    }
    const auto reader = open();
    std::vector<std::u16string> paths;
    for (const model::LogEntry& entry : reader->entries()) {
        CHECK(entry.kind == model::LogEntryKind::counter);
        paths.push_back(path_of(entry));
    }
    CHECK(paths == std::vector<std::u16string>{u"Object(/a#0)C", u"Object(/A#1)C", u"Object(p/b#0)C",
                       u"Object(/#0)D", u"Object(/late#3#0)C"});
    const auto records = read_all(*reader);
    CHECK(first_values(records, 0) == std::vector<std::int64_t>{10, 11, -1});
    CHECK(first_values(records, 1) == std::vector<std::int64_t>{20, 21, 22}); // the first one has no value
    CHECK(first_values(records, 2) == std::vector<std::int64_t>{30, 31, -1});
    CHECK(first_values(records, 3) == std::vector<std::int64_t>{7, 7, 7});
    CHECK(first_values(records, 4) == std::vector<std::int64_t>{-1, -1, 40});
}

TEST_CASE_FIXTURE(Fixture, "instances that only differ in lone surrogates are all kept, with U+FFFD") {
    const auto writer = begin({all_instances_of(u"C")});
    for (int i = 0; i < 2; ++i) {
        model::LogRecord record = record_at(start_time + i * second, {0});
        record.cells[0].instances = {{{u'a', char16_t{0xD83D}}, {0, start_time, 10 + i, 0, 1}},
            {{u'a', char16_t{0xD800}}, {0, start_time, 20 + i, 0, 1}, 1}};
        REQUIRE(writer->write(record).has_value());
        REQUIRE(writer->flush().has_value());
    }
    const auto reader = open();
    std::vector<std::u16string> paths;
    for (const model::LogEntry& entry : reader->entries()) {
        paths.push_back(path_of(entry));
    }
    CHECK(paths == std::vector<std::u16string>{u"Object(/a\uFFFD#0)C", u"Object(/a\uFFFD#1)C"});
    const auto records = read_all(*reader);
    CHECK(first_values(records, 0) == std::vector<std::int64_t>{10, 11});
    CHECK(first_values(records, 1) == std::vector<std::int64_t>{20, 21});
}

TEST_CASE_FIXTURE(Fixture, "what has no valid data gets no row, and a counter that is there twice gets one") {
    const auto writer = begin({entry_of(u"A"), entry_of(u"B"), entry_of(u"A")});
    model::LogRecord record = record_at(start_time, {1, 2, 3});
    record.cells[1].value.cstatus = static_cast<std::uint32_t>(Status::cstatus_invalid_data);
    REQUIRE(writer->write(record).has_value());
    record = record_at(start_time + second, {4, 5, 6});
    record.cells[0].is_there = false;
    record.cells[2].is_there = false;
    record.cells[1].value.cstatus = 1; // PDH_CSTATUS_NEW_DATA
    REQUIRE(writer->write(record).has_value());
    REQUIRE(writer->close().has_value());
    CHECK(rows("SELECT RecordIndex, FirstValueA FROM CounterData ORDER BY RecordIndex", 2) ==
          std::vector<std::string>{"1|1", "2|5"});
}

TEST_CASE("CounterValue is what is displayed, and its time is UTC") {
    Fixture fixture;
    const auto writer =
        fixture.begin({entry_of(u"Rate", rate), entry_of(u"Text", model::displayed_value_type)});
    for (int i = 0; i < 2; ++i) {
        model::LogRecord record = record_at(start_time + i * second, {100 + i * 50, 0});
        record.cells[0].value.second = i * 2 * second;
        record.cells[1].value.first =
            std::bit_cast<std::int64_t>(i == 0 ? 2.5 : std::numeric_limits<double>::infinity());
        REQUIRE(writer->write(record).has_value());
    }
    REQUIRE(writer->close().has_value());
    const auto rows = fixture.rows("SELECT CounterValue FROM CounterData ORDER BY CounterID, RecordIndex", 1);
    REQUIRE(rows.size() == 4);
    std::vector<double> values;
    for (const std::string& row : rows) {
        values.push_back(std::stod(row));
    }
    CHECK(values == std::vector<double>{0, 25, 2.5, 0});
    CHECK(fixture.rows("SELECT MinutesToUTC, RTRIM(TimeZoneName) FROM DisplayToID", 2) ==
          std::vector<std::string>{"480|Pacific Standard Time"});
    const auto time = fixture.rows("SELECT MIN(CounterDateTime) FROM CounterData", 1);
    CHECK(parse_time_text(time.front()) == start_time + bias * 60 * second);
    CHECK(std::bit_cast<double>(read_all(*fixture.open())[1].cells[1].value.first) ==
          std::numeric_limits<double>::infinity());
}

TEST_CASE_FIXTURE(Fixture, "no rate goes across a record in which a counter has no valid data") {
    const auto writer = begin({entry_of(u"Rate", rate), entry_of(u"A")});
    for (int i = 0; i < 4; ++i) {
        model::LogRecord record = record_at(start_time + i * second, {100 + i * 50, i});
        record.cells[0].value.second = i * 2 * second;
        if (i == 1) { // the process has ended, and the next one has its name
            record.cells[0].value.cstatus = static_cast<std::uint32_t>(Status::cstatus_no_instance);
        }
        REQUIRE(writer->write(record).has_value());
    }
    REQUIRE(writer->close().has_value());
    std::vector<double> values;
    for (const std::string& value :
        rows("SELECT CounterValue FROM CounterData WHERE FirstValueA >= 100 ORDER BY RecordIndex", 1)) {
        values.push_back(std::stod(value));
    }
    CHECK(values == std::vector<double>{0, 0, 25});
    const auto records = read_all(*open());
    REQUIRE(records.size() == 4);
    CHECK(records[1].cells[0].is_there);
    CHECK(records[1].cells[0].value.cstatus == static_cast<std::uint32_t>(Status::cstatus_invalid_data));
    CHECK(records[1].cells[0].value.time_stamp == records[1].time_stamp);
}

TEST_CASE_FIXTURE(Fixture, "a record has the UTC of its own bias, and its local time when it is read again") {
    const auto writer = begin({entry_of(u"A")});
    std::vector<model::LogRecord> records;
    for (const std::int32_t minutes : {420, 420, 480}) { // the hour comes twice
        model::LogRecord& record = records.emplace_back(record_at(start_time, {minutes}));
        record.bias = minutes;
        REQUIRE(writer->write(record).has_value());
    }
    REQUIRE(writer->close().has_value());
    CHECK(rows("SELECT MinutesToUTC FROM DisplayToID", 1) == std::vector<std::string>{"420"});
    CHECK(rows("SELECT MinutesToUTC FROM CounterData ORDER BY RecordIndex", 1) ==
          std::vector<std::string>{"420", "420", "480"});
    const auto times = rows("SELECT CounterDateTime FROM CounterData ORDER BY RecordIndex", 1);
    CHECK(parse_time_text(times[0]) == start_time + 7 * 3600 * second);
    CHECK(parse_time_text(times[2]) == start_time + 8 * 3600 * second);
    const auto reader = open();
    for (const model::LogRecord& record : read_all(*reader)) {
        CHECK(record.time_stamp == start_time);
        CHECK(record.cells[0].value.time_stamp == start_time);
        CHECK(record.bias == record.cells[0].value.first);
    }
    const model::LogRange range = require_value(reader->range());
    CHECK(range.first == start_time);
    CHECK(range.last == start_time);
    REQUIRE(reader->seek(start_time).has_value());
    CHECK(read_all(*reader).size() == 3);
    REQUIRE(reader->seek(start_time + second).has_value());
    CHECK(read_all(*reader).empty());
}

TEST_CASE("a log set whose zone is not known has local times, and no minutes") {
    Fixture fixture;
    NewRun settings = fixture.settings();
    settings.zone = model::LogZone();
    settings.bias.reset();
    const auto writer = require_value(SqlWriter::begin(settings, {entry_of(u"A")}, fixture.clock));
    REQUIRE(writer->write(record_at(start_time, {1})).has_value());
    REQUIRE(writer->close().has_value());
    CHECK(fixture.rows("SELECT MinutesToUTC, TimeZoneName FROM DisplayToID", 2) ==
          std::vector<std::string>{"-|-"});
    CHECK(fixture.rows("SELECT MinutesToUTC FROM CounterData", 1) == std::vector<std::string>{"-"});
    const auto reader = fixture.open();
    CHECK_FALSE(reader->zone().is_known());
    const auto records = read_all(*reader);
    CHECK(records[0].time_stamp == start_time);
    CHECK_FALSE(records[0].bias.has_value());
}

TEST_CASE_FIXTURE(Fixture, "opening a log set continues its run, also in tables that Windows made") {
    SUBCASE("in our tables") {}
    SUBCASE("in Windows' tables, where a log set has one row") {
        std::string runs = windows_runs;
        const std::string name = "DisplayString varchar(1024) NOT NULL";
        REQUIRE(runs.find(name) != std::string::npos);
        runs.replace(runs.find(name), name.size(), name + " UNIQUE");
        for (const std::string& table : {std::string(windows_details), std::string(windows_data), runs}) {
            run(table);
        }
    }
    for (int i = 0; i < 3; ++i) {
        const auto writer = begin({entry_of(i == 1 ? u"B" : u"A")});
        CHECK(writer->run()->number == 1);
        CHECK(writer->run()->guid[0] == 1); // that of the first open
        CHECK(writer->size() == static_cast<std::uint64_t>(i));
        REQUIRE(writer->write(record_at(start_time + i * second, {10 * i})).has_value());
        REQUIRE(writer->close().has_value());
        CHECK(writer->size() == static_cast<std::uint64_t>(i) + 1);
    }
    CHECK(rows("SELECT RecordIndex, FirstValueA FROM CounterData ORDER BY RecordIndex", 2) ==
          std::vector<std::string>{"1|0", "2|10", "3|20"});
    CHECK(rows("SELECT NumberOfRecords FROM DisplayToID", 1) == std::vector<std::string>{"3"});
    const auto times = rows("SELECT LogStartTime, LogStopTime FROM DisplayToID", 2);
    REQUIRE(times.size() == 1);
    const auto bar = times[0].find('|');
    CHECK(parse_time_text(times[0].substr(0, bar)) == start_time + bias * 60 * second);
    CHECK(parse_time_text(times[0].substr(bar + 1)) == start_time + (bias * 60 + 2) * second);
    const auto reader = open();
    CHECK(reader->entries() == std::vector{entry_of(u"A"), entry_of(u"B")});
    const auto records = read_all(*reader);
    CHECK(first_values(records, 0) == std::vector<std::int64_t>{0, -1, 20});
    CHECK(first_values(records, 1) == std::vector<std::int64_t>{-1, 10, -1});
    CHECK(log_set->runs.size() == 1);
    CHECK(rows("SELECT COUNT(*) FROM CounterDetails", 1) == std::vector<std::string>{"2"});

    CHECK(SqlWriter::begin(settings(u"set", true), {entry_of(u"A")}, clock).error().status() ==
          Status::file_already_exists);
    CHECK(SqlWriter::begin(settings(u"new", true), {entry_of(u"A")}, clock).has_value());
    CHECK(read_log_set(data_source(), u"none").error().status() == Status::file_not_found);
    CHECK(require_value(read_log_sets(*connection)) == std::vector<std::u16string>{u"new", u"set"});
}

TEST_CASE("earlier records grow a run to the front, and its zone stays") {
    Fixture fixture;
    const auto first = fixture.begin({entry_of(u"A")});
    REQUIRE(first->write(record_at(start_time, {1})).has_value());
    REQUIRE(first->close().has_value());
    NewRun settings = fixture.settings();
    settings.zone = model::LogZone::fixed(-60, "CET");
    settings.bias = -60;
    const auto second_writer = require_value(SqlWriter::begin(settings, {entry_of(u"A")}, fixture.clock));
    model::LogRecord record = record_at(start_time - 3600 * second, {2});
    record.bias = -60;
    REQUIRE(second_writer->write(record).has_value());
    REQUIRE(second_writer->close().has_value());
    CHECK(fixture.rows("SELECT MinutesToUTC, RTRIM(TimeZoneName), NumberOfRecords FROM DisplayToID", 3) ==
          std::vector<std::string>{"480|Pacific Standard Time|2"});
    const auto times = fixture.rows("SELECT LogStartTime, LogStopTime FROM DisplayToID", 2);
    CHECK(parse_time_text(times[0].substr(0, times[0].find('|'))) == start_time - 2 * 3600 * second);
    CHECK(parse_time_text(times[0].substr(times[0].find('|') + 1)) == start_time + bias * 60 * second);
    const auto records = read_all(*fixture.open());
    REQUIRE(records.size() == 2);
    CHECK(records[1].time_stamp == record.time_stamp);
    CHECK(records[1].bias == -60);
}

TEST_CASE("a run that cannot continue is refused before anything is written") {
    Fixture fixture;
    const auto refusal = [&](const NewRun& settings) {
        return SqlWriter::begin(settings, {entry_of(u"A")}, fixture.clock).error().status();
    };
    NewRun unknown = fixture.settings(u"unknown");
    unknown.zone = model::LogZone();
    unknown.bias.reset();
    const auto without_zone = require_value(SqlWriter::begin(unknown, {entry_of(u"A")}, fixture.clock));
    CHECK(SqlWriter::begin(fixture.settings(u"unknown"), {entry_of(u"A")}, fixture.clock)
              .has_value()); // no record
    REQUIRE(without_zone->write(record_at(start_time, {1})).has_value());
    REQUIRE(without_zone->close().has_value());
    CHECK(refusal(fixture.settings(u"unknown")) == Status::incorrect_append_time);

    const auto writer = fixture.begin({entry_of(u"A")});
    REQUIRE(writer->write(record_at(start_time, {1})).has_value());
    REQUIRE(writer->close().has_value());
    unknown.log_set = u"set";
    CHECK(refusal(unknown) == Status::incorrect_append_time);
    fixture.run("UPDATE CounterData SET RecordIndex = 2147483647 WHERE GUID = (SELECT GUID FROM DisplayToID "
                "WHERE DisplayString = 'set')");
    CHECK(refusal(fixture.settings()) == Status::end_of_log_file);
    fixture.run("INSERT INTO DisplayToID VALUES ('no guid', 1, 'odd', NULL, NULL, 0, NULL, NULL)");
    CHECK(refusal(fixture.settings(u"odd")) == Status::invalid_sqldb);
    CHECK(fixture.rows("SELECT COUNT(*) FROM CounterData", 1) == std::vector<std::string>{"2"});
    CHECK(fixture.rows("SELECT COUNT(*) FROM DisplayToID", 1) == std::vector<std::string>{"3"});
}

TEST_CASE_FIXTURE(Fixture, "the number of a run can be set") {
    const auto writer = begin({entry_of(u"A")});
    REQUIRE(writer->set_run_number(41).has_value());
    CHECK(writer->run()->number == 41);
    CHECK(rows("SELECT RunID FROM DisplayToID", 1) == std::vector<std::string>{"41"});
    CHECK(begin({entry_of(u"A")})->run()->number == 41);
}

TEST_CASE("a stretch of time is read, over all runs, and the range of all") {
    Fixture fixture;
    for (int run = 0; run < 2; ++run) { // our earlier versions made several runs of a log set
        const auto writer = fixture.begin({entry_of(u"A")}, run == 0 ? u"set" : u"more");
        for (int i = 0; i < 10; ++i) {
            const int step = 10 * run + i;
            REQUIRE(writer->write(record_at(start_time + step * second + 5'000'000, {step})).has_value());
        }
        REQUIRE(writer->close().has_value());
    }
    fixture.run("UPDATE DisplayToID SET DisplayString = 'set'");
    const auto reader = fixture.open();
    const auto from = [&](std::int64_t time) {
        REQUIRE(reader->seek(time).has_value());
        return first_values(read_all(*reader));
    };
    CHECK(from(start_time + 17 * second) == std::vector<std::int64_t>{17, 18, 19});
    CHECK(from(start_time + 17 * second + 5'000'000) == std::vector<std::int64_t>{17, 18, 19});
    CHECK(from(start_time + 17 * second + 5'000'001) == std::vector<std::int64_t>{18, 19});
    CHECK(from(0).size() == 20);
    CHECK(from(INT64_MIN).size() == 20);
    CHECK(from(INT64_MAX).empty());
    const model::LogRange range = require_value(reader->range());
    CHECK(range.first == start_time + 5'000'000);
    CHECK(range.last == start_time + 19 * second + 5'000'000);
    CHECK(range.records == 20);
    CHECK(read_all(*reader).size() == 20);
    CHECK(require_value(reader->size()) == 20);
    CHECK(reader->whole_size().error().status() == Status::log_file_open_error);

    const auto empty = fixture.begin({entry_of(u"A")}, u"empty");
    CHECK(fixture.open(u"empty")->range().error().status() == Status::no_data);
    CHECK(require_value(fixture.open(u"empty")->size()) == 0);
}

TEST_CASE_FIXTURE(Fixture, "a database that Windows made is written and read, and may get our columns") {
    make_tables_of_windows();
    run("INSERT INTO CounterDetails VALUES (5, '\\\\WIN', 'Memory', 'Pages/sec', 272696320, 0, NULL, "
        "NULL, NULL, "
        "NULL)");
    run("INSERT INTO DisplayToID VALUES ('{01020304-0506-0708-090A-0B0C0D0E0F10}', 0, 'old', "
        "'2008-08-21 10:55:24:610', '2008-08-21 10:55:25:610', 2, -60, 'CET')");
    for (const char* const values :
        {"1, '2008-08-21 10:55:24.610', 0, 7, 1, 0, 0", "2, '2008-08-21 10:55:25.610', "
                                                        "4, -1, 0, 10000000, 0"}) {
        run(std::string(
                "INSERT INTO CounterData (GUID, CounterID, RecordIndex, CounterDateTime, CounterValue, "
                "FirstValueA, FirstValueB, SecondValueA, SecondValueB) VALUES "
                "('{01020304-0506-0708-090A-0B0C0D0E0F10}', 5, ") +
            values + ")");
    }
    const ExtraColumns extra = require_value(read_schema(*connection));
    CHECK_FALSE(extra.has_time_base);
    CHECK_FALSE(extra.has_multi_count);
    CHECK_FALSE(extra.has_time_ticks);
    const auto reader = open(u"old");
    REQUIRE(reader->entries().size() == 1);
    CHECK(reader->entries()[0].machine == u"WIN");
    CHECK(reader->entries()[0].type == rate);
    CHECK(reader->entries()[0].time_base == ticks_per_second);
    const auto records = read_all(*reader);
    CHECK(first_values(records) == std::vector<std::int64_t>{0x100000007, 0xFFFFFFFF});
    CHECK(records[1].cells[0].value.second == 10'000'000);
    CHECK(records[1].time_stamp == parse_time_text("2008-08-21 11:55:25.610"));

    CHECK(create_tables(*connection).has_value());
    CHECK(require_value(read_schema(*connection)).has_multi_count);
    CHECK(first_values(read_all(*open(u"old"))) == std::vector<std::int64_t>{0x100000007, 0xFFFFFFFF});
}

TEST_CASE_FIXTURE(Fixture, "a database without our columns is written with what it has") {
    const auto writer = begin({entry_of(u"A")});
    connection = require_value(OdbcConnection::open(data_source()));
    for (const char* const table : {"CounterData", "CounterDetails"}) {
        run(std::string("DROP TABLE ") + table);
    }
    run(windows_details);
    run(windows_data);
    REQUIRE(writer->write(record_at(start_time + 12'345, {7})).has_value());
    REQUIRE(writer->close().has_value());
    const auto records = read_all(*open());
    CHECK(first_values(records) == std::vector<std::int64_t>{7});
    CHECK(records[0].time_stamp == start_time + 10'000);
    CHECK(records[0].cells[0].value.multi == 1);
}

TEST_CASE_FIXTURE(Fixture, "a database that gives the numbers of counters itself is asked for them") {
    const bool is_sqlite = connection->run("SELECT sqlite_version()").has_value();
    std::string details = windows_details;
    const std::string key = "CounterID int NOT NULL PRIMARY KEY";
    details.replace(details.find(key), key.size(),
        is_sqlite ? "CounterID integer PRIMARY KEY AUTOINCREMENT"
                  : "CounterID int GENERATED ALWAYS AS IDENTITY PRIMARY KEY");
    for (const std::string& table : {details, std::string(windows_data), std::string(windows_runs)}) {
        run(table);
    }
    const auto writer = begin({entry_of(u"A"), entry_of(u"B")});
    for (int i = 0; i < 2; ++i) {
        REQUIRE(writer->write(record_at(start_time + i * second, {i, 10 + i})).has_value());
        const auto flushed = writer->flush();
        INFO((flushed ? "" : flushed.error().message()));
        REQUIRE(flushed.has_value());
    }
    const auto records = read_all(*open());
    CHECK(first_values(records, 0) == std::vector<std::int64_t>{0, 1});
    CHECK(first_values(records, 1) == std::vector<std::int64_t>{10, 11});
}

TEST_CASE_FIXTURE(Fixture, "hostile values in the tables are passed over") {
    const auto writer = begin({entry_of(u"A")});
    REQUIRE(writer->write(record_at(start_time, {1})).has_value());
    REQUIRE(writer->close().has_value());
    const std::string guid = rows("SELECT GUID FROM DisplayToID", 1).front();
    const auto add = [&](const std::string& values) { // which a strict database refuses in part
        return connection->run("INSERT INTO CounterData VALUES ('" + guid + "', " + values + ", -1, 99999)")
            .has_value();
    };
    const std::string time = "'2026-01-01 00:00:00.000'";
    CHECK(add("1, 2, " + time + ", 0, NULL, NULL, NULL, NULL, NULL"));
    CHECK(add("1, 3, " + time + ", 0, 5, 0, NULL, NULL, NULL"));
    CHECK(add("1, 4, 'yesterday', 0, 1, 0, 0, 0, 1"));
    CHECK(add("1, 2147483647, " + time + ", -1e308, 6, 0, 0, 0, -1"));
    CHECK(add("1, -2147483648, " + time + ", 0, -8, -1, 0, 0, 1"));
    CHECK(add("999, 5, " + time + ", 0, 1, 0, 0, 0, 1")); // no such counter
    static_cast<void>(add("1, 6, " + time + ", 0, 'a', 'b', 'c', 'd', 'e'"));
    static_cast<void>(add("1, 7, " + time + ", 0, 99999999999999999999, 0, 0, 0, 1"));
    static_cast<void>(add("'x', 'y', 'z', 'v', 1, 0, 0, 0, 1"));
    static_cast<void>(connection->run("INSERT INTO CounterDetails VALUES ('x', NULL, '', NULL, 'type', "
                                      "NULL, NULL, -4, NULL, NULL, 'a', 'b')"));
    CHECK(connection
              ->run("INSERT INTO DisplayToID VALUES ('no guid', NULL, 'set', 'never', NULL, -1, 99999999, "
                    "NULL)")
              .has_value());
    const auto reader = open();
    const auto records = read_all(*reader);
    const auto values = first_values(records);
    CHECK(std::ranges::count(values, 1) == 1);
    CHECK(std::ranges::count(values, 5) == 1);
    CHECK(std::ranges::count(values, 6) == 1);
    CHECK(std::ranges::count(values, -8) == 1);
    CHECK(require_value(reader->range()).records >= records.size());
}

TEST_CASE_FIXTURE(Fixture, "many records of many counters are read in stretches, and gaps are leapt over") {
    std::vector<model::LogEntry> entries;
    for (int i = 0; i < 3; ++i) {
        entries.push_back(entry_of(u"C" + std::u16string(1, static_cast<char16_t>(u'0' + i))));
    }
    const auto writer = begin(entries);
    for (int i = 0; i < 6000; ++i) {
        REQUIRE(writer->write(record_at(start_time + i * second, {i, i, i})).has_value());
    }
    REQUIRE(writer->close().has_value());
    run("DELETE FROM CounterData WHERE RecordIndex > 10 AND RecordIndex < 5990");
    run("UPDATE CounterData SET RecordIndex = RecordIndex + 2000000000 WHERE RecordIndex = 6000");
    const auto values = first_values(read_all(*open()));
    CHECK(values.size() == 21);
    CHECK(values.back() == 5999);
}

TEST_CASE_FIXTURE(Fixture, "a batch that cannot be stored leaves nothing, and is stored later as a whole") {
    const auto writer = begin({entry_of(u"A")});
    REQUIRE(writer->write(record_at(start_time, {1})).has_value());
    REQUIRE(writer->flush().has_value());
    run("ALTER TABLE DisplayToID RENAME TO Gone"); // the last statement of a batch then fails
    for (int i = 1; i < 200; ++i) {
        REQUIRE(writer->write(record_at(start_time + i * second, {1 + i})).has_value());
    }
    CHECK_FALSE(writer->flush().has_value());
    CHECK_FALSE(writer->flush().has_value());
    CHECK(rows("SELECT COUNT(*) FROM CounterData", 1) == std::vector<std::string>{"1"});
    run("ALTER TABLE Gone RENAME TO DisplayToID");
    REQUIRE(writer->write(record_at(start_time + 200 * second, {201})).has_value());
    REQUIRE(writer->close().has_value());
    const auto values = first_values(read_all(*open()));
    REQUIRE(values.size() == 201);
    CHECK(values.front() == 1);
    CHECK(values.back() == 201);
    CHECK(rows("SELECT NumberOfRecords FROM DisplayToID", 1) == std::vector<std::string>{"201"});
}

TEST_CASE_FIXTURE(Fixture, "what was stored before the connection was lost is not stored twice") {
    const auto writer = begin({entry_of(u"A")});
    REQUIRE(writer->write(record_at(start_time, {1})).has_value());
    run("ALTER TABLE DisplayToID RENAME TO Gone");
    CHECK_FALSE(writer->flush().has_value());
    run("ALTER TABLE Gone RENAME TO DisplayToID");
    // As if that had committed the record, and another writer two of its own before and behind it.
    const std::string guid = rows("SELECT GUID FROM DisplayToID", 1).front();
    const TimeText utc = make_time_text(start_time + bias * 60 * second, '.');
    const auto add = [&](const std::string& record, const std::string& value, std::string time) {
        run("INSERT INTO CounterData (GUID, CounterID, RecordIndex, CounterDateTime, CounterValue, "
            "FirstValueA, FirstValueB, SecondValueA, SecondValueB) VALUES ('" +
            guid + "', 1, " + record + ", '" + time + "', 0, " + value + ", 0, 0, 0)");
    };
    add("1", "70", "2001-01-01 00:00:00.000");
    add("2", "1", std::string(utc.data(), 23));
    add("3", "71", "2001-01-01 00:00:01.000");
    run("UPDATE DisplayToID SET NumberOfRecords = 3");
    REQUIRE(writer->write(record_at(start_time + second, {2})).has_value());
    REQUIRE(writer->flush().has_value());
    CHECK(rows("SELECT RecordIndex, FirstValueA FROM CounterData ORDER BY RecordIndex", 2) ==
          std::vector<std::string>{"1|70", "2|1", "3|71", "4|2"});
    CHECK(rows("SELECT NumberOfRecords FROM DisplayToID", 1) == std::vector<std::string>{"4"});

    const auto other = begin({entry_of(u"A")}, u"deleted");
    REQUIRE(other->write(record_at(start_time, {1})).has_value());
    run("DELETE FROM DisplayToID WHERE DisplayString = 'deleted'");
    CHECK(other->flush().error().status() == Status::sql_fetch_failed);
}

TEST_CASE_FIXTURE(Fixture, "two writers of one log set are both kept, in one run") {
    const auto left = begin({entry_of(u"Left"), entry_of(u"Both")});
    const auto right = begin({entry_of(u"Right"), entry_of(u"Both")});
    for (int i = 0; i < 4; ++i) {
        const auto& writer = i % 2 == 0 ? left : right;
        REQUIRE(writer->write(record_at(start_time + i * second, {i, 10 + i})).has_value());
        REQUIRE(writer->flush().has_value());
    }
    REQUIRE(open()->entries().size() == 3);
    CHECK(log_set->runs.size() == 1);
    CHECK(rows("SELECT COUNT(*) FROM CounterDetails", 1) == std::vector<std::string>{"3"});
    const auto records = read_all(*open());
    REQUIRE(records.size() == 4);
    for (int i = 0; i < 4; ++i) {
        CHECK(records[static_cast<std::size_t>(i)].time_stamp == start_time + i * second);
    }
    CHECK(rows("SELECT NumberOfRecords FROM DisplayToID", 1) == std::vector<std::string>{"4"});
}

TEST_CASE_FIXTURE(Fixture, "somebody can write while a log is read") {
    const auto writer = begin({entry_of(u"A")});
    for (int i = 0; i < 10000; ++i) { // more than one stretch
        REQUIRE(writer->write(record_at(start_time + i * second, {i})).has_value());
    }
    REQUIRE(writer->flush().has_value());
    const auto reader = open();
    model::LogRecord record;
    REQUIRE(require_value(reader->next(record)));
    REQUIRE(writer->write(record_at(start_time + 10000 * second, {10000})).has_value());
    REQUIRE(writer->flush().has_value());
    CHECK(read_all(*reader).size() == 9999);
}

TEST_CASE_FIXTURE(Fixture, "a log set is read as far as it went when it was opened") {
    const auto writer = begin({entry_of(u"B")});
    REQUIRE(writer->write(record_at(start_time, {1})).has_value());
    REQUIRE(writer->flush().has_value());
    const auto reader = open();
    REQUIRE(writer->write(record_at(start_time + second, {2})).has_value()); // in a run that is read
    REQUIRE(writer->close().has_value());
    const auto later = begin({entry_of(u"A"), entry_of(u"B")}); // and in one that is not
    REQUIRE(later->write(record_at(start_time + 2 * second, {3, 3})).has_value());
    REQUIRE(later->close().has_value());

    CHECK(first_values(read_all(*reader)) == std::vector<std::int64_t>{1});
    CHECK(require_value(reader->size()) == 1);
    CHECK(require_value(reader->range()).last == start_time);
    SqlReader again(log_set, {0});
    CHECK(again.entries() == std::vector{entry_of(u"B")});
    CHECK(first_values(read_all(again)) == std::vector<std::int64_t>{1});
    CHECK(read_all(*open()).size() == 3);
}

TEST_CASE("a call that does not return is given up, and no other one is made after it") {
    set_call_time_limit(ticks_per_second / 20);
    for (const bool is_connected : {false, true}) {
        const auto progress = std::make_shared<WorkProgress>();
        progress->is_connected = is_connected;
        std::promise<void> answer;
        std::promise<Status> next;
        const auto waited = run_in_time(progress, [&, answered = answer.get_future().share()] {
            answered.wait();
            next.set_value(
                OdbcConnection::open(data_source(), Odbc::default_file, progress).error().status());
        });
        CHECK(waited.error().status() ==
              (is_connected ? Status::sql_exec_direct_failed : Status::sql_connect_failed));
        answer.set_value();
        CHECK(next.get_future().get() == Status::sql_exec_direct_failed);
    }
    set_call_time_limit(30 * ticks_per_second);
}

TEST_CASE("what cannot be connected to has a status") {
    const auto status = [](std::u16string_view name) { return OdbcConnection::open(name).error().status(); };
    CHECK(status(u"no such data source") == Status::invalid_datasource);
    CHECK(status(std::u16string(5000, u'x')) == Status::invalid_datasource);
    CHECK(status(u"") == Status::invalid_datasource);
    CHECK(status(u"d\u00e4ta; source={x}") == Status::invalid_datasource);
    CHECK(status(u"driverless") == Status::sql_connect_failed);
    CHECK(status(u"unreachable") == Status::sql_connect_failed);
    CHECK(OdbcConnection::open(data_source(), "libnone.so").error().status() == Status::invalid_datasource);
    CHECK(OdbcConnection::open(data_source(), "libm.so.6").error().status() == Status::invalid_datasource);
}
