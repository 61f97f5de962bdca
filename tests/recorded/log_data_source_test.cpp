// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "base/clock.h"
#include "base/data_file.h"
#include "block/block_writer.h"
#include "log/blg/blg_writer.h"
#include "log/blg/catalogue.h"
#include "log/blg/record.h"
#include "machine/enumeration.h"
#include "path/counter_path.h"
#include "query/add_counter.h"
#include "query/query.h"
#include "recorded/log_data_source.h"
#include "recorded/log_file.h"
#include "recorded/recorded_source.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::query;
using namespace pdh_shim::recorded;
using log::blg::EventKind;

namespace {

using Bytes = std::vector<std::byte>;

constexpr std::int64_t start = 134'116'992'000'000'000;
constexpr std::int64_t second = 10'000'000;
constexpr std::uint32_t process_title = 230;
constexpr std::uint32_t handles_title = 952;
constexpr std::uint32_t own_title = 70'000; // that no other computer knows

model::ObjectDef process() {
    model::ObjectDef object;
    object.instances = model::Instances::multi;
    object.counters.resize(2);
    object.counters[0].type = 0x00010000; // PERF_COUNTER_RAWCOUNT
    object.counters[1].type = 0x10410400; // PERF_COUNTER_COUNTER
    object.columns = 2;
    return object;
}

struct Row {
    std::u16string_view name;
    std::int64_t handles;
    std::int64_t ticks;
};

// A block with the object Process of a computer.
Bytes block_of(std::u16string_view machine, const std::vector<Row>& rows, std::int64_t number) {
    const model::ObjectDef definition = process();
    model::ObjectSnapshot snapshot;
    snapshot.begin(definition.columns);
    for (const Row& row : rows) {
        const std::size_t place = snapshot.add_instance(row.name);
        snapshot.set(place, 0, row.handles);
        snapshot.set(place, 1, row.ticks);
    }
    snapshot.publish(nullptr);
    const block::ObjectToWrite object{&definition, &snapshot, {}, process_title, {handles_title, own_title}};
    const block::BlockClocks clocks{number * 1000, 1000, start + number * second, start + number * second};
    Bytes bytes;
    REQUIRE(block::write_block({&object, 1}, clocks, machine, {}, bytes).has_value());
    return bytes;
}

void add_text(ByteWriter& out, std::u16string_view text) {
    for (const char16_t unit : text) {
        out.u16(unit);
    }
    out.u16(0);
}

Bytes names_of(std::u16string_view machine) {
    Bytes bytes;
    ByteWriter out(bytes);
    for (const std::u16string_view text :
        {machine, std::u16string_view(u"230"), std::u16string_view(u"Process"), std::u16string_view(u"70000"),
            std::u16string_view(u"Own Ticks/sec")}) {
        add_text(out, text);
    }
    return bytes;
}

model::LogEntry object_entry(const std::u16string& machine) {
    return {model::LogEntryKind::object, machine, u"Process", u"", u"", 0, u"", 0, 0, 0};
}

Bytes record_of(const std::vector<Bytes>& blocks) {
    Bytes record;
    log::blg::append_record({}, {}, record);
    ByteWriter out(record);
    for (const Bytes& block : blocks) {
        out.u32('B' | 'L' << 8U | 3U << 16U | 5U << 24U);
        out.u32(static_cast<std::uint32_t>(8 + block.size()));
        out.bytes(block);
    }
    out.set_u32(4, static_cast<std::uint32_t>(record.size()));
    return record;
}

// A log of Windows with the object Process as a whole, of two computers.
std::string write_log(const test::TemporaryFolder& folder) {
    const std::string name = folder.path("whole.blg");
    auto file = open_writable_file(name, Creation::create_always);
    REQUIRE(file.has_value());
    auto trace = log::blg::TraceWriter::begin(std::move(file).value(), {});
    REQUIRE(trace.has_value());
    const auto append = [&](EventKind kind, std::int64_t time, const Bytes& payload) {
        REQUIRE(trace.value().append(kind, time, time, payload).has_value());
    };
    const std::vector entries{object_entry(u"ONE"), object_entry(u"TWO")};
    Bytes catalogue;
    log::blg::append_catalogue(entries, catalogue);
    append(EventKind::names, start, names_of(u"\\\\ONE"));
    append(EventKind::names, start, names_of(u"\\\\TWO"));
    append(EventKind::catalogue, start, catalogue);
    append(EventKind::record, start,
        record_of({block_of(u"ONE", {{u"init", 5, 100}, {u"sh", 7, 10}}, 0),
            block_of(u"TWO", {{u"top", 1, 1}}, 0)}));
    append(EventKind::record, start + second,
        record_of({block_of(u"ONE", {{u"late", 9, 1}, {u"init", 6, 150}}, 1),
            block_of(u"TWO", {{u"top", 2, 1}}, 1)}));
    REQUIRE(trace.value().close(start + second).has_value());
    return name;
}

std::shared_ptr<LogDataSource> open(const std::string& name) {
    auto source = LogDataSource::open({name});
    REQUIRE(source.has_value());
    return std::move(source).value();
}

path::CounterPath path_of(std::u16string_view text) {
    const auto path = path::parse_counter_path(text);
    REQUIRE(path.has_value());
    return path.value();
}

constexpr std::uint32_t bulk_count = 0x10410500; // PERF_COUNTER_BULK_COUNT: a rate

model::LogValue count_at(int seconds, std::int64_t count) {
    return {.time_stamp = start + seconds * second, .first = count, .second = start + seconds * second};
}

// A log of a counter and a list that both have grown by 30 in each second.
std::string write_rates(const test::TemporaryFolder& folder, const std::string& name,
    const std::u16string& machine, const std::vector<int>& seconds, const model::ZoneAt& zone = {}) {
    NewLog log{.file = folder.path(name),
        .type = LogType::binary,
        .creation = LogCreation::create_new,
        .entries = {},
        .zone = zone,
        .caption = {}};
    model::LogEntry& counter = log.entries.emplace_back();
    counter.machine = machine;
    counter.object = u"Gadget";
    counter.counter = u"Turns/sec";
    counter.type = bulk_count;
    counter.time_base = second;
    model::LogEntry& list = log.entries.emplace_back(counter);
    list.kind = model::LogEntryKind::instances;
    list.object = u"Widget";
    const auto writer = create_log_file(std::move(log), system_clock());
    REQUIRE(writer.has_value());
    for (const int time : seconds) {
        const model::LogValue value = count_at(time, std::int64_t{30} * time);
        model::LogRecord record{.time_stamp = start + time * second,
            .bias = {},
            .cells = {},
            .comment = {},
            .texts = {},
            .blocks = {}};
        record.cells.push_back({true, value, {}});
        record.cells.push_back({true, {.time_stamp = record.time_stamp}, {{u"a", value}}});
        REQUIRE(writer.value()->write(record).has_value());
    }
    REQUIRE(writer.value()->close().has_value());
    return folder.path(name);
}

// The values of a counter in all records; -1 where there is none.
std::vector<double> all_values(Query& query, Counter& counter) {
    constexpr std::uint32_t as_double = 0x200;
    std::vector<double> values;
    while (query.collect() || query.collects() != values.size()) {
        const calc::Formatted value = counter.format(as_double);
        values.push_back(value.status == Status::success ? value.datum.value.real : -1);
        CHECK(is_valid_data(counter.raw().sample.cstatus) == (values.size() % 2 == 1));
    }
    return values;
}

std::shared_ptr<Query> query_of(CounterContext& counter_context, std::shared_ptr<LogDataSource> source) {
    return std::make_shared<Query>(
        pdh_shim::system_clock(), counter_context, std::move(source), std::make_shared<RecordedSamples>(), 0);
}

double value_of(Counter& counter) {
    constexpr std::uint32_t as_double = 0x200;
    const calc::Formatted value = counter.format(as_double);
    CHECK(value.status == Status::success);
    return value.datum.value.real;
}

} // namespace

