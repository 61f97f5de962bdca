// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A Linux machine with hostile contents of the kernel's files, through the exported
// functions: numbers that no kernel writes, and names of processes, interfaces and mounts. What the numbers
// do to the arithmetic is checked by the undefined behaviour sanitizer.

#include "pdh_calls.h"
#include "temporary_folder.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

using namespace pdh_shim::test;
namespace fs = std::filesystem;

namespace {

const std::string idle_state = "sys/devices/system/cpu/cpu0/cpuidle/state0/";

/// The recorded machine with the files that it lacks, as the one that the library reads from now on.
class Machine {
  public:
    Machine() {
        fs::copy(TEST_DATA "/linux/virtual_machine", folder_.path(), fs::copy_options::recursive);
        for (const char* const process : {"4", "5", "5260"}) {
            fs::remove_all(folder_.path(std::string("proc/") + process));
        }
        const std::string cpu = "sys/devices/system/cpu/cpu0/cpufreq/";
        write(cpu + "scaling_cur_freq", "2000000\n");
        write(cpu + "cpuinfo_max_freq", "3000000\n");
        write(cpu + "base_frequency", "2500000\n");
        write(idle_state + "name", "C1\n");
        write(idle_state + "time", "100\n");
        write(idle_state + "usage", "10\n");
        write("proc/swaps", "Filename Type Size Used Priority\n/swap file 1000 10 -2\n");
        write("proc/self/cgroup", "0::/\n");
        const std::string group = "sys/fs/cgroup/";
        write(group + "cgroup.controllers", "cpu memory\n");
        write(group + "cpu.max", "50000 100000\n");
        write(group + "cpu.stat", "usage_usec 500\nuser_usec 300\nsystem_usec 200\n");
        write(group + "memory.max", "1000000000\n");
        write(group + "memory.current", "1000000\n");
        write(group + "memory.stat", "inactive_file 100000\n");
        setenv("PDH_SHIM_ROOT", folder_.path().c_str(), 1);
        setenv("PDH_SHIM_CGROUP", "1", 1);
        setenv("PDH_SHIM_SOURCE", "linux", 1);
    }

    void write(const std::string& name, const std::string& text) {
        fs::create_directories(fs::path(folder_.path(name)).parent_path());
        folder_.write(name, text);
    }
    /// Puts another file in the place of one, which stays the same for who has it open.
    void replace(const std::string& name, const std::string& text) {
        write(name + ".new", text);
        fs::rename(folder_.path(name + ".new"), folder_.path(name));
    }
    [[nodiscard]] std::string read(const std::string& name) const { return folder_.read(name); }
    [[nodiscard]] std::string path(const std::string& name) const { return folder_.path(name); }
    void remove(const std::string& name) { fs::remove_all(folder_.path(name)); }

    [[nodiscard]] Strings files() const {
        Strings names;
        for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
            if (entry.is_regular_file()) {
                names.push_back(fs::relative(entry.path(), folder_.path()).string());
            }
        }
        return names;
    }

    /// Lets the control group use the whole machine: of a limited one no single processor has values.
    void lift_limits() {
        write("sys/fs/cgroup/cpu.max", "max 100000\n");
        write("sys/fs/cgroup/memory.max", "max\n");
    }

    /// A process with a number of its own.
    void add_process(int id, const std::string& comm) {
        const std::string stat = " S 1 1 1 0 -1 0 0 0 0 0 1 1 0 0 20 0 1 0 " + std::to_string(1000 + id) +
                                 " 4096000 100 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0\n";
        write("proc/" + std::to_string(id) + "/stat", std::to_string(id) + " (" + comm + ")" + stat);
    }

  private:
    TemporaryFolder folder_;
};

Machine& machine() {
    static Machine instance;
    return instance;
}

/// Files of a program that has closed all descriptors, in their place.
class OwnFiles : boost::noncopyable {
  public:
    explicit OwnFiles(const std::string& file) {
        stat(file.c_str(), &file_);
        for (int number = first; number <= last; ++number) {
            close(number);
        }
        while (open(file.c_str(), O_RDONLY) < last) {
        }
    }
    ~OwnFiles() {
        for (int number = first; number <= last; ++number) {
            close(number);
        }
    }

    [[nodiscard]] bool are_untouched() const {
        for (int number = first; number <= last; ++number) {
            struct stat status {};
            if (fstat(number, &status) != 0 || status.st_ino != file_.st_ino) {
                return false;
            }
        }
        return true;
    }

  private:
    static constexpr int first = STDERR_FILENO + 1;
    static constexpr int last = 127;

    struct stat file_ {};
};

bool is_number(std::string_view word) {
    return !word.empty() && word.find_first_not_of("0123456789-.") == std::string_view::npos;
}

