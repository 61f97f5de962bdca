// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The types of counters. An answer leaves out the counters that the machine does not have.
#include "calls.h"
#include "machine.h"
#include "probe.h"

#include <array>
#include <cstdio>
#include <initializer_list>

namespace oracle {

namespace {

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

void types_of_system(Answer& answer) {
    say_types(answer, "System",
        {"Processes", "Threads", "Context Switches/sec", "Processor Queue Length", "System Up Time",
            "System Calls/sec"});
}

void types_of_memory(Answer& answer) {
    say_types(answer, "Memory",
        {"Available Bytes", "Committed Bytes", "Commit Limit", "% Committed Bytes In Use", "Page Faults/sec",
            "Pages/sec", "Pages Input/sec", "Cache Bytes", "Pool Paged Bytes",
            "Free System Page Table Entries", "Standby Cache Normal Priority Bytes",
            "Transition Pages RePurposed/sec", "System Driver Total Bytes"});
}

void types_of_processors(Answer& answer) {
    say_types(answer, "Processor(_Total)",
        {"% Processor Time", "% User Time", "% Privileged Time", "% Interrupt Time", "% Idle Time",
            "Interrupts/sec", "% C1 Time", "C1 Transitions/sec"});
}

void types_of_processor_information(Answer& answer) {
    say_types(answer, "Processor Information(_Total)",
        {"Clock Interrupts/sec", "Idle Break Events/sec", "% Priority Time", "% Performance Limit",
            "Parking Status", "% Processor Utility", "% Processor Performance", "Processor Frequency",
            "% of Maximum Frequency"});
}

void types_of_disks(Answer& answer) {
    say_types(answer, "PhysicalDisk(_Total)",
        {"% Disk Time", "% Idle Time", "Avg. Disk Queue Length", "Current Disk Queue Length",
            "Avg. Disk sec/Read", "Avg. Disk Bytes/Read", "Disk Reads/sec", "Disk Read Bytes/sec"});
    say_types(answer, "LogicalDisk(_Total)", {"% Free Space", "Free Megabytes"});
}

void types_of_networks(Answer& answer) {
    say_types(answer, "Network Interface(*)",
        {"Bytes Received/sec", "Bytes Sent/sec", "Packets/sec", "Current Bandwidth", "Output Queue Length",
            "Packets Received Errors"});
    say_types(answer, "TCPv4", {"Segments/sec", "Connections Established", "Connections Reset"});
}

void types_of_numa_nodes(Answer& answer) {
    say_types(answer, "NUMA Node Memory(*)",
        {"Total MBytes", "Free & Zero Page List MBytes", "Standby List MBytes", "Available MBytes"});
}

void types_of_energy(Answer& answer) {
    say_types(answer, "Energy Meter(*)", {"Energy", "Time"});
}

void types_of_power(Answer& answer) {
    say_types(answer, "Power Meter(*)", {"Power", "Power Budget"});
}

void types_of_batteries(Answer& answer) {
    say_types(answer, "Battery Status(*)",
        {"Charge Rate", "Discharge Rate", "Remaining Capacity", "Voltage", "Tag"});
}

void types_of_rdma(Answer& answer) {
    say_types(answer, "RDMA Activity(*)",
        {"RDMA Inbound Bytes/sec", "RDMA Outbound Bytes/sec", "RDMA Inbound Frames/sec",
            "RDMA Outbound Frames/sec"});
}

void types_of_gpus(Answer& answer) {
    say_types(answer, "GPU Engine(*)", {"Running Time", "Utilization Percentage"});
    say_types(answer, "GPU Adapter Memory(*)", {"Dedicated Usage", "Shared Usage", "Total Committed"});
}

void types_of_thermal_zones(Answer& answer) {
    say_types(answer, "Thermal Zone Information(*)", {"Temperature", "High Precision Temperature"});
}

void types_of_jobs(Answer& answer) {
    say_types(answer, "Job Object(*)",
        {"Current % Processor Time", "Current % User Mode Time", "Process Count - Total"});
}

void types_of_threads(Answer& answer) {
    say_types(answer, "Thread(_Total/_Total)",
        {"% Processor Time", "Elapsed Time", "ID Process", "ID Thread", "Priority Base", "Thread State",
            "Context Switches/sec"});
}

void types_of_objects(Answer& answer) {
    say_types(answer, "Objects", {"Processes", "Threads"});
    say_types(answer, "Cache", {"Dirty Pages", "Dirty Page Threshold"});
    say_types(answer, "Paging File(_Total)", {"% Usage", "% Usage Peak"});
}

void types_of_protocols(Answer& answer) {
    say_types(answer, "TCPv6", {"Connections Established", "Connections Reset", "Connections Active"});
}

} // namespace

std::span<const Probe> type_probes() {
    static constexpr std::array probes = {
        Probe{"types.system", "live", types_of_system},
        Probe{"types.memory", "live", types_of_memory},
        Probe{"types.processor", "live", types_of_processors},
        Probe{"types.processor-information", "live", types_of_processor_information},
        Probe{"types.thread", "live", types_of_threads},
        Probe{"types.disk", "live", types_of_disks},
        Probe{"types.network", "live", types_of_networks},
        Probe{"types.tcpv6", "live", types_of_protocols},
        Probe{"types.objects", "live", types_of_objects},
        Probe{"types.numa-node", "live", types_of_numa_nodes},
        Probe{"types.energy-meter", "live", types_of_energy},
        Probe{"types.power-meter", "live", types_of_power},
        Probe{"types.battery", "live", types_of_batteries},
        Probe{"types.rdma", "live", types_of_rdma},
        Probe{"types.gpu", "live", types_of_gpus},
        Probe{"types.thermal-zone", "live", types_of_thermal_zones},
        Probe{"types.job", "live", types_of_jobs},
    };
    return probes;
}

} // namespace oracle
