// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Which paths are counters, what Windows' own counters say of themselves, and which objects and names it has.
#include "probe.h"

#include <algorithm>

namespace oracle {

namespace {

void say_added(Answer& answer, std::initializer_list<std::string> paths) {
    for (const std::string& path : paths) {
        answer.status(
            path.size() < 100 ? path : std::to_string(path.size()) + " characters", add_status(path));
    }
}

PROBE(wildcard_counter, "add.wildcard-counter", "live english") {
    const Query query;
    PDH_HCOUNTER counter = nullptr;
    answer.status("PdhAddCounter", PdhAddCounterA(query.handle(), "\\Memory\\*", 0, &counter));
    const Info info(counter);
    answer.text("szFullPath", or_null(info->szFullPath));
    answer.text("szCounterName", or_null(info->szCounterName));
    answer.status("PdhCollectQueryData", query.collect());
    let_time_pass();
    query.collect();
    const Array array = array_of(counter);
    answer.status("PdhGetFormattedCounterArray", array.status);
    answer.yes("an item for each counter", array.names.size() == expand("\\Memory\\*").size());
    answer.yes("an item has the name of a counter", std::ranges::count(array.names, "Available Bytes") == 1);
    answer.status("PdhGetFormattedCounterValue", format(counter).status);
}

PROBE(wildcard_counter_of_instances, "add.wildcard-counter-of-instances", "live english") {
    const Query query;
    PDH_HCOUNTER counter = nullptr;
    answer.status("PdhAddCounter", PdhAddCounterA(query.handle(), "\\Processor(_Total)\\*", 0, &counter));
    query.collect_twice();
    const Array array = array_of(counter);
    answer.status("PdhGetFormattedCounterArray", array.status);
    answer.yes("more items than one", array.names.size() > 1);
    answer.yes("an item is _Total\\% Processor Time",
        std::ranges::count(array.names, "_Total\\% Processor Time") == 1);
    answer.yes("an item is _Total", std::ranges::count(array.names, "_Total") > 0);
}

PROBE(wildcard_without_match, "add.wildcard-without-match", "live") {
    say_added(answer, {"\\Memory\\zz*", "\\Processor(*)\\zz*", "\\Proc*(*)\\% Processor Time"});
}

PROBE(numbers_for_names, "add.numbers", "live") {
    for (const char* const path : {"\\2\\674", "\\4\\*", "\\238(_Total)\\6", "\\System\\674",
             "\\2\\System Up Time", "\\3\\674", "\\999999\\1"}) {
        const Query query;
        PDH_HCOUNTER counter = nullptr;
        answer.status(path, PdhAddCounterA(query.handle(), path, 0, &counter));
        if (counter != nullptr) {
            const std::string object = or_null(Info(counter)->szObjectName);
            answer.text(std::string(path) + ": the names are",
                object == "2" || object == "238" ? "numbers" : "names");
        }
    }
}

PROBE(instance_missing_or_superfluous, "add.instance-missing-or-superfluous", "live") {
    say_added(answer, {"\\Processor\\% Processor Time", "\\Processor\\no such counter",
                          "\\System(0)\\Processes", "\\System(0)\\no such counter", "\\no such object(0)\\x",
                          "\\Processor(none such)\\no such counter", "\\Processor()\\% Processor Time"});
}

PROBE(missing_names, "add.missing-names", "live") {
    say_added(answer, {missing, "\\Process(no such process)\\no such counter", "\\no such object(x)\\y",
                          "\\System\\no such counter", "\\Process(no such process#5)\\ID Process",
                          "\\Process(no such*)\\ID Process"});
}

PROBE(malformed_and_long_paths, "add.malformed-and-long", "live") {
    const auto long_path = [](std::size_t length) {
        return "\\Process(" + std::string(length - 21, 'x') + ")\\ID Process";
    };
    say_added(answer,
        {"", "nonsense", "\\System", "\\System(\\x", long_path(1100), long_path(2047), long_path(2048)});
}

PROBE(star_without_instances, "add.star-without-instances", "live") {
    const Query query;
    PDH_HCOUNTER counter = nullptr;
    answer.status("PdhAddEnglishCounter",
        PdhAddEnglishCounterA(query.handle(), "\\System(*)\\System Up Time", 0, &counter));
    answer.text("szInstanceName", or_null(Info(counter)->szInstanceName));
    say_statuses(answer, "before the first collect", format(counter));
    answer.status("PdhCollectQueryData", query.collect());
    say_statuses(answer, "after it", format(counter));
    const Array array = array_of(counter);
    answer.status("PdhGetFormattedCounterArray", array.status);
    answer.texts("its items", array.names);
}

PROBE(others_without_instances, "add.others-without-instances", "live") {
    for (const char* const instance : {"_Total", "?", "a*", "**", "*/*", "*#*", "*#0", "0", ""}) {
        answer.status(instance, add_status(std::string("\\System(") + instance + ")\\Processes"));
    }
}

PROBE(absent_machine, "add.absent-machine", "live") {
    say_added(answer, {R"(\\no-such-host.invalid\System\System Up Time)"});
    answer.status("PdhConnectMachine", PdhConnectMachineA("\\\\no-such-host.invalid"));
}

PROBE(scale_in_force, "scale.in-force", "live") {
    // Each has another default scale on Windows. The value is made up, so that it is the same everywhere.
    const Query query;
    for (const char* const path : {processes, "\\System\\Processor Queue Length", available}) {
        PDH_HCOUNTER const counter = query.add(path);
        PDH_RAW_COUNTER raw{};
        raw.FirstValue = 123456789;
        raw.MultiCount = 1;
        for (const char* const what : {" of 123456789", " with the factor -3"}) {
            PDH_FMT_COUNTERVALUE value{};
            answer.status(path + std::string(what) + ": status",
                PdhCalculateCounterFromRawValue(counter, PDH_FMT_DOUBLE, &raw, nullptr, &value));
            answer.real(path + std::string(what), value.doubleValue);
            PdhSetCounterScaleFactor(counter, -3);
        }
    }
}

PROBE(default_scales, "scale.defaults", "live") {
    const Query query;
    for (const char* const path : {processes, "\\System\\Processor Queue Length", available, up_time, busy,
             switches, "\\System\\Threads", "\\Process(_Total)\\ID Process"}) {
        answer.number(path, Info(query.add(path))->lDefaultScale);
    }
}

PROBE(time_bases, "info.time-bases", "live") {
    const Query query;
    for (const char* const path :
        {up_time, busy, switches, processes, available, "\\Memory\\% Committed Bytes In Use"}) {
        LONGLONG ticks = -1;
        answer.status(path, PdhGetCounterTimeBase(query.add(path), &ticks));
        answer.text(std::string(path) + ": the time base is", ticks == -1           ? "as before"
                                                              : ticks == 0          ? "0"
                                                              : ticks == 10'000'000 ? "10000000"
                                                                                    : "another");
    }
}

PROBE(explanations, "info.explanations", "live") {
    const Query query;
    PDH_HCOUNTER const counter = query.add(busy);
    answer.text("not asked for", or_null(Info(counter)->szExplainText));
    answer.yes("asked for: a text", !or_null(Info(counter, true)->szExplainText).empty());
    answer.number("CVersion", Info(counter)->CVersion);
}

PROBE(levels_of_objects, "lists.levels-of-objects", "live") {
    for (const DWORD level : std::array<DWORD, 6>{0, 99, 100, 400, 0xFFFF, 0x10064}) {
        DWORD size = 0;
        answer.status("objects of " + std::to_string(level),
            PdhEnumObjectsA(nullptr, nullptr, nullptr, &size, level, FALSE));
        answer.yes("objects of " + std::to_string(level) + ": some", size > 2);
    }
}

PROBE(processors_of_a_node, "lists.processors-of-a-node", "live english") {
    const std::vector<std::string> instances = list_of([](char* buffer, DWORD* size) {
        DWORD none = 0;
        const PDH_STATUS status = PdhEnumObjectItemsA(
            nullptr, nullptr, "Processor Information", nullptr, &none, buffer, size, PERF_DETAIL_WIZARD, 0);
        return buffer != nullptr && status == static_cast<PDH_STATUS>(PDH_MORE_DATA) && none > 0
                   ? ERROR_SUCCESS
                   : status;
    });
    for (const char* const name : {"0,0", "0,_Total", "_Total"}) {
        answer.number(name, std::ranges::count(instances, name));
    }
    answer.yes("the first is 0,0", !instances.empty() && instances.front() == "0,0");
    answer.yes("the last is _Total", !instances.empty() && instances.back() == "_Total");
}

PROBE(default_names, "names.defaults", "live english") {
    std::array<char, 256> name{};
    auto size = static_cast<DWORD>(name.size());
    answer.status("PdhGetDefaultPerfObject", PdhGetDefaultPerfObjectA(nullptr, nullptr, name.data(), &size));
    answer.text("its name", name.data());
    for (const char* const object : {"Processor", "Memory", "System", "Process", "Paging File", "Objects"}) {
        name.fill('\0');
        size = static_cast<DWORD>(name.size());
        answer.status(object, PdhGetDefaultPerfCounterA(nullptr, nullptr, object, name.data(), &size));
        answer.text(std::string(object) + ": its counter", name.data());
    }
}

PROBE(names_by_index, "names.by-index", "live english") {
    for (const DWORD index :
        std::array<DWORD, 15>{0, 1, 2, 3, 4, 6, 44, 144, 146, 230, 238, 674, 784, 1847, 0x7FFFFFFF}) {
        std::array<char, 512> name{};
        auto size = static_cast<DWORD>(name.size());
        const PDH_STATUS status = PdhLookupPerfNameByIndexA(nullptr, index, name.data(), &size);
        answer.text(std::to_string(index), status != ERROR_SUCCESS ? name_of(status)
                                           : index % 2 == 1        ? "a text"
                                                                   : name.data());
    }
}

// -- The types of counters ------------------------------------------------------------------------

/// Counters that the machine lacks are left out.
void say_types(Answer& answer, const std::string& object, std::initializer_list<const char*> counters) {
    const Query query;
    for (const char* const name : counters) {
        PDH_HCOUNTER counter = nullptr;
        const PDH_STATUS status =
            PdhAddEnglishCounterA(query.handle(), ("\\" + object + "\\" + name).c_str(), 0, &counter);
        if (status == ERROR_SUCCESS) {
            std::array<char, 16> type{};
            static_cast<void>(std::snprintf(
                type.data(), type.size(), "0x%08lX", static_cast<unsigned long>(Info(counter)->dwType)));
            answer.text(name, type.data());
        } else if (status != static_cast<PDH_STATUS>(PDH_CSTATUS_NO_OBJECT) &&
                   status != static_cast<PDH_STATUS>(PDH_CSTATUS_NO_COUNTER)) {
            answer.status(name, status);
        }
    }
}

PROBE(types_of_system, "types.system", "live") {
    say_types(answer, "System",
        {"Processes", "Threads", "Context Switches/sec", "Processor Queue Length", "System Up Time",
            "System Calls/sec"});
}

PROBE(types_of_memory, "types.memory", "live") {
    say_types(answer, "Memory",
        {"Available Bytes", "Committed Bytes", "Commit Limit", "% Committed Bytes In Use", "Page Faults/sec",
            "Pages/sec", "Pages Input/sec", "Cache Bytes", "Pool Paged Bytes",
            "Free System Page Table Entries", "Standby Cache Normal Priority Bytes",
            "Transition Pages RePurposed/sec", "System Driver Total Bytes"});
}

PROBE(types_of_processors, "types.processor", "live") {
    say_types(answer, "Processor(_Total)",
        {"% Processor Time", "% User Time", "% Privileged Time", "% Interrupt Time", "% Idle Time",
            "Interrupts/sec", "% C1 Time", "C1 Transitions/sec"});
}

PROBE(types_of_processor_information, "types.processor-information", "live") {
    say_types(answer, "Processor Information(_Total)",
        {"Clock Interrupts/sec", "Idle Break Events/sec", "% Priority Time", "% Performance Limit",
            "Parking Status", "% Processor Utility", "% Processor Performance", "Processor Frequency",
            "% of Maximum Frequency"});
}

PROBE(types_of_disks, "types.disk", "live") {
    say_types(answer, "PhysicalDisk(_Total)",
        {"% Disk Time", "% Idle Time", "Avg. Disk Queue Length", "Current Disk Queue Length",
            "Avg. Disk sec/Read", "Avg. Disk Bytes/Read", "Disk Reads/sec", "Disk Read Bytes/sec"});
    say_types(answer, "LogicalDisk(_Total)", {"% Free Space", "Free Megabytes"});
}

PROBE(types_of_networks, "types.network", "live") {
    say_types(answer, "Network Interface(*)",
        {"Bytes Received/sec", "Bytes Sent/sec", "Packets/sec", "Current Bandwidth", "Output Queue Length",
            "Packets Received Errors"});
    say_types(answer, "TCPv4", {"Segments/sec", "Connections Established", "Connections Reset"});
}

PROBE(types_of_protocols, "types.tcpv6", "live") {
    say_types(answer, "TCPv6", {"Connections Established", "Connections Reset", "Connections Active"});
}

PROBE(types_of_numa_nodes, "types.numa-node", "live") {
    say_types(answer, "NUMA Node Memory(*)",
        {"Total MBytes", "Free & Zero Page List MBytes", "Standby List MBytes", "Available MBytes"});
}

PROBE(types_of_energy, "types.energy-meter", "live") {
    say_types(answer, "Energy Meter(*)", {"Energy", "Time"});
}

PROBE(types_of_power, "types.power-meter", "live") {
    say_types(answer, "Power Meter(*)", {"Power", "Power Budget"});
}

PROBE(types_of_batteries, "types.battery", "live") {
    say_types(answer, "Battery Status(*)",
        {"Charge Rate", "Discharge Rate", "Remaining Capacity", "Voltage", "Tag"});
}

PROBE(types_of_rdma, "types.rdma", "live") {
    say_types(answer, "RDMA Activity(*)",
        {"RDMA Inbound Bytes/sec", "RDMA Outbound Bytes/sec", "RDMA Inbound Frames/sec",
            "RDMA Outbound Frames/sec"});
}

PROBE(types_of_gpus, "types.gpu", "live") {
    say_types(answer, "GPU Engine(*)", {"Running Time", "Utilization Percentage"});
    say_types(answer, "GPU Adapter Memory(*)", {"Dedicated Usage", "Shared Usage", "Total Committed"});
}

PROBE(types_of_thermal_zones, "types.thermal-zone", "live") {
    say_types(answer, "Thermal Zone Information(*)", {"Temperature", "High Precision Temperature"});
}

PROBE(types_of_jobs, "types.job", "live") {
    say_types(answer, "Job Object(*)",
        {"Current % Processor Time", "Current % User Mode Time", "Process Count - Total"});
}

PROBE(types_of_threads, "types.thread", "live") {
    say_types(answer, "Thread(_Total/_Total)",
        {"% Processor Time", "Elapsed Time", "ID Process", "ID Thread", "Priority Base", "Thread State",
            "Context Switches/sec"});
}

PROBE(types_of_objects, "types.objects", "live") {
    say_types(answer, "Objects", {"Processes", "Threads"});
    say_types(answer, "Cache", {"Dirty Pages", "Dirty Page Threshold"});
    say_types(answer, "Paging File(_Total)", {"% Usage", "% Usage Peak"});
}

} // namespace

} // namespace oracle
