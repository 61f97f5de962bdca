// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/failure_log.h"
#include "model/counter_row.h"
#include "model/snapshot.h"
#include "model/source.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::model;

namespace {

std::size_t allocations = 0;

void* allocate(std::size_t size) {
    ++allocations;
    if (void* const memory = std::malloc(size == 0 ? 1 : size)) {
        return memory;
    }
    throw std::bad_alloc();
}

std::u16string number(std::size_t value) {
    const std::string digits = std::to_string(value);
    return {digits.begin(), digits.end()};
}

InstanceSet make_set(std::vector<Instance> instances) {
    return InstanceSet(std::move(instances));
}

/// One round as a source does it; names are longer than a string holds without memory of its own.
void fill(ObjectSnapshot& snapshot, std::size_t rows, const ObjectSnapshot* previous, std::u16string& name) {
    snapshot.begin(3);
    for (std::size_t i = 0; i < rows; ++i) {
        name.assign(u"instance with a long name ");
        name += static_cast<char16_t>(u'A' + i);
        const std::size_t row =
            snapshot.add_instance(name, u"parent with a long name", static_cast<std::int64_t>(i));
        snapshot.set(row, 1, static_cast<std::int64_t>(10 * i));
        snapshot.set_invalid(row, 2);
    }
    snapshot.set_object_time(77);
    snapshot.publish(previous);
}

} // namespace

