// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/input_limits.h"
#include "base/manual_clock.h"
#include "base/scope_guard.h"
#include "fake_libpcp.h"
#include "source/linux/linux_source.h"
#include "source/pcp/pcp_machines.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using pdh_shim::ManualClock;
using pdh_shim::Status;
using pdh_shim::ticks_per_second;
using pdh_shim::source::pcp::make_pcp_machines;
using pdh_shim::source::pcp::PcpOptions;
namespace model = pdh_shim::model;

namespace {

template <class Function>
Function* fake_function(const char* name) {
    void* const library = dlopen(FAKE_LIBPCP, RTLD_NOW);
    REQUIRE(library != nullptr);
    return reinterpret_cast<Function*>(dlsym(library, name));
}

void set_state(const char* host, fake_state state) {
    fake_function<fake_set_state>("fake_set")(host, state);
}

int tries(const char* host) {
    return fake_function<fake_get_tries>("fake_tries")(host);
}

std::shared_ptr<model::RemoteMachines> make_machines(
    const std::vector<std::string>& hosts, PcpOptions options) {
    options.library = FAKE_LIBPCP;
    static_cast<void>(tries("")); // this process has the hosts, and others find them here
    auto made = make_pcp_machines(
        hosts, pdh_shim::source::linux::described_objects(), pdh_shim::system_clock(), options);
    REQUIRE(made.has_value());
    return std::move(made).value();
}

// One counter of one host.
class Counter {
  public:
    Counter(std::shared_ptr<model::Source> source, std::u16string_view object, std::u16string_view counter)
        : source_(std::move(source)), catalogue_(source_->catalogue_for(object, counter)) {
        for (const model::ObjectDef& definition : catalogue_->objects) {
            if (definition.name == object) {
                object_ = &definition;
            }
        }
        REQUIRE(object_ != nullptr);
        request_.object = static_cast<std::uint32_t>(object_ - catalogue_->objects.data());
        request_.columns.resize(object_->columns);
        while (object_->counters.at(column_).name != counter) {
            ++column_;
        }
        request_.columns[column_] = true;
        if (definition().base != model::no_column) {
            request_.columns[definition().base] = true;
        }
        session_ = source_->open_session();
        snapshot_.objects.resize(1);
    }

    void start() { session_->start({&request_, 1}); }
    Status collect() {
        REQUIRE(session_->collect({&request_, 1}, snapshot_).has_value());
        snapshot_.objects.front().publish(nullptr);
        return snapshot_.objects.front().status();
    }
    [[nodiscard]] const model::CounterDef& definition() const { return object_->counters[column_]; }
    [[nodiscard]] std::int64_t value(std::size_t row = 0) const {
        return snapshot_.objects.front().cell(row, column_);
    }
    [[nodiscard]] Status cell_status() const { return snapshot_.objects.front().status(0, column_); }
    [[nodiscard]] std::u16string instance(std::size_t row) const {
        return snapshot_.objects.front().instances()->instances().at(row).name;
    }
    /// Of the object, sorted by name.
    [[nodiscard]] std::vector<std::u16string> instances() const {
        model::ObjectSnapshot listed;
        REQUIRE(source_->enumerate(request_.object, listed).has_value());
        listed.publish(nullptr);
        std::vector<std::u16string> names;
        for (const model::Instance& instance : listed.instances()->instances()) {
            names.push_back(instance.name);
        }
        std::ranges::sort(names);
        return names;
    }
    [[nodiscard]] const model::Snapshot& snapshot() const { return snapshot_; }

  private:
    std::shared_ptr<model::Source> source_;
    std::shared_ptr<const model::Catalogue> catalogue_;
    const model::ObjectDef* object_ = nullptr;
    std::uint32_t column_ = 0;
    model::ObjectRequest request_;
    std::unique_ptr<model::Session> session_;
    model::Snapshot snapshot_;
};

Counter switches_of(model::RemoteMachines& machines, std::u16string_view host) {
    return Counter(machines.connect(host).value(), u"System", u"Context Switches/sec");
}

// The processes of pdh-pcp-host that this one has started, or its tests before.
std::set<int> helpers() {
    std::set<int> numbers;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        std::ifstream file(entry.path() / "cmdline", std::ios::binary);
        const std::string line{std::istreambuf_iterator<char>(file), {}};
        if (line.find("/pdh-pcp-host") != std::string::npos && line.find(FAKE_LIBPCP) != std::string::npos) {
            numbers.insert(std::stoi(entry.path().filename()));
        }
    }
    return numbers;
}

