// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/recorded_layout.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim;
using model::LogEntry;
using model::LogEntryKind;

namespace {

LogEntry entry(std::u16string object, std::u16string instance, std::u16string counter,
    LogEntryKind kind = LogEntryKind::counter) {
    LogEntry made;
    made.kind = kind;
    made.machine = u"PC";
    made.object = std::move(object);
    made.instance = std::move(instance);
    made.counter = std::move(counter);
    return made;
}

} // namespace

TEST_CASE("entries of a computer have a column per counter and a row per instance") {
    const std::vector<LogEntry> entries{entry(u"Disk", u"0", u"Reads"), entry(u"Memory", u"", u"Free"),
        entry(u"DISK", u"1", u"reads"), entry(u"Disk", u"0", u"Writes")};
    const auto layout = recorded::lay_out(entries, u"pc");
    REQUIRE(layout.objects.size() == 2);
    const auto& disk = layout.catalogue->objects[0];
    CHECK(disk.name == u"Disk");
    CHECK(disk.instances == model::Instances::multi);
    CHECK(disk.counters.size() == 2);
    CHECK(disk.columns == 8);
    const auto& cells = layout.objects[0].counters;
    REQUIRE(cells.size() == 3);
    CHECK(cells[1].entry == 2);
    CHECK(cells[1].column == 0);
    CHECK(cells[1].row == 1);
    CHECK(cells[2].row == 0);
    CHECK(layout.objects[0].fixed->instances().size() == 2);
    CHECK(layout.objects[0].rows.set()->instances().empty()); // they are not stored twice
    CHECK(layout.catalogue->objects[1].instances == model::Instances::none);
    CHECK_FALSE(layout.catalogue->objects[1].has_row_without_name);
}

TEST_CASE("whole objects and other computers are left out, and lists have no own row") {
    auto other = entry(u"Disk", u"0", u"Reads");
    other.machine = u"Other";
    const std::vector<LogEntry> entries{other, entry(u"System", u"", u"", LogEntryKind::object),
        entry(u"Process", u"", u"Threads", LogEntryKind::instances)};
    const auto layout = recorded::lay_out(entries, u"PC");
    REQUIRE(layout.objects.size() == 1);
    CHECK(layout.catalogue->objects[0].name == u"Process");
    CHECK(layout.objects[0].counters.empty());
    REQUIRE(layout.objects[0].lists.size() == 1);
    CHECK(layout.objects[0].lists[0].entry == 2);
    CHECK(layout.objects[0].fixed == nullptr);
    CHECK(recorded::lay_out({}, u"PC").objects.empty());
}

TEST_CASE("an object with instances may have counters without one") {
    const std::vector<LogEntry> entries{entry(u"Disk", u"", u"Queue"), entry(u"Disk", u"0", u"Reads")};
    CHECK(recorded::lay_out(entries, u"PC").catalogue->objects[0].has_row_without_name);
}

TEST_CASE("a number whose predecessors are missing is a part of an instance's name") {
    recorded::RecordedRows rows;
    const std::vector<recorded::ListedName> list{
        {u"java", 0}, {u"JAVA", 1}, {u"Java", 0}, {u"cron", 2}, {u"cron", 2}, {u"java/0", 0}};
    CHECK(rows.add_list(list) == std::vector<std::size_t>{0, 1, 0, 2, 2, 3});
    CHECK(rows.settle() == std::vector<std::size_t>{0, 1, 2, 3});
    const auto set = rows.set();
    const auto& instances = set->instances();
    REQUIRE(instances.size() == 4);
    CHECK(instances[1].name == u"JAVA");
    CHECK(instances[2].name == u"cron#2");
    CHECK(instances[3].parent == u"java");
    CHECK(instances[3].name == u"0");
}