/// Which numbers of a line are replaced, counted from 0.
using IsReplaced = bool (*)(int column);

constexpr std::array<IsReplaced, 4> choices{
    [](int /*column*/) { return true; },
    [](int column) { return column > 2; }, // after the numbers of devices and processes
    [](int column) { return column > 2 && column % 2 == 0; },
    [](int column) { return column > 2 && column % 2 == 1; },
};

std::string with_number(const std::string& text, const std::string& number, IsReplaced is_replaced) {
    constexpr std::string_view ends = " \t\n,";
    std::string changed;
    int column = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(ends, at), text.size());
        const std::string word = text.substr(at, end - at);
        changed += is_number(word) && is_replaced(column++) ? number : word;
        if (end < text.size()) {
            changed += text[end];
            column = text[end] == '\n' ? 0 : column;
        }
        at = end + 1;
    }
    return changed;
}

/// Every counter of the machine, of all instances.
class AllCounters {
  public:
    AllCounters() {
        for (const std::string& object : object_names()) {
            const ObjectItems items = items_of(object);
            for (const std::string& counter : items.counters) {
                const std::string path = "\\" + object + (items.has_instances ? "(*)\\" : "\\") + counter;
                counters_.emplace_back(path, query_.add(path));
            }
        }
        REQUIRE(counters_.size() > 100);
    }

    /// Collects after a second, and looks at every value.
    void collect() {
        REQUIRE(pdh_shim_advance_clock(10'000'000) == ERROR_SUCCESS);
        collect_now();
    }

    void collect_now() {
        REQUIRE(query_.collect() == ERROR_SUCCESS);
        for (const auto& [path, counter] : counters_) {
            for (const DWORD format : {PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, PDH_FMT_LARGE | PDH_FMT_1000}) {
                look_at(path, counter, format);
            }
        }
    }

  private:
    void look_at(const std::string& path, PDH_HCOUNTER counter, DWORD format) {
        auto size = static_cast<DWORD>(buffer_.size() * sizeof(PDH_FMT_COUNTERVALUE_ITEM_A));
        DWORD count = 0;
        const PDH_STATUS status =
            PdhGetFormattedCounterArrayA(counter, format, &size, &count, buffer_.data());
        CAPTURE(path);
        CHECK((status == ERROR_SUCCESS || pdh_shim_status_name(status) != nullptr));
        CHECK(status != static_cast<PDH_STATUS>(PDH_MORE_DATA));
        for (DWORD i = 0; status == ERROR_SUCCESS && i < count; ++i) {
            const PDH_FMT_COUNTERVALUE& value = buffer_[i].FmtValue;
            const bool is_good = (format & PDH_FMT_DOUBLE) == 0 || std::isfinite(value.doubleValue);
            if (value.CStatus == PDH_CSTATUS_VALID_DATA || value.CStatus == PDH_CSTATUS_NEW_DATA) {
                CHECK(is_good);
            }
        }
    }

    Query query_;
    std::vector<std::pair<std::string, PDH_HCOUNTER>> counters_;
    std::vector<PDH_FMT_COUNTERVALUE_ITEM_A> buffer_ = std::vector<PDH_FMT_COUNTERVALUE_ITEM_A>(2000);
};

} // namespace

TEST_CASE("numbers that no kernel writes give values or statuses, and do not last") {
    const Strings files = machine().files();
    REQUIRE(pdh_shim_freeze_clock(0) == ERROR_SUCCESS);
    {
        AllCounters counters;
        counters.collect();
        for (const std::string& file : files) {
            CAPTURE(file);
            const std::string recorded = machine().read(file);
            for (const std::string number : {"0", "2147483648", "9223372036854775807", "9223372036854775808",
                     "18446744073709551615", "99999999999999999999999999999", "-1", "-9223372036854775808"}) {
                CAPTURE(number);
                for (const IsReplaced is_replaced : choices) {
                    const std::string changed = with_number(recorded, number, is_replaced);
                    if (changed != recorded) {
                        machine().write(file, changed);
                        counters.collect();
                    }
                }
            }
            machine().write(file, recorded);
        }
        counters.collect();
    }
    machine().lift_limits();
    Query query;
    PDH_HCOUNTER const free = query.add("\\Memory\\Free & Zero Page List Bytes");
    PDH_HCOUNTER const busy = query.add("\\Processor(0)\\% Processor Time");
    REQUIRE(query.collect() == ERROR_SUCCESS);
    REQUIRE(pdh_shim_advance_clock(10'000'000) == ERROR_SUCCESS);
    REQUIRE(query.collect() == ERROR_SUCCESS);
    CHECK(raw_value(free).value_or(0) > 0);
    PDH_FMT_COUNTERVALUE value{};
    CHECK(PdhGetFormattedCounterValue(busy, PDH_FMT_DOUBLE, nullptr, &value) == ERROR_SUCCESS);
    CHECK(value.doubleValue == 100); // nothing was idle
    REQUIRE(pdh_shim_release_clock() == ERROR_SUCCESS);
}