TEST_CASE("whole objects of a log have the names, instances and values of its computers") {
    const test::TemporaryFolder folder;
    const auto source = open(write_log(folder));
    CHECK(source->machines().value() == std::vector<std::u16string>{u"ONE", u"TWO"});

    const auto paths = expand(*source, path_of(u"\\\\ONE\\Process(*)\\*"), {});
    REQUIRE(paths.has_value());
    CHECK(
        paths.value() == std::vector<std::u16string>{u"\\\\ONE\\Process(init)\\Handle Count",
                             u"\\\\ONE\\Process(init)\\Own Ticks/sec", u"\\\\ONE\\Process(sh)\\Handle Count",
                             u"\\\\ONE\\Process(sh)\\Own Ticks/sec", u"\\\\ONE\\Process(late)\\Handle Count",
                             u"\\\\ONE\\Process(late)\\Own Ticks/sec"});

    CounterContext counter_context;
    const auto query = query_of(counter_context, source);
    const auto handles = test::add_counter(*query, path_of(u"\\\\ONE\\Process(init)\\Handle Count"));
    const auto ticks = test::add_counter(*query, path_of(u"\\\\ONE\\Process(init)\\Own Ticks/sec"));
    const auto other = test::add_counter(*query, path_of(u"\\\\TWO\\Process(top)\\Handle Count"));
    REQUIRE(handles.has_value());
    REQUIRE(ticks.has_value());
    REQUIRE(other.has_value());
    CHECK(test::add_counter(*query, path_of(u"\\\\ONE\\Process(late)\\Handle Count")).has_value());
    CHECK(test::add_counter(*query, path_of(u"\\\\ONE\\Process(top)\\Handle Count")).error() ==
          Status::cstatus_no_instance);
    CHECK(query->collect().value() == start);
    CHECK(value_of(*handles.value()) == 5);
    CHECK(value_of(*other.value()) == 1);
    CHECK(query->collect().value() == start + second);
    CHECK(value_of(*handles.value()) == 6);
    CHECK(value_of(*ticks.value()) == 50);
    CHECK(value_of(*other.value()) == 2);
    CHECK(query->collect().error() == Status::no_more_data);

    using Paths = std::vector<std::u16string>;
    CHECK(source->counters(false).value() ==
          Paths{u"\\\\ONE\\Process(*)\\Handle Count", u"\\\\ONE\\Process(*)\\Own Ticks/sec",
              u"\\\\TWO\\Process(*)\\Handle Count", u"\\\\TWO\\Process(*)\\Own Ticks/sec"});
    Paths all = paths.value();
    all.insert(all.end(), {u"\\\\TWO\\Process(top)\\Handle Count", u"\\\\TWO\\Process(top)\\Own Ticks/sec"});
    CHECK(source->counters(true).value() == all);
}