// Lets the time of the first wait be over.
void pass_time(ManualClock& clock, std::int64_t ticks) {
    while (clock.waiting() == 0) {
        std::this_thread::yield();
    }
    clock.advance(ticks);
}

} // namespace

TEST_CASE("a Linux counter has its name, type and title, and the host's scaled value") {
    const auto machines = make_machines({"values"}, {});
    Counter memory(machines->connect(u"values").value(), u"Memory", u"Available Bytes");
    REQUIRE(memory.collect() == Status::success);
    CHECK(memory.definition().title_index == 24);
    CHECK(memory.value() == 2048 * 1024);
    Counter megabytes(machines->connect(u"values").value(), u"Memory", u"Available MBytes");
    REQUIRE(megabytes.collect() == Status::success);
    CHECK(megabytes.value() == 4); // the second fetch of the host gives twice the value
}

TEST_CASE("the times of processors are in 100 ns, and the total is the mean of their growth") {
    const auto machines = make_machines({"processors"}, {});
    Counter user(machines->connect(u"processors").value(), u"Processor", u"% User Time");
    REQUIRE(user.collect() == Status::success);
    CHECK(user.instance(0) == u"0");
    CHECK(user.instance(1) == u"1");
    CHECK(user.instance(2) == u"_Total");
    CHECK(user.value(0) == 250 * 10'000);
    const std::int64_t before = user.value(2);
    REQUIRE(user.collect() == Status::success);
    CHECK(user.value(0) == 500 * 10'000);
    CHECK(user.value(2) - before == (250 + 500) * 10'000 / 2);
}

TEST_CASE("a sample has the time of the host's own clock") {
    const auto machines = make_machines({"clocks"}, {});
    Counter counter = switches_of(*machines, u"clocks");
    REQUIRE(counter.collect() == Status::success);
    const std::int64_t first = counter.snapshot().perf_time;
    CHECK(counter.snapshot().system_time == (1'000'000'000 + 11'644'473'600) * ticks_per_second);
    REQUIRE(counter.collect() == Status::success);
    CHECK(counter.snapshot().perf_time - first == ticks_per_second);
}

TEST_CASE("a metric that Windows does not know is a counter of an object with its prefix") {
    const auto machines = make_machines({"metrics"}, {});
    const auto source = machines->connect(u"metrics").value();
    Counter requests(source, u"PCP web", u"requests");
    REQUIRE(requests.collect() == Status::success);
    CHECK(requests.value() == 25);
    CHECK(requests.definition().type == 0x10410500); // PERF_COUNTER_BULK_COUNT
    Counter busy(source, u"PCP web", u"busy");
    REQUIRE(busy.collect() == Status::success);
    CHECK(busy.definition().type == 0x20510500); // PERF_100NSEC_TIMER
}

TEST_CASE("a metric with a fraction and a domain of its own is an object with a fraction") {
    const auto machines = make_machines({"fractions"}, {});
    Counter load(machines->connect(u"fractions").value(), u"PCP web.load", u"load");
    REQUIRE(load.collect() == Status::success);
    CHECK(load.definition().type == 0x20020500); // PERF_LARGE_RAW_FRACTION
    CHECK(load.value(1) == 2'500'000);
    CHECK(load.instance(1) == u"cpu1");
}

TEST_CASE("an object of metrics has the instances of all of them, each with what it has") {
    const auto machines = make_machines({"union"}, {});
    const auto source = machines->connect(u"union").value();
    Counter baudrate(source, u"PCP net", u"baudrate"); // the first metric lacks one of two instances
    CHECK(baudrate.instances() == std::vector<std::u16string>{u"cpu0", u"cpu1"});
    REQUIRE(baudrate.collect() == Status::success);
    CHECK(baudrate.instance(0) == u"cpu1");
    CHECK(baudrate.value(0) > 0);
    Counter mtu(source, u"PCP net", u"mtu");
    REQUIRE(mtu.collect() == Status::success);
    CHECK(mtu.instance(0) == u"cpu1");
    CHECK(mtu.instance(1) == u"cpu0");
    CHECK(mtu.value(1) > 0);
    CHECK(mtu.value(0) == 2 * mtu.value(1));
}

TEST_CASE("all metrics that are numbers are in the whole catalogue, once") {
    const auto machines = make_machines({"all"}, {});
    const auto catalogue = machines->connect(u"all").value()->catalogue();
    std::vector<std::u16string> names;
    for (const auto& object : catalogue->objects) {
        names.push_back(object.name);
    }
    CHECK(names == std::vector<std::u16string>{u"System", u"Memory", u"Processor", u"PCP kernel.all",
                       u"PCP kernel.percpu.cpu", u"PCP kernel.percpu.cpu.wait", u"PCP mem.util", u"PCP net",
                       u"PCP web", u"PCP web.load"});
}

TEST_CASE("what is found of a prefix is kept where the prefix before it cannot be listed") {
    const pdh_shim::ScopeGuard restore(
        [before = pdh_shim::memory_limit()]() noexcept { pdh_shim::set_memory_limit(before); });
    const auto machines = make_machines({"many"}, {});
    const auto source = machines->connect(u"many").value();
    set_state("many", fake_many);
    pdh_shim::set_memory_limit(200 * 1024); // the first has 100 metrics, the second 400, at 1 KiB each
    const auto catalogue = source->catalogue_for(u"PCP kernel.percpu.cpu.wait", u"total");
    REQUIRE(catalogue->objects.size() == 1);
    CHECK(catalogue->objects[0].name == u"PCP kernel.percpu.cpu.wait");
}

TEST_CASE("a host with more metrics than the limit of memory allows lists no metric") {
    const pdh_shim::ScopeGuard restore(
        [before = pdh_shim::memory_limit()]() noexcept { pdh_shim::set_memory_limit(before); });
    const auto machines = make_machines({"many"}, {});
    const auto source = machines->connect(u"many").value();
    set_state("many", fake_many);
    pdh_shim::set_memory_limit(pdh_shim::mebibyte); // at 1 KiB for each of them
    CHECK(source->catalogue()->objects.empty());
    CHECK(switches_of(*machines, u"many").collect() == Status::success); // nothing else is lost
    CHECK(source->catalogue()->objects.size() == 1);
    pdh_shim::set_memory_limit(4 * pdh_shim::mebibyte);
    CHECK(source->catalogue()->objects.size() > 1);
}

TEST_CASE("only the hosts that were chosen are asked") {
    const auto machines = make_machines({"chosen"}, {});
    CHECK(machines->names() == std::vector<std::u16string>{u"chosen"});
    CHECK(machines->connect(u"CHOSEN").has_value());
    CHECK(machines->connect(u"another").error().status() == Status::cstatus_no_machine);
    CHECK(tries("another") == 0);
    CHECK(machines->is_chosen(u"Chosen"));
    CHECK_FALSE(machines->is_chosen(u"another"));
}

TEST_CASE("without a choice every host is asked, and named when it has answered") {
    set_state("absent", fake_down);
    const auto machines = make_machines({}, {});
    CHECK(machines->names().empty());
    CHECK(machines->connect(u"any").has_value());
    CHECK(machines->connect(u"absent").error().status() == Status::cstatus_no_machine);
    CHECK(machines->connect(u"unix:/run/pcp/pmcd.socket").error().status() == Status::cstatus_no_machine);
    CHECK(machines->names() == std::vector<std::u16string>{u"any"});
    CHECK_FALSE(machines->is_chosen(u"any"));
}

TEST_CASE("a text that cannot be a host's name never reaches libpcp, which would print it") {
    const auto machines = make_machines({}, {});
    for (const std::string name :
        {":", ":1", "a:", "a:1x", "a:0", "a:65536", "a:1:2", "a:99999999999", "[", "[]", "[::1", "[::1]x",
            "[::1]:", "[::1]:a", "[name]", "::1", "a]", "a[b]", "a b", "a/b", "a@b", "a?b"}) {
        CAPTURE(name);
        CHECK(machines->connect(std::u16string(name.begin(), name.end())).error().status() ==
              Status::cstatus_no_machine);
        CHECK(tries(name.c_str()) == 0);
    }
    CHECK(machines->connect(std::u16string(256, u'a')).error().status() == Status::cstatus_no_machine);
    for (const std::string name :
        {"a", "a.b", "a_b-c", "a:1", "127.0.0.1:65535", "[::1]", "[fe80::1.2.3.4]:44321"}) {
        CAPTURE(name);
        CHECK(machines->connect(std::u16string(name.begin(), name.end())).has_value());
        CHECK(tries(name.c_str()) == 1);
    }
}

TEST_CASE("hosts are read from a file with one in each line") {
    const pdh_shim::test::TemporaryFolder folder;
    std::ofstream(folder.path("hosts")) << "# the fleet\n  one:44321 # first\n\ntwo\n";
    const auto machines = make_machines({"zero", folder.path("hosts")}, {});
    CHECK(machines->names() == std::vector<std::u16string>{u"zero", u"one:44321", u"two"});
    const auto none = make_pcp_machines({folder.path("none")}, nullptr, pdh_shim::system_clock());
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().message() == folder.path("none: cannot be read: No such file or directory"));
}

TEST_CASE("the log says why libpcp cannot be loaded") {
    PcpOptions options;
    options.library = "libpcp-that-is-not-there.so";
    const auto made = make_pcp_machines({"a"}, nullptr, pdh_shim::system_clock(), options);
    REQUIRE_FALSE(made.has_value());
    CHECK(made.error().status() == Status::invalid_datasource);
    CHECK(made.error().message().find(options.library) != std::string::npos);
}

TEST_CASE("the log says why the process cannot be started") {
    const std::string folder = std::getenv("PDH_SHIM_LIBEXEC");
    const pdh_shim::ScopeGuard restore(
        [&folder]() noexcept { setenv("PDH_SHIM_LIBEXEC", folder.c_str(), 1); });
    setenv("PDH_SHIM_LIBEXEC", "/nowhere", 1);
    const auto made = make_pcp_machines({"a"}, nullptr, pdh_shim::system_clock());
    REQUIRE_FALSE(made.has_value());
    CHECK(made.error().status() == Status::invalid_datasource);
    CHECK(made.error().message().starts_with("pdh-pcp-host: /nowhere/pdh-pcp-host "));
}

TEST_CASE("when the process is killed in a query, hosts say so, and get values again") {
    ManualClock clock({.perf_time = 0, .time_100ns = 0, .system_time = 0});
    PcpOptions options;
    options.clock = &clock;
    const std::set<int> others = helpers();
    const auto machines = make_machines({"one", "other"}, options);
    Counter one = switches_of(*machines, u"one");
    Counter other = switches_of(*machines, u"other");
    REQUIRE(one.collect() == Status::success);
    REQUIRE(other.collect() == Status::success);
    set_state("one", fake_hangs);
    one.start();
    for (const int process : helpers()) {
        if (!others.contains(process)) {
            kill(process, SIGKILL);
        }
    }
    CHECK(one.collect() == Status::cstatus_no_machine);
    CHECK(other.collect() == Status::cstatus_no_machine); // not before a while has passed
    set_state("one", fake_up);
    clock.advance(2 * ticks_per_second);
    CHECK(one.collect() == Status::success);
    CHECK(other.collect() == Status::success);
}

TEST_CASE("a host that refuses is PDH_CSTATUS_NO_MACHINE until it answers a later try") {
    ManualClock clock({.perf_time = 0, .time_100ns = 0, .system_time = 0});
    PcpOptions options;
    options.clock = &clock;
    const auto machines = make_machines({"refuses"}, options);
    Counter counter = switches_of(*machines, u"refuses");
    REQUIRE(counter.collect() == Status::success);
    set_state("refuses", fake_down);
    CHECK(counter.collect() == Status::cstatus_no_machine); // the connection is lost
    CHECK(counter.collect() == Status::cstatus_no_machine); // refused
    CHECK(tries("refuses") == 2);
    set_state("refuses", fake_up);
    CHECK(counter.collect() == Status::cstatus_no_machine); // too early
    CHECK(tries("refuses") == 2);
    clock.advance(ticks_per_second);
    CHECK(counter.collect() == Status::success);
    CHECK(tries("refuses") == 3);
}

TEST_CASE("a counter of a host that is down exists, and has values once the host answers") {
    ManualClock clock({.perf_time = 0, .time_100ns = 0, .system_time = 0});
    PcpOptions options;
    options.clock = &clock;
    set_state("later", fake_down);
    const auto machines = make_machines({"later"}, options);
    CHECK(machines->find(u"another") == nullptr);
    CHECK(machines->connect(u"later").error().status() == Status::cstatus_no_machine);
    const auto source = machines->find(u"later");
    REQUIRE(source != nullptr);
    Counter user(source, u"Processor", u"% User Time");
    Counter uptime(source, u"System", u"System Up Time"); // the host turns out to lack its metric
    CHECK(user.collect() == Status::cstatus_no_machine);
    CHECK(uptime.collect() == Status::cstatus_no_machine);
    set_state("later", fake_up);
    clock.advance(60 * ticks_per_second);
    REQUIRE(user.collect() == Status::success);
    CHECK(user.instance(1) == u"1");
    CHECK(user.value(0) == 250 * 10'000);
    CHECK(uptime.collect() == Status::cstatus_invalid_data);
}

TEST_CASE("a host that hangs costs the time-out once, and has values when it answers again") {
    ManualClock clock({.perf_time = 0, .time_100ns = 0, .system_time = 0});
    PcpOptions options;
    options.clock = &clock;
    const auto machines = make_machines({"hangs", "answers"}, options);
    Counter hanging = switches_of(*machines, u"hangs");
    Counter answering = switches_of(*machines, u"answers");
    REQUIRE(hanging.collect() == Status::success);
    set_state("hangs", fake_hangs);
    hanging.start();
    answering.start();
    CHECK(answering.collect() == Status::success);
    std::thread time([&clock] { pass_time(clock, 2 * ticks_per_second); });
    CHECK(hanging.collect() == Status::cstatus_no_machine);
    time.join();
    CHECK(hanging.collect() == Status::cstatus_no_machine); // at once: the clock stands still
    CHECK(answering.collect() == Status::success);
    set_state("hangs", fake_up);
    while (hanging.collect() != Status::success) {
        std::this_thread::yield();
    }
    CHECK(hanging.value() > 0);
}

TEST_CASE("a collect that is started and not fetched does not disturb the next one") {
    const auto machines = make_machines({"unfetched"}, {});
    Counter user(machines->connect(u"unfetched").value(), u"Processor", u"% User Time");
    set_state("unfetched", fake_hangs);
    user.start();
    user.start();
    set_state("unfetched", fake_up);
    user.start();
    CHECK(user.collect() == Status::success);
    CHECK(user.instance(0) == u"0");
    CHECK(user.collect() == Status::success);
}

TEST_CASE("a pmcd that restarts with other metrics gives no value of a metric that is gone") {
    ManualClock clock({.perf_time = 0, .time_100ns = 0, .system_time = 0});
    PcpOptions options;
    options.clock = &clock;
    const auto machines = make_machines({"restarts"}, options);
    Counter idle(machines->connect(u"restarts").value(), u"Processor", u"% Idle Time");
    Counter switches = switches_of(*machines, u"restarts");
    REQUIRE(idle.collect() == Status::success);
    REQUIRE(switches.collect() == Status::success);
    set_state("restarts", fake_other);
    CHECK(switches.collect() == Status::cstatus_no_machine);
    CHECK(switches.collect() == Status::success); // by its new number
    CHECK(switches.value() > 0);
    CHECK(switches.value() % 500 == 0);
    CHECK(idle.collect() == Status::success);
    CHECK(idle.cell_status() == Status::cstatus_invalid_data);
}

TEST_CASE("a child of fork() connects by itself") {
    const auto machines = make_machines({"forks"}, {});
    Counter counter = switches_of(*machines, u"forks");
    REQUIRE(counter.collect() == Status::success);
    const int before = tries("forks");
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const bool is_right = counter.collect() == Status::success && tries("forks") == before + 1;
        _exit(is_right ? 0 : 1);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK(counter.collect() == Status::success);
    CHECK(tries("forks") == before + 1); // that of the child
}

TEST_CASE("1,000 hosts take no thread of the program, and one that hangs delays no other") {
    constexpr std::size_t count = 1000;
    const auto threads = [] {
        const std::filesystem::directory_iterator tasks("/proc/self/task");
        return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
    };
    ManualClock clock({.perf_time = 0, .time_100ns = 0, .system_time = 0});
    PcpOptions options;
    options.clock = &clock;
    const auto machines = make_machines({}, options);
    const std::size_t threads_before = threads();
    std::vector<Counter> counters;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name = "fleet" + std::to_string(i);
        counters.push_back(switches_of(*machines, std::u16string(name.begin(), name.end())));
    }
    for (Counter& counter : counters) {
        REQUIRE(counter.collect() == Status::success);
    }
    set_state("fleet0", fake_hangs);
    for (Counter& counter : counters) {
        counter.start();
    }
    const auto answered = std::count_if(counters.begin() + 1, counters.end(),
        [](Counter& counter) { return counter.collect() == Status::success; });
    CHECK(answered == count - 1); // no time has passed
    CHECK(threads() <= threads_before);
    std::thread time([&clock] { pass_time(clock, 2 * ticks_per_second); });
    CHECK(counters.front().collect() == Status::cstatus_no_machine);
    time.join();
    set_state("fleet0", fake_up);
}
