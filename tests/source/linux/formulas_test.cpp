// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The formulas of COUNTERS.md, evaluated by this test with two readings of the kernel's files, one before and
// one after a collect, while the machine is busy: each counter's value lies between the two results.
// Left out: what is a difference to the time of the collect (Elapsed Time, System Up Time, % Idle Time of
// disks), which no file tells; totals of processes, many of which begin and end between the readings
// (live_test.cpp compares them with the instances); the space of volumes, which is asked for aside of
// collects; and frequencies, which are weighted with time. Swap files and power states are compared where the
// machine has some, and veth_test.py adds a network.
#include "base/clock.h"
#include "base/text.h"
#include "calc/counter_type.h"
#include "source/linux/linux_source.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <netinet/in.h>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

namespace model = pdh_shim::model;
namespace fs = std::filesystem;

/// What the formulas call the kernel's numbers.
using Names = std::map<std::string, std::int64_t, std::less<>>;

constexpr std::int64_t per_millisecond = pdh_shim::ticks_per_second / 1000;

std::int64_t per_tick() {
    return pdh_shim::ticks_per_second / sysconf(_SC_CLK_TCK);
}

/// A sum of products of numbers, names and sums in brackets; a product may be divided by a number.
class Formula {
  public:
    Formula(std::string_view text, const Names& names) : rest_(text), names_(names) {}

    /// None if it is not of that kind, or if this machine lacks a name.
    [[nodiscard]] std::optional<std::int64_t> evaluate() {
        const auto value = sum();
        return rest_.empty() ? value : std::nullopt;
    }

  private:
    bool skip(std::string_view text) {
        const bool found = rest_.starts_with(text);
        rest_.remove_prefix(found ? text.size() : 0);
        return found;
    }

    std::optional<std::int64_t> sum() {
        auto value = product();
        while (value) {
            const bool adds = skip(" + ");
            if (!adds && !skip(" - ")) {
                break;
            }
            const auto term = product();
            value = term ? std::optional(*value + (adds ? *term : -*term)) : std::nullopt;
        }
        return value;
    }

    std::optional<std::int64_t> product() {
        auto value = factor();
        while (value) {
            const bool multiplies = skip(" x ");
            if (!multiplies && !skip(" / ")) {
                break;
            }
            const auto other = factor();
            value = other ? std::optional(multiplies ? *value * *other : *value / *other) : std::nullopt;
        }
        return value;
    }

    std::optional<std::int64_t> factor() {
        if (skip("(")) {
            const auto value = sum();
            return skip(")") ? value : std::nullopt;
        }
        const std::string_view word = rest_.substr(0, end_of_word());
        const std::size_t end = word.size();
        rest_.remove_prefix(end);
        std::int64_t number = 0;
        const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        if (error == std::errc() && stop == word.data() + word.size()) {
            return number;
        }
        const auto known = names_.find(word);
        return known == names_.end() ? std::nullopt : std::optional(known->second);
    }

    /// A word may have brackets of its own.
    [[nodiscard]] std::size_t end_of_word() const {
        int depth = 0;
        for (std::size_t end = 0; end < rest_.size(); ++end) {
            const std::string_view rest = rest_.substr(end);
            const bool is_mark = std::ranges::any_of(std::array{" + ", " - ", " x ", " / ", ")"},
                [rest](std::string_view mark) { return rest.starts_with(mark); });
            if (is_mark && depth == 0) {
                return end;
            }
            depth += rest.front() == '(' ? 1 : rest.front() == ')' ? -1 : 0;
        }
        return rest_.size();
    }

    std::string_view rest_;
    const Names& names_;
};

std::optional<std::int64_t> evaluate(std::string_view text, const Names& names) {
    text = text.substr(0, text.find(';')); // the rest is about other instances, or another file
    constexpr std::string_view share = "100 - share of ";
    text.remove_prefix(text.starts_with(share) ? share.size() : 0); // so the counter's type shows it
    const auto value = Formula(text.substr(0, text.find(", ")), names).evaluate();
    return value && text.ends_with(", at least 0") ? std::optional(std::max<std::int64_t>(0, *value)) : value;
}

/// The counter's own part of a formula: what follows a division by a name is its base's.
std::string without_base(std::string formula) {
    int depth = 0;
    for (std::size_t i = 0; i < formula.size(); ++i) {
        depth += formula[i] == '(' ? 1 : formula[i] == ')' ? -1 : 0;
        const bool divides = depth == 0 && formula.compare(i, 3, " / ") == 0;
        if (divides && (formula[i + 3] < '0' || formula[i + 3] > '9')) {
            return formula.substr(0, i);
        }
    }
    return formula;
}