TEST_CASE("columns of one name are the same instances, and are listed as they stand") {
    recorded::RecordedRows rows;
    std::vector<std::size_t> places;
    for (const auto& [name, number] : {std::pair(u"cron", 3U), std::pair(u"java", 2U), std::pair(u"init", 0U),
             std::pair(u"JAVA", 1U), std::pair(u"cron", 1U), std::pair(u"Java", 0U)}) {
        places.push_back(rows.add_column(name, number));
    }
    CHECK(rows.add_column(u"java", 1) == places[3]);
    const auto settled = rows.settle();
    const auto set = rows.set();
    const auto& instances = set->instances();
    REQUIRE(instances.size() == 6);
    CHECK(instances[0].name == u"cron#3"); // its predecessors are missing
    CHECK(instances[1].name == u"Java");   // the names stand in the columns' places, their numbers rise
    CHECK(instances[2].name == u"init");
    CHECK(instances[3].name == u"JAVA");
    CHECK(instances[4].name == u"cron#1");
    CHECK(instances[5].name == u"java");
    CHECK(settled == std::vector<std::size_t>{0, 5, 2, 3, 4, 1});
    CHECK(set->find(u"", u"java", 2) == 5);
    CHECK(set->find(u"", u"cron", 3) == 0);
    CHECK(set->listed() == std::vector<std::size_t>{0, 5, 2, 3, 4, 1});
}

TEST_CASE("an instance of a list has the row of its column, and stands by its number") {
    recorded::RecordedRows rows;
    CHECK(rows.add_column(u"java", 1) == 0);
    const std::vector<recorded::ListedName> list{{u"java", 0}, {u"java", 1}, {u"java", 2}};
    CHECK(rows.add_list(list) == std::vector<std::size_t>{1, 0, 2});
    CHECK(rows.settle() == std::vector<std::size_t>{1, 0, 2});
    CHECK(rows.set()->duplicate_index(2) == 2);
    CHECK(rows.set()->listed() == std::vector<std::size_t>{1, 0, 2}); // the column's place shows java#1
}

TEST_CASE("a number in a name is the instance, if another list has so many") {
    recorded::RecordedRows rows;
    const std::vector<recorded::ListedName> gap{{u"java#1", 0}, {u"w3wp", 0}, {u"w3wp#1", 0}};
    const std::vector<recorded::ListedName> all{{u"java", 0}, {u"java", 1}};
    CHECK(rows.add_list(gap) == std::vector<std::size_t>{0, 1, 2});
    CHECK(rows.add_list(all) == std::vector<std::size_t>{3, 4});
    CHECK(rows.settle() == std::vector<std::size_t>{3, 1, 2, 0, 3});
    const auto set = rows.set();
    REQUIRE(set->instances().size() == 4);
    CHECK(set->instances()[0].name == u"java");
    CHECK(set->instances()[2].name == u"w3wp#1"); // nothing has two of them
    CHECK(set->instances()[3].name == u"java");
}

TEST_CASE("only one name of a list has the number of an instance, in the form of a path") {
    recorded::RecordedRows rows;
    const std::vector<recorded::ListedName> all{{u"a", 0}, {u"a", 1}, {u"a", 2}};
    const std::vector<recorded::ListedName> odd{
        {u"a#1", 0}, {u"a#1", 1}, {u"a#01", 0}, {u"a#1#0", 0}, {u"#1", 0}, {u"a#", 0}, {u"a#2", 0}};
    CHECK(rows.add_list(all) == std::vector<std::size_t>{0, 1, 2});
    CHECK(rows.add_list(odd) == std::vector<std::size_t>{3, 4, 5, 6, 7, 8, 9});
    const auto settled = rows.settle();
    CHECK(settled == std::vector<std::size_t>{0, 1, 2, 1, 3, 4, 5, 6, 7, 2});
    CHECK(rows.set()->instances().size() == 8);
}

TEST_CASE("a name with a number beside the instance of that number is another one") {
    recorded::RecordedRows rows;
    const std::vector<recorded::ListedName> both{{u"java", 0}, {u"java", 1}, {u"java#1", 0}};
    const std::vector<recorded::ListedName> one{{u"java#1", 0}};
    CHECK(rows.add_list(one) == std::vector<std::size_t>{0});
    CHECK(rows.add_list(both) == std::vector<std::size_t>{1, 2, 0});
    CHECK(rows.settle() == std::vector<std::size_t>{0, 1, 2});
}

TEST_CASE("the rest of a sample has columns of its own, after the counters' columns") {
    model::ObjectDef object;
    object.counters.resize(2);
    const recorded::RestOfSample first(object, 0);
    const recorded::RestOfSample second(object, 1);
    CHECK(first.second == 2);
    CHECK(first.multi == 3);
    CHECK(first.time_stamp == 4);
    CHECK(second.second == 5);
}