TEST_CASE("a record of the latest time is read, and another session of the query behind it") {
    constexpr auto latest = std::numeric_limits<std::int64_t>::max();
    const test::TemporaryFolder folder;
    NewLog log{.file = folder.path("latest"),
        .type = LogType::binary,
        .creation = LogCreation::create_new,
        .entries = {},
        .caption = {}};
    for (const char16_t* const machine : {u"ONE", u"TWO"}) {
        model::LogEntry& entry = log.entries.emplace_back();
        entry.machine = machine;
        entry.object = u"Gadget";
        entry.counter = u"Total";
        entry.type = 0x00010000; // PERF_COUNTER_RAWCOUNT
    }
    const auto writer = create_log_file(std::move(log), system_clock());
    REQUIRE(writer.has_value());
    model::LogRecord record;
    record.time_stamp = latest;
    record.cells.resize(2, {true, {.time_stamp = latest, .first = 7}, {}});
    REQUIRE(writer.value()->write(record).has_value());
    REQUIRE(writer.value()->close().has_value());
    CounterContext counter_context;
    const auto query = query_of(counter_context, open(folder.path("latest")));
    const auto one = test::add_counter(*query, path_of(u"\\\\ONE\\Gadget\\Total"));
    CHECK(query->collect().value() == latest);
    CHECK(value_of(*one.value()) == 7);
    const auto two = test::add_counter(*query, path_of(u"\\\\TWO\\Gadget\\Total"));
    CHECK(two.has_value());
    CHECK(query->collect().error() == Status::no_more_data);
}

