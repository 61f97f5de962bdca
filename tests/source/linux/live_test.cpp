// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "base/text.h"
#include "child_process.h"
#include "source/linux/linux_source.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sched.h>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

// The counters of the machine that runs the test, between two readings of the kernel's files by other means:
// what only grows lies between the reading before and the reading after.

namespace {

namespace model = pdh_shim::model;
namespace source = pdh_shim::source;

std::string read_file(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<std::string> words(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> found;
    for (std::string word; stream >> word;) {
        found.push_back(word);
    }
    return found;
}

/// The words of each line of a file, by the first word, or another one.
std::map<std::string, std::vector<std::string>> lines_of(const std::string& path, std::size_t key = 0) {
    std::map<std::string, std::vector<std::string>> lines;
    std::istringstream text(read_file(path));
    for (std::string line; std::getline(text, line);) {
        auto found = words(line);
        if (found.size() > key) {
            std::string name = found[key];
            lines[name] = std::move(found);
        }
    }
    return lines;
}

std::int64_t number(const std::string& text) {
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::int64_t idle_ticks(const std::string& cpu) {
    const auto line = lines_of("/proc/stat").at(cpu);
    return number(line[4]) + number(line[5]);
}

class Live {
  public:
    /// @param counters of the objects; empty = all
    explicit Live(const std::vector<std::u16string_view>& objects,
        const std::vector<std::u16string_view>& counters = {})
        : source_(source::linux::make_linux_source(std::string(), pdh_shim::system_clock()).value()),
          session_(source_->open_session()) {
        for (const std::u16string_view object : objects) {
            const auto& offered = source_->catalogue()->objects;
            const auto found = std::ranges::find(offered, object, &model::ObjectDef::name);
            REQUIRE(found != offered.end());
            model::ObjectRequest request;
            request.object = static_cast<std::uint32_t>(found - offered.begin());
            request.columns.assign(found->columns, counters.empty());
            for (std::size_t i = 0; i < found->counters.size(); ++i) {
                const bool is_wanted = std::ranges::find(counters, found->counters[i].name) != counters.end();
                request.columns[i] = request.columns[i] || is_wanted;
            }
            requests_.push_back(std::move(request));
        }
    }

    [[nodiscard]] bool has(std::u16string_view object) const {
        return std::ranges::find(source_->catalogue()->objects, object, &model::ObjectDef::name) !=
               source_->catalogue()->objects.end();
    }

    model::Snapshot collect() {
        model::Snapshot snapshot;
        snapshot.objects.resize(requests_.size());
        REQUIRE(session_->collect(requests_, snapshot));
        for (auto& object : snapshot.objects) {
            object.publish(nullptr);
        }
        return snapshot;
    }

    /// The number of a counter's column of the only object that is wanted.
    [[nodiscard]] std::uint32_t column(std::u16string_view counter) const {
        const auto& counters = source_->catalogue()->objects[requests_.front().object].counters;
        const auto found = std::ranges::find(counters, counter, &model::CounterDef::name);
        REQUIRE(found != counters.end());
        return static_cast<std::uint32_t>(found - counters.begin());
    }

    /// A cell of the only object that is wanted; none if there is no such instance.
    [[nodiscard]] std::optional<std::int64_t> cell(
        const model::Snapshot& snapshot, std::u16string_view instance, std::u16string_view counter) const {
        const auto& rows = snapshot.objects.front();
        const auto row = rows.instances()->find({}, instance, 0);
        const auto& counters = source_->catalogue()->objects[requests_.front().object].counters;
        const auto column = std::ranges::find(counters, counter, &model::CounterDef::name);
        const auto position = static_cast<std::uint32_t>(column - counters.begin());
        if (!row || column == counters.end() || !rows.is_valid(*row, position)) {
            return std::nullopt;
        }
        return rows.cell(*row, position);
    }

  private:
    std::shared_ptr<model::Source> source_;
    std::unique_ptr<model::Session> session_;
    std::vector<model::ObjectRequest> requests_;
};

void check_between(std::int64_t before, std::optional<std::int64_t> value, std::int64_t after) {
    REQUIRE(value);
    CHECK(before <= *value);
    CHECK(*value <= after);
}

/// Keeps a processor busy for a while, so that there is something to measure.
void work_for(std::int64_t ticks) {
    const std::int64_t end = pdh_shim::system_clock().now().perf_time + ticks;
    while (pdh_shim::system_clock().now().perf_time < end) {
    }
}

std::u16string to_utf16(const std::string& text) {
    return pdh_shim::from_utf8(text).value();
}

/// Children that do the same over and over again.
class Children {
  public:
    ~Children() {
        for (const pid_t id : ids_) {
            kill(id, SIGKILL);
            waitpid(id, nullptr, 0);
        }
    }
    Children() = default;
    Children(const Children&) = delete;
    Children& operator=(const Children&) = delete;

    /// Returns when all have their names.
    template <class Work>
    void start(int count, Work work) {
        for (int i = 0; i < count; ++i) {
            std::array<int, 2> unnamed{}; // the child closes its end when it has its name
            REQUIRE(pipe(unnamed.data()) == 0);
            const pid_t child = fork();
            if (child == 0) {
                prctl(PR_SET_PDEATHSIG, SIGKILL);
                prctl(PR_SET_NAME, "child");
                close(unnamed[0]);
                close(unnamed[1]);
                for (;;) {
                    work();
                }
            }
            ids_.push_back(child);
            close(unnamed[1]);
            char nothing = 0;
            CHECK(read(unnamed[0], &nothing, 1) == 0);
            close(unnamed[0]);
        }
    }
    [[nodiscard]] const std::vector<pid_t>& ids() const { return ids_; }

  private:
    std::vector<pid_t> ids_;
};

void sleep_for(long microseconds) {
    const timespec time{0, microseconds * 1000};
    nanosleep(&time, nullptr);
}

struct Times {
    std::int64_t user = 0;
    std::int64_t privileged = 0;
};

std::vector<Times> times_of(const std::vector<pid_t>& ids) {
    const std::int64_t tick = pdh_shim::ticks_per_second / sysconf(_SC_CLK_TCK);
    std::vector<Times> times;
    for (const pid_t id : ids) {
        const std::string line = read_file("/proc/" + std::to_string(id) + "/stat");
        const auto fields = words(line.substr(line.rfind(')') + 1));
        times.push_back({number(fields.at(11)) * tick, number(fields.at(12)) * tick});
    }
    return times;
}

} // namespace

namespace {

/// The times of all threads of processes, by the numbers of the threads.
std::map<std::int64_t, Times> thread_times_of(const std::vector<pid_t>& ids) {
    const std::int64_t tick = pdh_shim::ticks_per_second / sysconf(_SC_CLK_TCK);
    std::map<std::int64_t, Times> times;
    for (const pid_t id : ids) {
        std::error_code gone;
        for (const auto& entry :
            std::filesystem::directory_iterator("/proc/" + std::to_string(id) + "/task", gone)) {
            const std::string line = read_file(entry.path().string() + "/stat");
            const auto fields = words(line.substr(std::min(line.size(), line.rfind(')') + 1)));
            if (fields.size() > 12) { // else it has ended
                times[number(entry.path().filename().string())] = {
                    number(fields[11]) * tick, number(fields[12]) * tick};
            }
        }
    }
    return times;
}

} // namespace

TEST_CASE("idle time lies between two readings of /proc/stat") {
    const std::int64_t tick = pdh_shim::ticks_per_second / sysconf(_SC_CLK_TCK);
    Live live({u"Processor"});
    for (const auto& line : lines_of("/proc/stat")) {
        const std::string& name = line.first;
        if (!name.starts_with("cpu") || name == "cpu") {
            continue;
        }
        CAPTURE(name);
        const std::int64_t before = idle_ticks(name);
        const auto snapshot = live.collect();
        const std::int64_t after = idle_ticks(name);
        // Two ticks of idle time are what may be held back.
        check_between((before - 2) * tick, live.cell(snapshot, to_utf16(name.substr(3)), u"% Idle Time"),
            (after + 1) * tick);
    }
}

TEST_CASE("the processor time over an interval is what /proc/stat implies") {
    const std::int64_t tick = pdh_shim::ticks_per_second / sysconf(_SC_CLK_TCK);
    Live live({u"Processor"});
    const std::int64_t before = idle_ticks("cpu");
    const auto first = live.collect();
    const std::int64_t begun = idle_ticks("cpu");
    work_for(pdh_shim::ticks_per_second / 4);
    const std::int64_t ending = idle_ticks("cpu");
    const auto second = live.collect();
    const std::int64_t after = idle_ticks("cpu");
    const auto cpus = static_cast<std::int64_t>(first.objects.front().rows()) - 1;
    const std::int64_t idle = (*live.cell(second, u"_Total", u"% Processor Time") -
                                  *live.cell(first, u"_Total", u"% Processor Time")) *
                              cpus;
    // Each CPU's ticks are cut to whole ones at both ends.
    check_between((ending - begun - 2 * cpus) * tick, idle, (after - before + 2 * cpus) * tick);
    CHECK(idle <= (second.time_100ns - first.time_100ns) * cpus);
}

TEST_CASE("the counts of this process lie between two readings of its files") {
    Live live({u"Process V2"});
    const std::int64_t tick = pdh_shim::ticks_per_second / sysconf(_SC_CLK_TCK);
    const std::string id = std::to_string(getpid());
    const auto comm = words(read_file("/proc/self/comm")).front();
    const auto faults_and_time = [] {
        const std::string line = read_file("/proc/self/stat");
        const auto fields = words(line.substr(line.rfind(')') + 1));
        return std::pair(number(fields[7]) + number(fields[9]), number(fields[11]) + number(fields[12]));
    };
    const auto instance_of = [&](const model::Snapshot& snapshot) {
        for (const auto& one : snapshot.objects.front().instances()->instances()) {
            if (one.name.ends_with(u":" + to_utf16(id))) {
                return one.name;
            }
        }
        return std::u16string();
    };
    const auto before = faults_and_time();
    const auto io_before = lines_of("/proc/self/io");
    const auto snapshot = live.collect();
    const auto io_after = lines_of("/proc/self/io");
    const auto after = faults_and_time();
    const std::u16string instance = instance_of(snapshot);
    CHECK(pdh_shim::to_utf8(instance).value().starts_with(comm));
    check_between(before.first, live.cell(snapshot, instance, u"Page Faults/sec"), after.first);
    check_between(
        before.second * tick, live.cell(snapshot, instance, u"% Processor Time"), after.second * tick);
    CHECK(live.cell(snapshot, instance, u"Process ID") == getpid());
    CHECK(live.cell(snapshot, instance, u"Creating Process ID") == getppid());
    if (io_before.contains("syscr:")) {
        check_between(number(io_before.at("syscr:")[1]),
            live.cell(snapshot, instance, u"IO Read Operations/sec"), number(io_after.at("syscr:")[1]));
        check_between(number(io_before.at("rchar:")[1]), live.cell(snapshot, instance, u"IO Read Bytes/sec"),
            number(io_after.at("rchar:")[1]));
    }
}

TEST_CASE("the times of processes lie between two readings, however little they run") {
    Children children;
    children.start(20, [] { pause(); });
    children.start(2, [] {});
    children.start(6, [] { sleep_for(300); });
    children.start(6, [] {
        work_for(20'000); // half a tick of many kernels
        sleep_for(20'000);
    });
    children.start(1, [] {
        if (fork() == 0) {
            _exit(0);
        }
        wait(nullptr);
    });
    Live live({u"Process V2"}, {u"% User Time", u"% Privileged Time", u"% Processor Time"});
    static_cast<void>(live.collect());
    for (int i = 0; i < 100; ++i) {
        const auto before = times_of(children.ids());
        const auto snapshot = live.collect();
        const auto after = times_of(children.ids());
        for (std::size_t child = 0; child < children.ids().size(); ++child) {
            CAPTURE(child);
            const auto name = u"child:" + to_utf16(std::to_string(children.ids()[child]));
            const Times& first = before[child];
            const Times& last = after[child];
            check_between(first.user, live.cell(snapshot, name, u"% User Time"), last.user);
            check_between(first.privileged, live.cell(snapshot, name, u"% Privileged Time"), last.privileged);
            check_between(first.user + first.privileged, live.cell(snapshot, name, u"% Processor Time"),
                last.user + last.privileged);
        }
    }
}

TEST_CASE("the times of threads lie between two readings, however little they run") {
    Children children;
    children.start(20, [] { pause(); });
    children.start(3, [] { sleep_for(300); });
    children.start(3, [] { // threads that come and go
        std::thread other([] { work_for(20'000); });
        sleep_for(20'000);
        other.join();
    });
    Live live({u"Thread"}, {u"% User Time", u"% Privileged Time", u"ID Thread"});
    static_cast<void>(live.collect());
    int compared = 0;
    for (int i = 0; i < 100; ++i) {
        const auto before = thread_times_of(children.ids());
        const auto snapshot = live.collect();
        const auto after = thread_times_of(children.ids());
        const auto& rows = snapshot.objects.front();
        for (std::size_t row = 0; row < rows.rows(); ++row) {
            const std::int64_t thread = rows.cell(row, live.column(u"ID Thread"));
            const auto first = before.find(thread);
            const auto last = after.find(thread);
            if (first == before.end() || last == after.end()) {
                continue;
            }
            ++compared;
            check_between(first->second.user, rows.cell(row, live.column(u"% User Time")), last->second.user);
            check_between(first->second.privileged, rows.cell(row, live.column(u"% Privileged Time")),
                last->second.privileged);
        }
    }
    CHECK(compared >= 100 * 26); // the first thread of each child
}

TEST_CASE("the totals of processes are the sums of what this process and all others have") {
    const std::vector<std::u16string_view> counters{u"% Processor Time", u"% User Time", u"% Privileged Time",
        u"Virtual Bytes Peak", u"Virtual Bytes", u"Page Faults/sec", u"Working Set Peak", u"Working Set",
        u"Working Set - Private", u"Private Bytes", u"Thread Count", u"Handle Count",
        u"IO Read Operations/sec", u"IO Data Bytes/sec"};
    Live live({u"Process V2"}, counters);
    const auto snapshot = live.collect();
    int totals = 0;
    for (const std::u16string_view counter : counters) {
        CAPTURE(pdh_shim::to_utf8(counter).value());
        std::optional<std::int64_t> sum = 0;
        for (const auto& one : snapshot.objects.front().instances()->instances()) {
            if (one.name != u"_Total") {
                const auto part = live.cell(snapshot, one.name, counter);
                sum = sum && part ? std::optional(*sum + *part) : std::nullopt;
            }
        }
        CHECK(live.cell(snapshot, u"_Total", counter) == sum); // both are invalid if one may not be read
        totals += sum ? 1 : 0;
    }
    CHECK(totals > 3);
}

TEST_CASE("the counts of disks lie between two readings of /proc/diskstats") {
    if (read_file("/proc/diskstats").empty() || !Live({}).has(u"PhysicalDisk")) {
        return;
    }
    Live live({u"PhysicalDisk"});
    const auto before = lines_of("/proc/diskstats", 2);
    const auto snapshot = live.collect();
    const auto after = lines_of("/proc/diskstats", 2);
    for (const auto& instance : snapshot.objects.front().instances()->instances()) {
        const std::string name = pdh_shim::to_utf8(instance.name).value();
        const std::string device = name.substr(std::min(name.find(' '), name.size() - 1) + 1);
        if (!before.contains(device) || !after.contains(device)) {
            continue;
        }
        CAPTURE(device);
        const auto check = [&](std::u16string_view counter, std::size_t field, std::int64_t factor) {
            check_between(number(before.at(device)[field]) * factor,
                live.cell(snapshot, instance.name, counter), number(after.at(device)[field]) * factor);
        };
        check(u"Disk Reads/sec", 3, 1);
        check(u"Disk Writes/sec", 7, 1);
        check(u"Disk Read Bytes/sec", 5, 512);
        check(u"Disk Write Bytes/sec", 9, 512);
        check(u"Avg. Disk sec/Read", 6, 10'000);
    }
}

TEST_CASE("the counts of interfaces lie between two readings of /proc/net/dev") {
    if (!Live({}).has(u"Network Interface")) {
        return;
    }
    Live live({u"Network Interface"});
    const auto before = lines_of("/proc/net/dev");
    const auto snapshot = live.collect();
    const auto after = lines_of("/proc/net/dev");
    for (const auto& instance : snapshot.objects.front().instances()->instances()) {
        const std::string name = pdh_shim::to_utf8(instance.name).value() + ":";
        if (!before.contains(name) || !after.contains(name)) {
            continue;
        }
        CAPTURE(name);
        const auto check = [&](std::u16string_view counter, std::size_t field) {
            check_between(number(before.at(name)[field]), live.cell(snapshot, instance.name, counter),
                number(after.at(name)[field]));
        };
        check(u"Bytes Received/sec", 1);
        check(u"Packets Received/sec", 2);
        check(u"Bytes Sent/sec", 9);
        check(u"Packets Sent/sec", 10);
    }
}

TEST_CASE("the counts of protocols lie between two readings of /proc/net/snmp") {
    if (!Live({}).has(u"TCPv4")) {
        return;
    }
    // Of each protocol the second line, in which the names of the first are followed by their counts.
    const auto counts_of = [] {
        std::map<std::string, std::int64_t> counts;
        std::istringstream text(read_file("/proc/net/snmp"));
        for (std::string names, values; std::getline(text, names) && std::getline(text, values);) {
            const auto name = words(names);
            const auto value = words(values);
            for (std::size_t i = 1; i < std::min(name.size(), value.size()); ++i) {
                counts[name[0] + name[i]] = number(value[i]);
            }
        }
        return counts;
    };
    struct Count {
        std::u16string_view object;
        std::u16string_view counter;
        std::string name;
    };
    for (const Count& count : {Count{u"TCPv4", u"Segments Received/sec", "Tcp:InSegs"},
             Count{u"TCPv4", u"Connections Active", "Tcp:ActiveOpens"},
             Count{u"UDPv4", u"Datagrams Received/sec", "Udp:InDatagrams"},
             Count{u"IPv4", u"Datagrams Sent/sec", "Ip:OutRequests"},
             Count{u"ICMP", u"Messages Received/sec", "Icmp:InMsgs"}}) {
        CAPTURE(count.name);
        Live live({count.object});
        const auto before = counts_of();
        const auto snapshot = live.collect();
        const auto after = counts_of();
        check_between(before.at(count.name), live.cell(snapshot, u"", count.counter), after.at(count.name));
    }
}

TEST_CASE("what the whole machine counts lies between two readings") {
    Live system({u"System"});
    Live memory({u"Memory"});
    const auto stat_before = lines_of("/proc/stat");
    const auto vmstat_before = lines_of("/proc/vmstat");
    const auto system_snapshot = system.collect();
    const auto memory_snapshot = memory.collect();
    const auto stat_after = lines_of("/proc/stat");
    const auto vmstat_after = lines_of("/proc/vmstat");
    check_between(number(stat_before.at("ctxt")[1]),
        system.cell(system_snapshot, u"", u"Context Switches/sec"), number(stat_after.at("ctxt")[1]));
    if (vmstat_before.contains("pgfault")) {
        check_between(number(vmstat_before.at("pgfault")[1]),
            memory.cell(memory_snapshot, u"", u"Page Faults/sec"), number(vmstat_after.at("pgfault")[1]));
    }
    const auto up = number(words(read_file("/proc/uptime")).front());
    const std::int64_t told = (system_snapshot.objects.front().object_time() -
                                  *system.cell(system_snapshot, u"", u"System Up Time")) /
                              pdh_shim::ticks_per_second;
    check_between(up - 2, told, up + 1);
}

TEST_CASE("the number of processes is that of /proc, but for those that came and went meanwhile") {
    Live live({u"System"});
    const auto listed = [] {
        std::set<std::string> ids;
        for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
            const std::string name = entry.path().filename();
            if (name.find_first_not_of("0123456789") == std::string::npos) {
                ids.insert(name);
            }
        }
        return ids;
    };
    const auto started = [] { return number(lines_of("/proc/stat").at("processes")[1]); };
    const std::int64_t started_before = started();
    const auto before = listed();
    const auto snapshot = live.collect();
    const auto after = listed();
    const std::int64_t started_after = started();
    const auto stayed =
        std::ranges::count_if(before, [&](const std::string& id) { return after.contains(id); });
    check_between(
        stayed, live.cell(snapshot, u"", u"Processes"), std::ssize(before) + started_after - started_before);
}

namespace {

/// A shell that executes scripts one after the other, each of which says so and waits for a line.
class ScriptRunner {
  public:
    explicit ScriptRunner(const std::string& script) {
        std::array<int, 2> to{};
        std::array<int, 2> from{};
        REQUIRE(pipe2(to.data(), O_CLOEXEC) == 0);
        REQUIRE(pipe2(from.data(), O_CLOEXEC) == 0);
        child_ = fork();
        if (child_ == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            dup2(to[0], STDIN_FILENO);
            dup2(from[1], STDOUT_FILENO);
            execl(script.c_str(), script.c_str(), nullptr);
            _exit(1);
        }
        close(to[0]);
        close(from[1]);
        to_ = to[1];
        from_ = from[0];
    }
    ScriptRunner(const ScriptRunner&) = delete;
    ScriptRunner& operator=(const ScriptRunner&) = delete;
    ~ScriptRunner() {
        kill(child_, SIGKILL);
        waitpid(child_, nullptr, 0);
        close(to_);
        close(from_);
    }

    [[nodiscard]] std::int64_t id() const { return child_; }
    [[nodiscard]] bool has_begun() const {
        char said = 0;
        return read(from_, &said, 1) == 1;
    }
    void execute_next() const { REQUIRE(write(to_, "\n", 1) == 1); }

  private:
    pid_t child_ = -1;
    int to_ = -1;
    int from_ = -1;
};

} // namespace

TEST_CASE("a script has its whole name, also after another one with the same first 15 characters") {
    const pdh_shim::test::TemporaryFolder folder;
    const std::string second = folder.write("a-script-with-a-long-name-2", "#!/bin/sh\nprintf 2\nread x\n");
    const std::string first =
        folder.write("a-script-with-a-long-name-1", "#!/bin/sh -e\nprintf 1\nread x\nexec " + second + "\n");
    for (const std::string& script : {first, second}) {
        std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    }
    const ScriptRunner runner(first);
    Live live({u"Process V2"}, {u"% Processor Time"});
    const auto name = [&](const std::string& script) {
        return to_utf16(script + ":" + std::to_string(runner.id()));
    };
    REQUIRE(runner.has_begun());
    CHECK(live.cell(live.collect(), name("a-script-with-a-long-name-1"), u"% Processor Time"));
    runner.execute_next();
    REQUIRE(runner.has_begun());
    CHECK(live.cell(live.collect(), name("a-script-with-a-long-name-2"), u"% Processor Time"));
}

// It goes up and down, and so may be outside of two readings, but not each time.
TEST_CASE("the available memory lies between two readings of /proc/meminfo at one of many tries") {
    Live live({u"Memory"}, {u"Available Bytes"});
    const auto available = [] { return number(lines_of("/proc/meminfo").at("MemAvailable:")[1]) * 1024; };
    bool lay_between = false;
    for (int tries = 0; tries < 1000 && !lay_between; ++tries) {
        const std::int64_t before = available();
        const auto value = live.cell(live.collect(), u"", u"Available Bytes");
        const std::int64_t after = available();
        lay_between = std::min(before, after) <= value && value <= std::max(before, after);
    }
    CHECK(lay_between);
}

namespace {

/// Status of a function that the first process of a PID namespace runs; none if this program may not make
/// such a namespace.
template <class Function>
std::optional<int> status_in_namespace(const Function& function) {
    constexpr int refused = 77;
    const int user = geteuid() == 0 ? 0 : CLONE_NEWUSER;
    const int status = pdh_shim::test::wait_status_of_child([&] {
        if (unshare(user | CLONE_NEWPID | CLONE_NEWNS) != 0) {
            return refused;
        }
        const int first = pdh_shim::test::wait_status_of_child([&] {
            const bool is_mounted = mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                                    mount("proc", "/proc", "proc", 0, nullptr) == 0;
            return is_mounted ? function() : refused;
        });
        return WIFEXITED(first) ? WEXITSTATUS(first) : 1;
    });
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    return code == refused ? std::nullopt : std::optional(code);
}

} // namespace

TEST_CASE("in a PID namespace of its own a program sees its threads, and not the machine's") {
    const auto status = status_in_namespace([] {
        std::mutex busy;
        std::unique_lock lock(busy);
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i) {
            threads.emplace_back([&busy] { const std::scoped_lock waits(busy); });
        }
        Live live({u"System"}, {u"Processes", u"Threads"});
        const auto snapshot = live.collect();
        const bool is_right = live.cell(snapshot, u"", u"Processes") == 1 &&
                              live.cell(snapshot, u"", u"Threads") == 1 + std::ssize(threads);
        lock.unlock();
        for (std::thread& thread : threads) {
            thread.join();
        }
        return is_right ? 0 : 1;
    });
    if (!status) {
        MESSAGE("not tested: this user may not make namespaces");
        return;
    }
    CHECK(*status == 0);
}

TEST_CASE("a forked child collects with the session of its parent") {
    Live live({u"Processor", u"Process"});
    static_cast<void>(live.collect());
    static_cast<void>(live.collect());
    const pid_t child = fork();
    if (child == 0) {
        const auto snapshot = live.collect();
        _exit(snapshot.objects.front().rows() > 1 && snapshot.objects.back().rows() > 2 ? 0 : 1);
    }
    REQUIRE(child > 0);
    for (int i = 0; i < 10; ++i) {
        static_cast<void>(live.collect());
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("sessions of one source collect in many threads at once") {
    const auto shared = source::linux::make_linux_source(std::string(), pdh_shim::system_clock()).value();
    const auto objects = shared->catalogue()->objects.size();
    std::array<bool, 4> right{};
    std::vector<std::thread> threads;
    threads.reserve(right.size());
    for (bool& good : right) {
        threads.emplace_back([&good, &shared, objects] {
            const auto session = shared->open_session();
            std::vector<model::ObjectRequest> requests(objects);
            for (std::uint32_t i = 0; i < objects; ++i) {
                requests[i].object = i;
                requests[i].columns.assign(shared->catalogue()->objects[i].columns, true);
            }
            model::Snapshot snapshot;
            snapshot.objects.resize(objects);
            good = true;
            for (int i = 0; i < 20; ++i) {
                good = session->collect(requests, snapshot).has_value() &&
                       snapshot.objects.front().rows() == 1 && good;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(std::ranges::all_of(right, [](bool good) { return good; }));
}