TEST_CASE("no source, title or registration is read from a pipe, a device or a folder") {
    static_cast<void>(machine());
    const TemporaryFolder folder;
    const std::string pipe = folder.path("pipe.ini");
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    for (const std::string& file : {pipe, folder.path(), std::string("/dev/zero")}) {
        CAPTURE(file);
        for (const std::string source : {"script:", "perfdata:", "provider:"}) {
            CAPTURE(source);
            CHECK(
                static_cast<DWORD>(pdh_shim_set_sources((source + file).c_str())) == PDH_INVALID_DATASOURCE);
        }
        CHECK(static_cast<DWORD>(pdh_shim_load_titles(file.c_str())) == PDH_FILE_NOT_FOUND);
    }
}

TEST_CASE("a clock at the end of its range stops, and collects still work") {
    static_cast<void>(machine());
    for (const LONGLONG start : {LONGLONG{0}, LONGLONG{INT64_MAX}}) {
        REQUIRE(pdh_shim_freeze_clock(start) == ERROR_SUCCESS);
        AllCounters counters;
        counters.collect();
        for (const LONGLONG ticks : {LONGLONG{INT64_MAX} / 2, LONGLONG{INT64_MAX}, LONGLONG{INT64_MAX}}) {
            REQUIRE(pdh_shim_advance_clock(ticks) == ERROR_SUCCESS);
            counters.collect_now();
        }
    }
    REQUIRE(pdh_shim_release_clock() == ERROR_SUCCESS);
}

TEST_CASE("files that are replaced, removed or rewritten are read afresh at each collect") {
    const std::string meminfo = machine().read("proc/meminfo");
    machine().lift_limits();
    Query query;
    PDH_HCOUNTER const memory = query.add("\\Memory\\Free & Zero Page List Bytes");
    PDH_HCOUNTER const transitions = query.add("\\Processor(0)\\C1 Transitions/sec");
    PDH_HCOUNTER const bandwidth = query.add("\\Network Interface(eth0)\\Current Bandwidth");
    const auto collect = [&] { REQUIRE(query.collect() == ERROR_SUCCESS); };
    collect();
    for (const int kilobytes : {3, 5}) {
        machine().replace("proc/meminfo", "MemTotal: 9 kB\nMemFree: " + std::to_string(kilobytes) + " kB\n");
        machine().replace(idle_state + "usage", std::to_string(10 * kilobytes) + "\n");
        machine().replace("sys/class/net/eth0/speed", std::to_string(kilobytes) + "\n");
        collect();
        CHECK(raw_value(memory) == kilobytes * 1024);
        CHECK(raw_value(transitions) == 10 * kilobytes);
        CHECK(raw_value(bandwidth) == kilobytes * 1'000'000);
    }
    machine().remove(idle_state + "usage");
    collect();
    CHECK_FALSE(raw_value(transitions));
    machine().write(idle_state + "usage", "70\n");
    collect();
    CHECK(raw_value(transitions) == 70);
    machine().write("proc/meminfo", meminfo);
}

TEST_CASE("files in sysfs are read although the program closes and opens descriptors") {
    machine().write(idle_state + "usage", "80\n");
    machine().write("own", "5\n");
    machine().lift_limits();
    Query query;
    PDH_HCOUNTER const transitions = query.add("\\Processor(0)\\C1 Transitions/sec");
    for (int collects = 0; collects < 3; ++collects) {
        REQUIRE(query.collect() == ERROR_SUCCESS);
        CHECK(raw_value(transitions) == 80);
        const OwnFiles own(machine().path("own"));
        REQUIRE(query.collect() == ERROR_SUCCESS);
        CHECK(raw_value(transitions) == 80);
        CHECK(own.are_untouched());
    }
}