TEST_CASE("logs of several zones are merged by UTC, with times in the first one's zone") {
    constexpr int nine_hours = 9 * 3600;
    const test::TemporaryFolder folder;
    const std::string utc = write_rates(folder, "utc", u"ONE", {0, 2}, {model::LogZone::fixed(0), 0});
    const std::string tokyo = write_rates(
        folder, "tokyo", u"TWO", {nine_hours, nine_hours + 1}, {model::LogZone::fixed(-540), -540});
    CounterContext counter_context;
    const auto source = LogDataSource::open({utc, tokyo}).value();
    const auto query = query_of(counter_context, source);
    const auto counter = test::add_counter(*query, path_of(u"\\\\TWO\\Gadget\\Turns/sec"));
    const auto list = test::add_counter(*query, path_of(u"\\\\TWO\\Widget(a)\\Turns/sec"));
    CHECK(query->collect().value() == start);
    CHECK(query->newest()->bias == 0);
    CHECK(counter.value()->raw().time_stamp == start);
    CHECK(query->collect().value() == start + second);
    CHECK(value_of(*counter.value()) == 30);
    CHECK(value_of(*list.value()) == 30);
    CHECK(list.value()->raw().time_stamp == start + second);
    CHECK(query->collect().value() == start + 2 * second);
    CHECK(query->collect().error() == Status::no_more_data);
    const model::LogRange range = source->range().value();
    CHECK(range.first == start);
    CHECK(range.last == start + 2 * second);
    CHECK(range.records == 4);
    REQUIRE(query->set_range(start + second, start + second).has_value());
    CHECK(query->collect().value() == start + second);
    CHECK(query->collect().error() == Status::no_more_data);

    const auto other = query_of(counter_context, LogDataSource::open({tokyo, utc}).value());
    const auto others_counter = test::add_counter(*other, path_of(u"\\\\ONE\\Gadget\\Turns/sec"));
    REQUIRE(others_counter.has_value());
    CHECK(other->collect().value() == start + nine_hours * second);
    CHECK(other->newest()->bias == -540);
    CHECK(other->zone().value().zone == model::LogZone::fixed(-540));
}

TEST_CASE("a log of an unknown zone goes together with others only if its zone is said") {
    const test::TemporaryFolder folder;
    const std::string known = write_rates(folder, "known", u"ONE", {0, 1}, {model::LogZone::fixed(60), 60});
    const std::string unknown = write_rates(folder, "unknown", u"TWO", {3600, 3601});
    const std::string unknown_too = write_rates(folder, "unknown too", u"THREE", {3600, 3601});
    CHECK(LogDataSource::open({known, unknown}).error().status() == Status::incorrect_append_time);
    CHECK(LogDataSource::open({unknown, known}).error().status() == Status::incorrect_append_time);
    CHECK(LogDataSource::open({unknown, unknown_too}).has_value());
    CHECK_FALSE(set_assumed_zone("Mars"));
    CHECK_FALSE(set_assumed_zone("1441"));
    REQUIRE(set_assumed_zone("UTC"));
    const auto opened = LogDataSource::open({known, unknown});
    REQUIRE(opened.has_value());
    CHECK(opened.value()->range().value().last == start + 1 * second);
    CHECK(open(unknown)->zone_at(0).value().bias == 0);
    REQUIRE(set_assumed_zone("-60"));
    CHECK(open(unknown)->zone_at(0).value().bias == -60);
    CHECK(open(known)->zone_at(0).value().bias == 60);
    REQUIRE(set_assumed_zone(""));
    CHECK_FALSE(open(unknown)->zone_at(0).value().bias.has_value());
}