struct CounterNote {
    std::u16string_view object;
    std::u16string_view counter;
    std::string_view source;
    std::string_view formula;
};

constexpr std::string_view own_column = "column of the processor";

const std::vector<CounterNote> formulas{
#define OBJECT_NOTE(object, text)
#define SAME(object, other)
#define NOTE(object, counter, source, formula, differs) {object, counter, source, formula},
#include "source/linux/counter_notes.inc"
#undef NOTE
#undef SAME
#undef OBJECT_NOTE
};

const std::map<std::u16string_view, std::u16string_view> same_formulas{
#define OBJECT_NOTE(object, text)
#define SAME(object, other) {object, other},
#define NOTE(object, counter, source, formula, differs)
#include "source/linux/counter_notes.inc"
#undef NOTE
#undef SAME
#undef OBJECT_NOTE
};

std::string formula_of(std::u16string_view object, std::u16string_view counter) {
    const auto found = std::ranges::find_if(
        formulas, [&](const auto& note) { return note.object == object && note.counter == counter; });
    if (found != formulas.end() && found->formula.starts_with(own_column)) {
        return std::string(own_column) + " in " + std::string(found->source);
    }
    if (found != formulas.end()) {
        const bool is_in_pages = found->formula.ends_with(", in units of 4 KiB"); // of numbers in KiB
        return without_base(std::string(found->formula)) + (is_in_pages ? " / 4" : "");
    }
    const auto other = same_formulas.find(object);
    return other == same_formulas.end() ? std::string() : formula_of(other->second, counter);
}

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<std::vector<std::string>> words_of(const std::string& path) {
    std::istringstream text(text_of(path));
    std::vector<std::vector<std::string>> lines;
    for (std::string line; std::getline(text, line);) {
        std::istringstream stream(line);
        std::vector<std::string> words;
        for (std::string word; stream >> word;) {
            words.push_back(word);
        }
        lines.push_back(std::move(words));
    }
    return lines;
}