TEST_CASE("a path means one process only, whatever its name is") {
    const Strings names{"plain", "*", "p*n", "plain", "plain#0", "plain#1", "plain#2", "other#1", "#1",
        "a#00", "_Total", "_TOTAL", "Idle", "a/b", "/", "a/", "(", ")", "()", "(x)", "x)\\y", "\\", "\\\\",
        "#", "#*", "", "\x1B]0;x\x07", "two\nlines", "\t", "\x7F", "\xFF", "\xC3", "\xE2\x80\xAEmoc", "  ",
        " lead", "\"", ",", "PLAIN", "%s%n", "..", "a:12"};
    int id = 10'000;
    std::map<LONGLONG, std::string> comms;
    for (const std::string& name : names) {
        machine().add_process(++id, name);
        comms[id] = name;
    }
    for (const std::string object : {"Process", "Process V2"}) {
        const std::string counter = object == "Process" ? "ID Process" : "Process ID";
        const Strings paths = expand("\\" + object + "(*)\\" + counter);
        Query query;
        std::vector<PDH_HCOUNTER> counters;
        counters.reserve(paths.size());
        for (const std::string& path : paths) {
            CHECK(path.find('*') == std::string::npos);
            CHECK(remade(path) == path);
            counters.push_back(query.add(path));
        }
        REQUIRE(query.collect() == ERROR_SUCCESS);
        std::map<LONGLONG, std::string> found;
        for (std::size_t i = 0; i < paths.size(); ++i) {
            found.emplace(raw_value(counters[i]).value_or(-1), paths[i]);
        }
        for (const auto& [number, comm] : comms) {
            const std::string called(comm); // Clang 14 captures no structured binding
            CAPTURE(called);
            CHECK(found.contains(number));
        }
        CHECK(found.size() == paths.size() - 1); // Idle and _Total are 0 both
        PDH_HCOUNTER const total = query.add("\\" + object + "(_Total)\\" + counter);
        PDH_HCOUNTER const second = query.add("\\" + object + "(other#1)\\" + counter);
        REQUIRE(query.collect() == ERROR_SUCCESS);
        CHECK(raw_value(total) == 0);
        CHECK_FALSE(raw_value(second)); // there is no second one called `other`
    }
    for (const auto& [number, comm] : comms) {
        machine().remove("proc/" + std::to_string(number));
    }
}

TEST_CASE("a path means one interface, mount or swap file only, whatever its name is") {
    const std::string interfaces = "Inter-|\n face |\n";
    std::string net = interfaces;
    std::string mounts;
    std::string disks;
    std::string swaps = "Filename Type Size Used Priority\n";
    // As the kernel writes them: blanks and backslashes are escaped.
    const Strings names{
        "*", "a", "a#0", "a#1", "b#1", "_Total", "(", ")", ")\\134x", "\\134", "\\033[2J", "#", "x*y"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string number = std::to_string(i + 1);
        net += names[i] + ": 1 1 " + number + " 0 0 0 0 0 1 1 0 0 0 0 0 0\n";
        mounts += number + " 1 8:" + number + " / /" + names[i] + " rw - ext4 /dev/sda" + number + " rw\n";
        disks += "8 " + number + " sda" + number + " 1 0 1 1 1 0 1 1 " + number + " 1 1\n";
        swaps += "/" + names[i] + " file 1000 " + number + " -2\n";
    }
    machine().write("proc/net/dev", net);
    machine().write("proc/self/mountinfo", mounts);
    machine().write("proc/diskstats", disks);
    machine().write("proc/swaps", swaps);
    for (const auto& [object, counter] :
        std::to_array<std::pair<std::string, std::string>>({{"Network Interface", "Packets Received Errors"},
            {"LogicalDisk", "Current Disk Queue Length"}, {"Paging File", "% Usage"}})) {
        const std::string where = object;
        CAPTURE(where);
        const bool has_total = object != "Network Interface";
        const Strings paths = expand("\\" + object + "(*)\\" + counter);
        CHECK(paths.size() == names.size() + (has_total ? 1 : 0));
        Query query;
        std::vector<PDH_HCOUNTER> counters;
        for (const std::string& path : paths) {
            CHECK(path.find('*') == std::string::npos);
            CHECK(remade(path) == path);
            counters.push_back(query.add(path));
        }
        PDH_HCOUNTER const total = query.add("\\" + object + "(_Total)\\" + counter);
        PDH_HCOUNTER const second = query.add("\\" + object + "(b#1)\\" + counter);
        REQUIRE(query.collect() == ERROR_SUCCESS);
        std::set<LONGLONG> values; // of instances of one name the last one is listed first
        for (std::size_t i = 0; i < names.size(); ++i) {
            CAPTURE(paths[i]);
            const LONGLONG value = raw_value(counters[i]).value_or(0);
            CHECK(value >= 1);
            CHECK(value <= static_cast<LONGLONG>(names.size()));
            CHECK(values.insert(value).second);
        }
        const auto sum = static_cast<LONGLONG>(names.size() * (names.size() + 1) / 2);
        CHECK(raw_value(total) == (has_total ? std::optional(sum) : std::nullopt));
        CHECK_FALSE(raw_value(second));
    }
}