TEST_CASE("a log of whole objects can be read from a time on") {
    const test::TemporaryFolder folder;
    CounterContext counter_context;
    const auto query = query_of(counter_context, open(write_log(folder)));
    const auto handles =
        test::add_counter(*query, path_of(u"\\Process(late)\\Handle Count")); // of the first computer
    REQUIRE(handles.has_value());
    REQUIRE(query->set_range(start + 1, start + 9 * second).has_value());
    CHECK(query->collect().value() == start + second);
    CHECK(value_of(*handles.value()) == 9);
}

TEST_CASE("a range of a log to which an earlier one was added has all of its records") {
    const test::TemporaryFolder folder;
    constexpr int day = 86'400;
    const auto binary = write_rates(folder, "days", u"ONE", {0, day, day + 1, 1, 2, 3 * day});
    const std::string text = folder.write("days.csv", R"csv("(PDH-CSV 4.0) (UTC)(0)","\\ONE\Gadget\Turns/sec"
"01/02/2026 00:00:00.000","1"
"01/03/2026 00:00:00.000","2"
"01/02/2026 00:00:01.000","3"
"01/04/2026 00:00:00.000","4"
)csv");
    const auto times_in = [](const std::string& file, std::int64_t begin, std::int64_t end) {
        CounterContext counter_context;
        const auto query = query_of(counter_context, open(file));
        const auto counter = test::add_counter(*query, path_of(u"\\\\ONE\\Gadget\\Turns/sec"));
        REQUIRE(counter.has_value());
        REQUIRE(query->set_range(begin, end).has_value());
        std::vector<std::int64_t> seconds;
        auto time = query->collect();
        for (; time; time = query->collect()) {
            seconds.push_back((time.value() - begin) / second);
        }
        CHECK(time.error() == Status::no_more_data);
        return seconds;
    };
    CHECK(times_in(binary, start, start + 2 * second) == std::vector<std::int64_t>{0, 1, 2});
    CHECK(times_in(binary, start + day * second, start + (day + 1) * second) ==
          std::vector<std::int64_t>{0, 1});
    const std::int64_t first = open(text)->range().value().first;
    CHECK(times_in(text, first, first + 5 * second) == std::vector<std::int64_t>{0, 1});
}

TEST_CASE("a counter that some records lack has its rate from the last record with it") {
    const test::TemporaryFolder folder;
    const std::vector<std::string> files{write_rates(folder, "each", u"ONE", {0, 1, 2, 3, 4}),
        write_rates(folder, "second", u"TWO", {0, 2, 4})};
    const auto opened = LogDataSource::open(files);
    REQUIRE(opened.has_value());
    for (const std::u16string_view path : {u"\\\\TWO\\Gadget\\Turns/sec", u"\\\\TWO\\Widget(a)\\Turns/sec"}) {
        CounterContext counter_context;
        const auto query = query_of(counter_context, opened.value());
        const auto each = test::add_counter(*query, path_of(u"\\\\ONE\\Gadget\\Turns/sec"));
        const auto second = test::add_counter(*query, path_of(path));
        REQUIRE(each.has_value());
        REQUIRE(second.has_value());
        CHECK(all_values(*query, *second.value()) == std::vector<double>{-1, -1, 30, -1, 30});
    }
}