// Every allocation of this program is counted.
void* operator new(std::size_t size) {
    return allocate(size);
}
void* operator new[](std::size_t size) {
    return allocate(size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}

TEST_CASE("an instance is found by its name in any case") {
    const InstanceSet set = make_set({{u"_Total", u""}, {u"0", u""}, {u"eth0", u""}});
    CHECK(set.find(u"", u"_TOTAL", 0) == 0);
    CHECK(set.find(u"", u"0", 0) == 1);
    CHECK(set.find(u"", u"ETH0", 0) == 2);
    CHECK(set.find(u"", u"eth", 0) == std::nullopt);
    CHECK(set.find(u"", u"eth0", 1) == std::nullopt);
    CHECK(set.find(u"", u"", 0) == std::nullopt);
}

TEST_CASE("an empty set has no instance") {
    const InstanceSet set = make_set({});
    CHECK(set.find(u"", u"any", 0) == std::nullopt);
    CHECK(set.instances().empty());
}

TEST_CASE("an object without instances has one row without a name") {
    const InstanceSet set = make_set({{u"", u""}});
    CHECK(set.find(u"", u"", 0) == 0);
}

TEST_CASE("duplicates are counted in the order of the rows, in any case") {
    const InstanceSet set =
        make_set({{u"java", u""}, {u"bash", u""}, {u"Java", u""}, {u"bash", u""}, {u"java", u""}});
    CHECK(set.duplicate_index(0) == 0);
    CHECK(set.duplicate_index(1) == 0);
    CHECK(set.duplicate_index(2) == 1);
    CHECK(set.duplicate_index(3) == 1);
    CHECK(set.duplicate_index(4) == 2);
    CHECK(set.find(u"", u"java", 0) == 0);
    CHECK(set.find(u"", u"java", 1) == 2);
    CHECK(set.find(u"", u"java", 2) == 4);
    CHECK(set.find(u"", u"java", 3) == std::nullopt);
}

TEST_CASE("an expansion lists the last instance of a name first, in the places of that name") {
    const InstanceSet set = make_set({{u"smss", u""}, {u"csrss", u""}, {u"wininit", u""}, {u"CSRSS", u""},
        {u"0", u"csrss"}, {u"csrss/0", u""}, {u"csrss", u""}});
    CHECK(set.listed() == std::vector<std::size_t>{0, 6, 2, 3, 5, 4, 1});
    CHECK(make_set({}).listed().empty());
}

TEST_CASE("an expansion of a log lists instances by their columns, or as they stand") {
    const std::vector<Instance> rows{{u"a", u""}, {u"b", u""}, {u"a", u""}, {u"a", u""}, {u"b", u""}};
    CHECK(InstanceSet(rows, {1, 0, 2, 0, 1}).listed() == std::vector<std::size_t>{2, 1, 3, 0, 4});
    CHECK(InstanceSet(rows, {0, 0, 0, 0, 0}).listed() == std::vector<std::size_t>{0, 1, 2, 3, 4});
    // Two names may become one.
    const InstanceSet renamed({{u"a*b", u""}, {u"a_b", u""}}, {0, 0});
    CHECK(renamed.listed() == std::vector<std::size_t>{0, 1});
    CHECK(renamed.duplicate_index(1) == 1);
}

TEST_CASE("instances of one name below different parents are not duplicates") {
    const InstanceSet set = make_set({{u"0", u"java"}, {u"0", u"bash"}, {u"0", u"java"}, {u"0", u""}});
    CHECK(set.duplicate_index(1) == 0);
    CHECK(set.duplicate_index(2) == 1);
    CHECK(set.duplicate_index(3) == 0);
    CHECK(set.find(u"JAVA", u"0", 1) == 2);
    CHECK(set.find(u"bash", u"0", 0) == 1);
    CHECK(set.find(u"", u"0", 0) == 3);
}

TEST_CASE("a name with a slash is found however it was taken apart") {
    const InstanceSet set = make_set({{u"kworker/0:1", u""}, {u"c", u"a/b"}, {u"b/c", u"a"}});
    CHECK(set.find(u"kworker", u"0:1", 0) == 0);
    CHECK(set.find(u"", u"KWORKER/0:1", 0) == 0);
    CHECK(set.find(u"a", u"b/c", 0) == 1);
    CHECK(set.find(u"a/b", u"c", 1) == 2);
    CHECK(set.duplicate_index(2) == 1);
}

TEST_CASE("a name that ends in a number sign and digits is found by the path that prints it") {
    const InstanceSet set =
        make_set({{u"worker#2", u""}, {u"worker#2", u""}, {u"w3wp", u""}, {u"w3wp#1", u""}, {u"q#1", u"p"}});
    CHECK(set.find(u"", u"worker", 2) == 0);   // (worker#2)
    CHECK(set.find(u"", u"worker#2", 1) == 1); // (worker#2#1)
    CHECK(set.find(u"", u"worker", 1) == std::nullopt);
    CHECK(set.find(u"", u"w3wp", 1) == 3); // as performance DLLs count instances themselves
    CHECK(set.find(u"p", u"q", 1) == 4);
    CHECK(set.instances()[3].name == u"w3wp#1");
    CHECK(&set.given() == &set.instances());
}

TEST_CASE("a name that looks like a true duplicate gets another one") {
    const InstanceSet set = make_set({{u"JOB#1", u""}, {u"job", u""}, {u"job", u""}});
    CHECK(set.find(u"", u"job", 1) == 2);
    CHECK(set.instances()[0].name == u"JOB_1");
    CHECK(set.find(u"", u"JOB_1", 0) == 0);
    CHECK(set.given()[0].name == u"JOB#1");
}

TEST_CASE("a name that ends in a number as no path spells it gets another one") {
    const InstanceSet set = make_set(
        {{u"a#0", u""}, {u"b#00", u""}, {u"c#01", u""}, {u"d#1#0", u""}, {u"e#0", u"p"}, {u"#0", u""}});
    CHECK(set.find(u"", u"a", 0) == std::nullopt);
    CHECK(set.find(u"", u"c", 1) == std::nullopt);
    CHECK(set.find(u"", u"a_0", 0) == 0);
    CHECK(set.find(u"", u"b_00", 0) == 1);
    CHECK(set.find(u"", u"c_01", 0) == 2);
    CHECK(set.find(u"", u"d_1_0", 0) == 3);
    CHECK(set.find(u"p", u"e_0", 0) == 4);
    CHECK(set.find(u"", u"#0", 0) == 5); // nothing stands before the sign
}

TEST_CASE("a name that the new name of another would take for itself is changed as well") {
    // a#0 becomes the second a_0: then a_0#1 would mean that one.
    const InstanceSet set = make_set({{u"a_0", u""}, {u"a#0", u""}, {u"a_0#1", u""}, {u"b#1", u""}});
    CHECK(set.find(u"", u"a_0", 0) == 0);
    CHECK(set.find(u"", u"a_0", 1) == 1);
    CHECK(set.instances()[2].name == u"a_0_1");
    CHECK(set.find(u"", u"a_0_1", 0) == 2);
    CHECK(set.instances()[3].name == u"b#1");
}

TEST_CASE("names that take each other for themselves are all changed in the end") {
    // Each new name takes the place that the next one's path means.
    std::vector<Instance> given{{u"a#0", u""}, {u"a_0", u""}};
    std::u16string name = u"a_0";
    for (int i = 0; i < 20; ++i) {
        given.push_back({name + u"#1", u""});
        name += u"_1";
        given.push_back({name, u""});
    }
    given.push_back({u"z#1", u""});
    const InstanceSet set(given);
    for (std::size_t row = 0; row < set.instances().size(); ++row) {
        CAPTURE(row);
        CHECK(set.find(u"", set.instances()[row].name, set.duplicate_index(row)) == row);
    }
    CHECK(set.instances().back().name == u"z_1");
}

TEST_CASE("no name is a wildcard, and none ends a list of names") {
    const std::u16string nul(1, u'\0');
    const InstanceSet set =
        make_set({{u"*", u""}, {u"a*#*", u"*p"}, {u"x" + nul + u"y", u""}, {u"plain", nul}, {u"a\nb", u""}});
    const auto& instances = set.instances();
    CHECK(instances[0].name == u"_");
    CHECK(instances[1].name == u"a_#_");
    CHECK(instances[1].parent == u"_p");
    CHECK(instances[2].name == u"x_y");
    CHECK(instances[3].parent == u"_");
    CHECK(instances[4].name == u"a\nb");
    CHECK(set.find(u"", u"_", 0) == 0);
}

TEST_CASE("snapshots of the same instances share one set, also if names were changed") {
    ObjectSnapshot first;
    ObjectSnapshot second;
    for (ObjectSnapshot* const snapshot : {&first, &second}) {
        snapshot->begin(1);
        snapshot->add_instance(u"*");
        snapshot->add_instance(u"a#0");
    }
    first.publish(nullptr);
    second.publish(&first);
    CHECK(first.instances() == second.instances());
}

TEST_CASE("ten thousand instances are all found") {
    std::vector<Instance> instances;
    for (std::size_t i = 0; i < 10'000; ++i) {
        instances.push_back({u"process_" + number(i / 2), u""});
    }
    const InstanceSet set(std::move(instances));
    for (std::size_t i = 0; i < 10'000; ++i) {
        REQUIRE(set.find(u"", u"PROCESS_" + number(i / 2), static_cast<std::uint32_t>(i % 2)) == i);
        REQUIRE(set.duplicate_index(i) == i % 2);
    }
}

TEST_CASE("a hundred thousand instances of one name are each found at once") {
    constexpr std::uint32_t many = 100'000;
    std::vector<Instance> instances(many, Instance{u"same", u""});
    instances.push_back({u"other", u""});
    const InstanceSet set(std::move(instances));
    for (std::uint32_t i = 0; i < many; ++i) {
        REQUIRE(set.find(u"", u"same", i) == i);
    }
    CHECK_FALSE(set.find(u"", u"same", many));
    CHECK_FALSE(set.find(u"", u"other", 1));
}

TEST_CASE("a snapshot holds the values of the source") {
    ObjectSnapshot snapshot;
    snapshot.begin(2);
    const std::size_t first = snapshot.add_instance(u"a", u"p", 7);
    const std::size_t second = snapshot.add_instance(u"b");
    snapshot.set(first, 0, -1);
    snapshot.set(second, 1, INT64_MAX);
    snapshot.set_object_time(42);
    snapshot.publish(nullptr);

    CHECK(snapshot.rows() == 2);
    CHECK(snapshot.cell(first, 0) == -1);
    CHECK(snapshot.cell(first, 1) == 0);
    CHECK(snapshot.cell(second, 1) == INT64_MAX);
    CHECK(snapshot.object_time() == 42);
    CHECK(snapshot.status() == Status::success);
    CHECK(snapshot.is_valid(second, 1));
    CHECK(snapshot.instances()->instances() ==
          std::vector<Instance>{{u"a", u"p", 7}, {u"b", u"", no_unique_id}});
}

TEST_CASE("a cell that could not be read is invalid, the others are not") {
    ObjectSnapshot snapshot;
    snapshot.begin(2);
    snapshot.add_instance(u"a");
    snapshot.set_invalid(0, 1);
    snapshot.add_instance(u"b");
    snapshot.publish(nullptr);
    CHECK(snapshot.is_valid(0, 0));
    CHECK_FALSE(snapshot.is_valid(0, 1));
    CHECK(snapshot.is_valid(1, 0));
    CHECK(snapshot.is_valid(1, 1));
}

TEST_CASE("begin empties everything of the round before") {
    ObjectSnapshot snapshot;
    std::u16string name;
    fill(snapshot, 3, nullptr, name);
    snapshot.set_status(Status::cstatus_invalid_data);
    snapshot.begin(2);
    CHECK(snapshot.rows() == 0);
    CHECK(snapshot.object_time() == 0);
    CHECK(snapshot.status() == Status::success);
    snapshot.add_instance(u"other");
    snapshot.publish(nullptr);
    CHECK(snapshot.cell(0, 1) == 0);
    CHECK(snapshot.is_valid(0, 1));
    CHECK(snapshot.instances()->instances().size() == 1);
}

TEST_CASE("snapshots of the same instances share one set") {
    ObjectSnapshot first;
    ObjectSnapshot second;
    std::u16string name;
    fill(first, 4, nullptr, name);
    fill(second, 4, &first, name);
    CHECK(first.instances() == second.instances());
    fill(first, 4, &second, name);
    CHECK(first.instances() == second.instances());
}

TEST_CASE("a set is not shared when name, parent, identity or number of instances differ") {
    struct {
        const char16_t* name;
        const char16_t* parent;
        std::int64_t unique_id;
    } const rows[]{{u"Java", u"p", 1}, {u"java", u"q", 1}, {u"java", u"p", 2}};
    ObjectSnapshot first;
    first.begin(1);
    first.add_instance(u"java", u"p", 1);
    first.publish(nullptr);
    for (const auto& row : rows) {
        ObjectSnapshot second;
        second.begin(1);
        second.add_instance(row.name, row.parent, row.unique_id);
        second.publish(&first);
        CHECK(second.instances() != first.instances());
        CHECK(second.instances()->instances().front() == Instance{row.name, row.parent, row.unique_id});
    }
    ObjectSnapshot more;
    more.begin(1);
    more.add_instance(u"java", u"p", 1);
    more.add_instance(u"java", u"p", 1);
    more.publish(&first);
    CHECK(more.instances()->instances().size() == 2);
}

TEST_CASE("a snapshot follows its instances as they come and go") {
    ObjectSnapshot snapshots[2];
    std::u16string name;
    const std::size_t counts[]{3, 5, 5, 2, 2, 5, 3, 3, 0, 0, 4};
    std::size_t round = 0;
    for (const std::size_t count : counts) {
        ObjectSnapshot& current = snapshots[round % 2];
        fill(current, count, &snapshots[(round + 1) % 2], name);
        CHECK(current.instances()->instances().size() == count);
        if (count != 0) {
            name = u"instance with a long name ";
            name += static_cast<char16_t>(u'A' + count - 1);
            CHECK(current.instances()->find(u"parent with a long name", name, 0) == count - 1);
        }
        ++round;
    }
}

TEST_CASE("a snapshot takes all rows at once from a set that the source keeps") {
    const auto set = std::make_shared<const InstanceSet>(make_set({{u"a", u"", 1}, {u"b", u"", 2}}));
    ObjectSnapshot snapshot;
    snapshot.begin(2, set);
    CHECK(snapshot.rows() == 2);
    CHECK(snapshot.cell(1, 1) == 0);
    snapshot.set(1, 1, 5);
    snapshot.set_invalid(0, 0);
    snapshot.publish(nullptr);
    CHECK(snapshot.instances() == set);
    CHECK(snapshot.cell(1, 1) == 5);
    CHECK(!snapshot.is_valid(0, 0));
    CHECK(snapshot.is_valid(1, 0));
}

TEST_CASE("rows given at once and rows added one by one may take turns") {
    const auto set = std::make_shared<const InstanceSet>(make_set({{u"a", u"", 1}, {u"b", u"", 2}}));
    ObjectSnapshot snapshot;
    const auto add_one = [&] {
        snapshot.begin(1);
        snapshot.add_instance(u"c");
        snapshot.publish(nullptr);
        CHECK(snapshot.instances()->instances() == std::vector<Instance>{{u"c", u"", no_unique_id}});
    };
    add_one();
    for (int round = 0; round < 2; ++round) {
        snapshot.begin(1, set);
        snapshot.publish(nullptr);
        CHECK(snapshot.instances() == set);
        add_one();
    }
}

TEST_CASE("a round that was given up leaves no trace") {
    ObjectSnapshot snapshot;
    snapshot.begin(1);
    snapshot.add_instance(u"kept");
    snapshot.publish(nullptr);
    snapshot.begin(1);
    snapshot.add_instance(u"never published");
    snapshot.begin(1);
    snapshot.add_instance(u"kept");
    snapshot.publish(nullptr);
    CHECK(snapshot.instances()->instances() == std::vector<Instance>{{u"kept", u""}});
}

TEST_CASE("in the steady state a round allocates nothing") {
    ObjectSnapshot snapshots[2];
    std::u16string name;
    fill(snapshots[0], 20, nullptr, name);
    fill(snapshots[1], 20, &snapshots[0], name);
    const std::size_t before = allocations;
    for (std::size_t round = 0; round < 10; ++round) {
        fill(snapshots[round % 2], 20, &snapshots[(round + 1) % 2], name);
    }
    CHECK(allocations == before);
    CHECK(before > 20);
}

TEST_CASE("cells that a source will set keep old values, but none is invalid") {
    const auto set = std::make_shared<const InstanceSet>(std::vector<Instance>{{u"a", {}}, {u"b", {}}});
    ObjectSnapshot snapshot;
    snapshot.begin(2, set);
    snapshot.set_invalid(1, 1);
    snapshot.begin_to_set_all(2, set);
    for (std::size_t row = 0; row < 2; ++row) {
        snapshot.cells_of(row)[0] = static_cast<std::int64_t>(10 * row);
        snapshot.cells_of(row)[1] = static_cast<std::int64_t>(10 * row + 1);
    }
    snapshot.publish(nullptr);
    CHECK(snapshot.rows() == 2);
    CHECK(snapshot.instances() == set);
    CHECK(snapshot.cell(1, 0) == 10);
    CHECK(snapshot.cell(0, 1) == 1);
    CHECK(snapshot.is_valid(1, 1));
    snapshot.begin(2, set);
    CHECK(snapshot.cell(1, 0) == 0);
}

using calc::CounterType;
using Row = model::CounterRow<int>;

namespace {

constexpr Row rate{
    u"Rate", 10, CounterType::perf_counter_counter, model::Detail::novice, 0, 0, u"How often."};
constexpr Row share{
    u"% Share", 12, CounterType::perf_raw_fraction, model::Detail::expert, 0, 1, u"How much.", 2};

} // namespace

TEST_CASE("a row makes a counter, and a second column for its base") {
    model::ObjectDef object;
    model::add_counter(rate, object);
    model::add_counter(share, object);
    REQUIRE(object.counters.size() == 3);
    CHECK(object.counters[0].name == u"Rate");
    CHECK(object.counters[0].help == u"How often.");
    CHECK(object.counters[0].title_index == 10);
    CHECK(object.counters[1].detail == model::Detail::expert);
    CHECK(object.counters[1].base == 2);
    CHECK(object.counters[2].name == u"% Share");
    CHECK(object.counters[2].help.empty());
    CHECK(object.counters[2].type == static_cast<std::uint32_t>(CounterType::perf_raw_base));
}

TEST_CASE("each type has the base that Windows' headers say") {
    CHECK(model::base_type_of(CounterType::perf_raw_fraction) == CounterType::perf_raw_base);
    CHECK(model::base_type_of(CounterType::perf_precision_100ns_timer) ==
          CounterType::perf_precision_timestamp);
    CHECK(model::base_type_of(CounterType::perf_average_timer) == CounterType::perf_average_base);
}

TEST_CASE("tables are joined in their order, and lose their indexes for newer objects") {
    constexpr std::array<Row, 1> first{rate};
    constexpr std::array<Row, 1> second{share};
    constexpr auto both = model::joined(first, second);
    CHECK(both[0].name == u"Rate");
    CHECK(both[1].name == u"% Share");
    CHECK(model::without_indexes(both)[1].title_index == 0);
    CHECK(both[1].title_index == 12);
}

TEST_CASE("ID Process is called Process ID in Process V2") {
    constexpr std::array<Row, 2> rows{
        Row{u"ID Process", 784, CounterType::perf_counter_rawcount, model::Detail::novice, 0, 0, u""}, rate};
    constexpr auto renamed = model::as_process_v2(rows);
    CHECK(renamed[0].name == u"Process ID");
    CHECK(renamed[0].title_index == 0);
    CHECK(renamed[1].name == u"Rate");
}

namespace {

// Twelve objects, which cannot be read.
class Unreadable final : public model::Source {
  public:
    explicit Unreadable(bool is_recorded) : is_recorded_(is_recorded) {
        for (char16_t letter = u'A'; letter <= u'L'; ++letter) {
            catalogue_->objects.emplace_back().name = std::u16string(1, letter);
        }
    }

    std::string name() const override { return "unreadable"; }
    bool is_playback() const noexcept override { return is_recorded_; }
    std::shared_ptr<const model::Catalogue> catalogue() override { return catalogue_; }
    std::unique_ptr<model::Session> open_session() override { return nullptr; }
    Result<void, Failure> enumerate(std::uint32_t /*object*/, model::ObjectSnapshot& /*instances*/) override {
        return Status::cstatus_invalid_data;
    }

  private:
    bool is_recorded_;
    std::shared_ptr<model::Catalogue> catalogue_ = std::make_shared<model::Catalogue>();
};

std::string reported(std::size_t objects, Failure failure) {
    Unreadable source(false);
    FailureLog failures;
    std::vector<model::ObjectRequest> requests(objects);
    for (std::uint32_t i = 0; i < objects; ++i) {
        requests[i].object = i;
    }
    model::report_unread(failures, 0, source, requests, std::move(failure));
    return last_failure().value_or(LastFailure{}).message;
}

} // namespace

TEST_CASE("a failure ends the collect of a recorded source, or of one at its end") {
    const Unreadable live(false);
    const Unreadable recorded(true);
    CHECK(model::ends_collect(recorded, Status::cstatus_invalid_data));
    CHECK_FALSE(model::ends_collect(live, Status::cstatus_invalid_data));
    CHECK(model::ends_collect(live, Status::no_more_data));
    CHECK(model::ends_collect(live, Status::memory_allocation_failure));
}

TEST_CASE("a failure without a reason names the objects, ten at most") {
    CHECK(reported(1, Status::cstatus_invalid_data).find("object A could not be read") != std::string::npos);
    CHECK(reported(2, Status::cstatus_invalid_data).find("objects A, B could not be read") !=
          std::string::npos);
    CHECK(
        reported(12, Status::cstatus_invalid_data).find("I, J and 2 others could not") != std::string::npos);
}

TEST_CASE("a failure with a reason keeps it, and names the source") {
    const std::string message = reported(1, {Status::cstatus_invalid_data, {}, "the disk is gone"});
    CHECK(message.find("the disk is gone") != std::string::npos);
    CHECK(message.find("unreadable") != std::string::npos);
}

TEST_CASE("an object that could not be read has a status and no rows") {
    model::ObjectSnapshot snapshot;
    model::mark_unread({.object = 0, .columns = {true, false}}, snapshot);
    CHECK(snapshot.status() == Status::cstatus_invalid_data);
    CHECK(snapshot.rows() == 0);
}