std::int64_t to_number(const std::string& text) {
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// Lines of a name, perhaps with a colon, and a number.
void add_named(const std::string& path, Names& names) {
    for (auto& words : words_of(path)) {
        if (words.size() >= 2) {
            std::string& name = words[0];
            name.resize(name.size() - (name.back() == ':' ? 1 : 0));
            names[name] = to_number(words[1]);
        }
    }
}

/// Pairs of lines: `Tcp: name name...` and `Tcp: number number...`.
void add_protocols(Names& names) {
    const auto lines = words_of("/proc/net/snmp");
    for (std::size_t i = 0; i + 1 < lines.size(); i += 2) {
        const std::string protocol = lines[i].at(0).substr(0, lines[i][0].size() - 1);
        for (std::size_t word = 1; word < std::min(lines[i].size(), lines[i + 1].size()); ++word) {
            names[protocol + " " + lines[i][word]] = to_number(lines[i + 1][word]);
        }
    }
}

void add_columns(const std::vector<std::string>& words, std::size_t first,
    const std::vector<std::string>& columns, std::int64_t factor, Names& names) {
    for (std::size_t i = 0; i < columns.size() && first + i < words.size(); ++i) {
        if (!columns[i].empty()) {
            names[columns[i]] = to_number(words[first + i]) * factor;
        }
    }
}

/// What a table of the kernel counts for a CPU. Rows of one number are about all CPUs, and flushes of address
/// translations are function calls, too.
void add_cpu_column(const std::string& path, const std::string& cpu, Names& names) {
    const auto lines = words_of(path);
    if (lines.empty()) {
        return;
    }
    const auto& head = lines.front();
    const auto column = static_cast<std::size_t>(std::ranges::find(head, "CPU" + cpu) - head.begin());
    const std::set<std::string> others{"TLB:", "DFR:", "PIN:", "NPI:", "PIW:"};
    for (const auto& words : lines) {
        if (words.size() > head.size() && !others.contains(words[0])) {
            names[std::string(own_column) + " in " + path] += to_number(words[column + 1]);
        }
        if (words.size() > head.size() && words[0] == "LOC:") {
            names["row LOC in the column of the processor"] = to_number(words[column + 1]);
        }
    }
}

/// The power states of a CPU: those called C1 and so on, and others by their position.
void add_power_states(const std::string& cpu, Names& names) {
    const std::string folder = "/sys/devices/system/cpu/cpu" + cpu + "/cpuidle/state";
    int position = 0;
    for (int state = 0; fs::exists(folder + std::to_string(state)); ++state) {
        const std::string place = folder + std::to_string(state) + "/";
        const std::string name = text_of(place + "name");
        if (name.starts_with("POLL")) {
            continue;
        }
        ++position;
        const bool has_class = name.size() > 1 && name[0] == 'C' && name[1] >= '1' && name[1] <= '9';
        const auto depth = std::min<std::int64_t>(has_class ? to_number(name.substr(1)) : position, 3);
        const std::string states =
            " of the states of class C" + std::to_string(depth) + (depth == 3 ? " and deeper" : "");
        names["time" + states] += to_number(text_of(place + "time"));
        names["usage" + states] += to_number(text_of(place + "usage"));
        names["usage of all states that do not poll"] += to_number(text_of(place + "usage"));
    }
}

void add_processor(const std::string& number, Names& names) {
    add_cpu_column("/proc/interrupts", number, names);
    add_cpu_column("/proc/softirqs", number, names);
    add_power_states(number, names);
    for (const auto& words : words_of("/proc/stat")) {
        if (!words.empty() && words[0] == "cpu" + number) {
            add_columns(words, 1,
                {"cpuN user", "nice", "cpuN system", "cpuN idle", "iowait", "irq", "softirq"}, per_tick(),
                names);
            names["cpuN irq"] = names["irq"];
            names["cpuN softirq"] = names["softirq"];
        }
    }
}

void add_disk(const std::function<bool(const std::vector<std::string>&)>& is_disk, Names& names) {
    for (const auto& words : words_of("/proc/diskstats")) {
        if (words.size() < 14 || !is_disk(words)) {
            continue;
        }
        add_columns(words, 3,
            {"reads", "", "sectors read", "", "writes", "", "sectors written", "", "in flight"}, 1, names);
        names["time reading"] = to_number(words[6]) * per_millisecond;
        names["time writing"] = to_number(words[10]) * per_millisecond;
    }
}

/// A mounted file system, by the number of its device.
void add_volume(const std::string& instance, Names& names) {
    const std::string place = instance == "root" ? "/" : "/" + instance;
    for (const auto& words : words_of("/proc/self/mountinfo")) {
        if (words.size() > 4 && words[4] == place) {
            add_disk([&](const auto& disk) { return disk[0] + ":" + disk[1] == words[2]; }, names);
        }
    }
}

/// The packets that `tc` shows as waiting on an interface; none without `tc`.
std::optional<std::int64_t> backlog_of(const std::string& interface) {
    const std::string command =
        "PATH=$PATH:/usr/sbin:/sbin tc -s qdisc show dev '" + interface + "' 2>/dev/null";
    FILE* const output = popen(command.c_str(), "r");
    std::string text;
    std::array<char, 4096> part{};
    for (std::size_t got = 1; output != nullptr && got != 0; text.append(part.data(), got)) {
        got = std::fread(part.data(), 1, part.size(), output);
    }
    if (output == nullptr || pclose(output) != 0) {
        return std::nullopt;
    }
    const std::size_t root = text.find(" root "); // ... backlog 284b 2p ...
    const std::size_t place = text.find("backlog ", root);
    if (place == std::string::npos) {
        return 0; // the interface is down
    }
    std::istringstream words(text.substr(place));
    std::string packets;
    words >> packets >> packets >> packets;
    return to_number(packets);
}

void add_interface(const std::string& name, Names& names) {
    for (const auto& words : words_of("/proc/net/dev")) {
        if (!words.empty() && words[0] == name + ":") {
            add_columns(
                words, 1, {"received bytes", "received packets", "received errs", "received drop"}, 1, names);
            names["multicast"] = to_number(words.at(8));
            add_columns(words, 9,
                {"transmitted bytes", "transmitted packets", "transmitted errs", "transmitted drop"}, 1,
                names);
        }
    }
    names["rx_nohandler"] = to_number(text_of("/sys/class/net/" + name + "/statistics/rx_nohandler"));
    if (const auto backlog = backlog_of(name)) {
        names["backlog"] = *backlog;
    }
    names["10^6"] = 1'000'000;
    names["speed"] = std::max<std::int64_t>(0, to_number(text_of("/sys/class/net/" + name + "/speed")));
}

void add_memory_node(const std::string& number, Names& names) {
    for (const auto& words : words_of("/sys/devices/system/node/node" + number + "/meminfo")) {
        if (words.size() > 3) { // `Node 0 MemFree: 5 kB`
            names[words[2].substr(0, words[2].size() - 1)] = to_number(words[3]);
        }
    }
}

void add_swap(const std::string& instance, Names& names) {
    for (const auto& words : words_of("/proc/swaps")) {
        if (words.size() > 3 && words[0] == "/" + instance) {
            names["Used"] = to_number(words[3]);
        }
    }
}

void add_process(const std::string& id, Names& names) {
    const std::string folder = "/proc/" + id;
    const std::string line = text_of(folder + "/stat");
    std::istringstream rest(line.substr(std::min(line.size(), line.rfind(')') + 2)));
    std::vector<std::string> words;
    for (std::string word; rest >> word;) {
        words.push_back(word);
    }
    if (words.size() < 21) {
        return;
    }
    const auto field = [&](std::size_t number) { return to_number(words[number - 3]); }; // as in proc(5)
    names["ppid"] = field(4);
    names["minflt"] = field(10);
    names["majflt"] = field(12);
    names["utime"] = field(14) * per_tick();
    names["stime"] = field(15) * per_tick();
    names["num_threads"] = field(20);
    names["vsize"] = field(23);
    names["name of the folder"] = to_number(id);
    add_named(folder + "/status", names);
    add_named(folder + "/io", names);
    names["resident"] = names["VmRSS"];
    names["page size"] = 1024;
    std::error_code gone;
    for (const auto& entry : fs::directory_iterator(folder + "/fd", gone)) {
        static_cast<void>(entry);
        ++names["number of entries"];
    }
}

/// Of the machine as a whole.
Names names_of_machine() {
    Names names;
    add_named("/proc/meminfo", names);
    if (to_number(text_of("/proc/sys/vm/overcommit_memory")) == 2) { // what the formula says behind its `;`
        names["MemTotal"] = names["CommitLimit"];
        names["SwapTotal"] = 0;
    }
    add_named("/proc/vmstat", names);
    add_named("/proc/stat", names);
    add_named("/proc/net/snmp6", names);
    add_protocols(names);
    for (const auto& words : words_of("/proc/modules")) {
        names["sizes of all modules added up"] += words.size() > 1 ? to_number(words[1]) : 0;
    }
    for (const auto& words : words_of("/proc/net/tcp6")) {
        const bool is_open = words.size() > 3 && (words[3] == "01" || words[3] == "08");
        const bool is_mapped = is_open && words[2].starts_with("0000000000000000FFFF0000");
        names["lines in the states 01 and 08 whose remote address is not one of IPv4"] +=
            is_open && !is_mapped ? 1 : 0;
    }
    names["processors online"] = std::ranges::count_if(words_of("/proc/stat"),
        [](const auto& words) { return !words.empty() && words[0].starts_with("cpu") && words[0] != "cpu"; });
    std::error_code unseen;
    if (fs::read_symlink("/proc/self/ns/pid", unseen) == "pid:[4026531836]") { // in others this is no count
        const std::string load = text_of("/proc/loadavg");
        names["number behind the slash"] = to_number(load.substr(load.find('/') + 1));
    }
    for (const auto& entry : fs::directory_iterator("/proc")) {
        names["folders with a number for a name"] +=
            entry.path().filename().string().find_first_not_of("0123456789") == std::string::npos ? 1 : 0;
    }
    return names;
}

bool is_total(const std::string& instance) {
    return instance.find("_Total") != std::string::npos;
}

/// Of an instance; none for those that this test does not know.
std::optional<Names> names_of(const std::string& object, const std::string& instance, const Names& machine) {
    if (instance.empty()) {
        return machine;
    }
    Names names;
    const std::string id = std::to_string(getpid());
    if (is_total(instance)) {
        return std::nullopt; // see add_total()
    }
    if (object == "Processor") {
        add_processor(instance, names);
    } else if (object == "Processor Information") {
        add_processor(instance.substr(instance.find(',') + 1), names);
    } else if (object == "NUMA Node Memory") {
        add_memory_node(instance, names);
    } else if (object == "Paging File") {
        add_swap(instance, names);
    } else if (object == "Process V2" && instance.ends_with(":" + id)) {
        add_process(id, names);
    } else if (object == "PhysicalDisk") {
        const std::string device = instance.substr(std::min(instance.size(), instance.find(' ') + 1));
        add_disk([&](const auto& disk) { return disk[2] == device; }, names);
    } else if (object == "LogicalDisk") {
        add_volume(instance, names);
    } else if (object == "Network Interface" || object == "Network Adapter") {
        add_interface(instance, names);
    }
    return names.empty() ? std::nullopt : std::optional(std::move(names));
}

/// Whether this test knows all instances that the total of an object consists of.
bool has_total(const std::string& object) {
    return object == "Processor" || object == "Processor Information" || object == "PhysicalDisk" ||
           object == "Paging File" || object == "NUMA Node Memory";
}

/// Processor time, faults, system calls, forks, files that are written and datagrams over the loopback
/// interface, until the end.
class Load {
  public:
    Load() : thread_([this] { run(); }) {}
    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;
    ~Load() {
        ends_ = true;
        thread_.join();
    }

  private:
    void run() {
        const std::string file =
            (fs::temp_directory_path() / ("pdh-shim-" + std::to_string(getpid()))).string();
        const int out = socket(AF_INET, SOCK_DGRAM, 0);
        const int in = socket(AF_INET, SOCK_DGRAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        static_cast<void>(bind(in, reinterpret_cast<sockaddr*>(&address), size));
        getsockname(in, reinterpret_cast<sockaddr*>(&address), &size);
        while (!ends_) {
            std::ofstream(file) << std::string(100'000, 'x');
            std::array<char, 100> datagram{};
            sendto(out, datagram.data(), datagram.size(), 0, reinterpret_cast<sockaddr*>(&address), size);
            recv(in, datagram.data(), datagram.size(), MSG_DONTWAIT);
            const pid_t child = fork();
            if (child == 0) {
                _exit(0);
            }
            waitpid(child, nullptr, 0);
        }
        close(in);
        close(out);
        fs::remove(file);
    }

    std::atomic<bool> ends_{false};
    std::thread thread_;
};

/// How often a value lay between the two results, and how often there was one.
struct Tally {
    bool grows = false;
    int inside = 0;
    int all = 0;
    std::int64_t before = 0;
    std::int64_t value = 0;
    std::int64_t after = 0;
};

class BusyMachine {
  public:
    BusyMachine()
        : source_(
              pdh_shim::source::linux::make_linux_source(std::string(), pdh_shim::system_clock()).value()),
          session_(source_->open_session()) {
        for (std::uint32_t i = 0; i < objects().size(); ++i) {
            model::ObjectRequest request;
            request.object = i;
            request.columns.assign(objects()[i].columns, true);
            requests_.push_back(std::move(request));
        }
    }

    [[nodiscard]] const std::vector<model::ObjectDef>& objects() const {
        return source_->catalogue()->objects;
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

  private:
    std::shared_ptr<model::Source> source_;
    std::unique_ptr<model::Session> session_;
    std::vector<model::ObjectRequest> requests_;
};

using Key = std::pair<std::size_t, std::string>; // object and instance

constexpr std::string_view parts_of_total = "instances";

/// What the instances of an object have together. As long as none comes or goes, a total that adds up what
/// each grew by is the sum of them.
void add_total(std::size_t object, const Names& machine, std::map<Key, Names>& all) {
    Names total;
    for (const auto& [key, names] : all) {
        for (const auto& [name, value] : names) {
            total[name] += key.first == object ? value : 0;
        }
        total[std::string(parts_of_total)] += key.first == object ? 1 : 0;
    }
    for (const auto& [path, line] :
        {std::pair("/proc/interrupts", "intr"), std::pair("/proc/softirqs", "softirq")}) {
        if (const auto counted = machine.find(line); counted != machine.end()) {
            total[std::string(own_column) + " in " + path] = counted->second;
        }
    }
    all[{object, "_Total"}] = std::move(total);
}

/// Whether a total is the mean of the instances.
bool is_mean(const model::ObjectDef& object, const model::CounterDef& counter) {
    return counter.name.starts_with(u"%") && object.name != u"Paging File";
}

std::map<Key, Names> read_all(const BusyMachine& live, const model::Snapshot& snapshot) {
    std::map<Key, Names> all;
    const Names machine = names_of_machine();
    for (std::size_t i = 0; i < live.objects().size(); ++i) {
        const std::string object = pdh_shim::to_utf8(live.objects()[i].name).value();
        for (const auto& instance : snapshot.objects[i].instances()->instances()) {
            const std::string name = pdh_shim::to_utf8(instance.name).value();
            if (auto names = names_of(object, name, machine)) {
                all[{i, name}] = std::move(*names);
            }
        }
        if (has_total(object)) {
            add_total(i, machine, all);
        }
    }
    return all;
}

using Tallies = std::map<std::string, Tally>;

void compare(const model::ObjectDef& object, const model::ObjectSnapshot& rows, const std::string& instance,
    const Names& before, const Names& after, Tallies& tallies) {
    const auto row = rows.instances()->find({}, pdh_shim::from_utf8(instance).value(), 0);
    for (std::uint32_t column = 0; row && column < object.counters.size(); ++column) {
        const auto& counter = object.counters[column];
        const bool is_base = counter.help.empty();
        const std::string formula = is_base ? std::string() : formula_of(object.name, counter.name);
        auto first = evaluate(formula, before);
        auto last = evaluate(formula, after);
        if (!first || !last || !rows.is_valid(*row, column)) {
            continue;
        }
        if (is_total(instance) && is_mean(object, counter)) {
            *first /= before.find(parts_of_total)->second;
            *last /= after.find(parts_of_total)->second;
        }
        const std::string name = pdh_shim::to_utf8(
            object.name + u"(" + pdh_shim::from_utf8(instance).value() + u")\\" + counter.name)
                                     .value();
        Tally& tally = tallies[name];
        tally.value = rows.cell(*row, column);
        std::tie(tally.before, tally.after) = std::minmax(*first, *last);
        tally.grows = pdh_shim::calc::find_type(counter.type)->samples() == 2;
        ++tally.all;
        tally.inside += tally.before <= tally.value && tally.value <= tally.after ? 1 : 0;
    }
}

} // namespace

namespace {

/// A round: a collect between two readings of everything.
void compare_all(BusyMachine& machine, model::Snapshot& snapshot, Tallies& tallies) {
    const auto before = read_all(machine, snapshot);
    snapshot = machine.collect();
    const auto after = read_all(machine, snapshot);
    for (const auto& [key, names] : before) {
        if (const auto later = after.find(key); later != after.end()) {
            compare(machine.objects()[key.first], snapshot.objects[key.first], key.second, names,
                later->second, tallies);
        }
    }
}

bool was_ever_inside(const Tallies::value_type& tally) {
    return tally.second.inside != 0;
}

} // namespace

TEST_CASE("each counter lies between two results of its formula while the machine is busy") {
    // What rises and falls may leave the range between two readings at any time, but not each time.
    constexpr int fewest_rounds = 8;
    constexpr int most_rounds = 80;
    BusyMachine machine;
    model::Snapshot snapshot = machine.collect();
    Tallies tallies;
    {
        const Load load;
        for (int round = 0;
             round < fewest_rounds || (round < most_rounds && !std::ranges::all_of(tallies, was_ever_inside));
             ++round) {
            compare_all(machine, snapshot, tallies);
        }
    }
    CHECK(tallies.size() > 60);
    CHECK(tallies.contains("Processor(_Total)\\% Processor Time"));
    CHECK(tallies.contains("System()\\Processor Queue Length"));
    for (const auto& words : words_of("/proc/net/dev")) { // those of veth_test.py among them
        if (!words.empty() && words[0].starts_with("veth") && words[0].ends_with(":")) {
            const std::string interface = words[0].substr(0, words[0].size() - 1);
            const std::string instance = "Network Interface(" + interface + ")\\";
            CHECK(tallies.contains(instance + "Bytes Received/sec"));
            CHECK(tallies.contains(instance + "Output Queue Length") == backlog_of(interface).has_value());
        }
    }
    for (const auto& entry : tallies) {
        const std::string& name = entry.first;
        const Tally& tally = entry.second;
        CAPTURE(name);
        CAPTURE(tally.before);
        CAPTURE(tally.value);
        CAPTURE(tally.after);
        CAPTURE(tally.all);
        CHECK(tally.inside > 0);
        // The kernel's idle time runs backwards now and then, where the counter stands still.
        CHECK((!tally.grows || tally.inside * 2 >= tally.all));
    }
}