TEST_CASE("a computer that was not collected for a while shows its newest samples") {
    const test::TemporaryFolder folder;
    const auto opened = LogDataSource::open(
        {write_rates(folder, "one", u"ONE", {0, 1, 2}), write_rates(folder, "two", u"TWO", {0, 1, 2})});
    REQUIRE(opened.has_value());
    CounterContext counter_context;
    const auto query = query_of(counter_context, opened.value());
    const auto one = test::add_counter(*query, path_of(u"\\\\ONE\\Gadget\\Turns/sec"));
    const auto two = test::add_counter(*query, path_of(u"\\\\TWO\\Gadget\\Turns/sec"));
    REQUIRE(one.has_value());
    REQUIRE(two.has_value());
    CHECK(query->collect().value() == start);
    two.value()->leave_query();
    CHECK(query->collect().value() == start + second);
    REQUIRE(query->link(*two.value(), nullptr).has_value());
    CHECK(query->collect().value() == start + 2 * second);
    CHECK(one.value()->raw().time_stamp == start + 2 * second);
    CHECK(two.value()->raw().time_stamp == start + 2 * second);
}

TEST_CASE("no rate begins at a record that was read before the range of the query was set") {
    const test::TemporaryFolder folder;
    const auto opened = LogDataSource::open({write_rates(folder, "each", u"ONE", {0, 1, 2, 3, 4}),
        write_rates(folder, "second", u"TWO", {0, 2, 4})});
    REQUIRE(opened.has_value());
    CounterContext counter_context;
    const auto query = query_of(counter_context, opened.value());
    const auto counter = test::add_counter(*query, path_of(u"\\\\TWO\\Gadget\\Turns/sec"));
    REQUIRE(counter.has_value());
    REQUIRE(query->collect().has_value());
    REQUIRE(query->set_range(start + second, start + 9 * second).has_value());
    static_cast<void>(query->collect()); // the record at 1 s does not have it
    REQUIRE(query->collect().has_value());
    CHECK(counter.value()->format(0x200).status != Status::success);
}

using model::LogZone;

namespace {

// A log without records, in a zone.
class LogOfZone final : public model::LogReader {
  public:
    explicit LogOfZone(LogZone zone) : zone_(std::move(zone)) {}

    const std::vector<model::LogEntry>& entries() const override { return entries_; }
    LogZone zone() const override { return zone_; }
    const model::LogTitles* titles(std::u16string_view /*machine*/) const override { return nullptr; }
    Result<bool, Failure> next(model::LogRecord& /*record*/) override { return false; }
    std::span<const std::byte> bytes() const override { return {}; }
    Result<void, Failure> seek(std::int64_t /*local_time*/) override { return outcome::success(); }
    Result<model::LogRange, Failure> range() override { return Failure(Status::no_data); }
    Result<std::uint64_t, Failure> size() override { return 0; }
    Result<std::uint64_t, Failure> whole_size() override { return 0; }

  private:
    LogZone zone_;
    std::vector<model::LogEntry> entries_;
};

std::optional<std::int32_t> bias_of(const LogZone& zone) {
    return recorded::zone_of(LogOfZone(zone), 0).bias_at_local(0);
}

struct NoZoneAgain {
    ~NoZoneAgain() { recorded::set_assumed_zone({}); }
};

} // namespace

TEST_CASE("a log without a zone has the one that was set, any other log its own") {
    const NoZoneAgain after;
    CHECK_FALSE(bias_of({}).has_value());
    REQUIRE(recorded::set_assumed_zone("-330"));
    CHECK(bias_of({}) == -330);
    CHECK(bias_of(LogZone::fixed(60)) == 60);
    REQUIRE(recorded::set_assumed_zone("UTC"));
    CHECK(bias_of({}) == 0);
    REQUIRE(recorded::set_assumed_zone("local"));
    CHECK(bias_of({}).has_value());
    REQUIRE(recorded::set_assumed_zone(""));
    CHECK_FALSE(bias_of({}).has_value());
}

TEST_CASE("what is not a zone changes nothing") {
    const NoZoneAgain after;
    REQUIRE(recorded::set_assumed_zone("1440"));
    for (const std::string_view text : {"1441", "-1441", "utc", "Local", "60x", " 60", "+60", "6 0",
             "99999999999", "-2147483648", "2147483647"}) {
        CHECK_FALSE(recorded::set_assumed_zone(text));
    }
    CHECK(bias_of({}) == 1440);
}
