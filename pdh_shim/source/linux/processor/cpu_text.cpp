// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/processor/cpu_text.h"

#include <algorithm>

namespace pdh_shim::source::linux {
namespace {

std::optional<std::uint32_t> cpu_number(std::string_view digits) {
    const std::optional<std::int64_t> number = whole_number(digits);
    if (!number || *number < 0 || *number >= most_cpus) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(*number);
}

void parse_cpu_line(std::string_view digits, Scanner& rest, StatText& stat) {
    const std::optional<std::uint32_t> number = cpu_number(digits);
    if (!number) {
        return; // the line of all CPUs
    }
    CpuLine line;
    line.number = *number;
    for (std::int64_t& ticks : line.ticks) {
        // Kernels before 2.6 had fewer columns.
        ticks = std::max<std::int64_t>(0, rest.number().value_or(0));
    }
    stat.cpus.push_back(line);
}

void parse_stat_line(std::string_view text, StatText& stat) {
    Scanner line(text);
    const std::string_view name = line.word();
    if (name.starts_with("cpu")) {
        parse_cpu_line(name.substr(3), line, stat);
    } else if (name == "intr") {
        stat.interrupts = line.number().value_or(unread);
    } else if (name == "ctxt") {
        stat.context_switches = line.number().value_or(unread);
    } else if (name == "procs_running") {
        stat.running = line.number().value_or(unread);
    } else if (name == "softirq") {
        stat.softirqs = line.number().value_or(unread);
    }
}

void parse_columns(std::string_view header, CpuTable& table) {
    Scanner line(header);
    for (std::string_view word = line.word(); word.starts_with("CPU"); word = line.word()) {
        const std::optional<std::uint32_t> number = cpu_number(word.substr(3));
        if (!number) {
            break;
        }
        table.columns.push_back(*number);
    }
    table.row.resize(table.columns.size());
    table.sums.assign(table.columns.size(), 0);
}

void add_row(Scanner& line, CpuTable& table) {
    for (std::int64_t& value : table.row) {
        const std::optional<std::int64_t> number = line.number();
        if (!number) {
            return; // a row of one number for the whole machine
        }
        value = *number;
    }
    ++table.rows;
    for (std::size_t i = 0; i < table.row.size(); ++i) {
        table.sums[i] = std::min(table.sums[i] + std::max<std::int64_t>(0, table.row[i]), number_max);
    }
}

/// Whether the kernel's own total leaves a row out of a CPU's interrupts: errors of the whole machine, what
/// another row has counted (flushes of address translations are function calls), and interrupts for guests.
bool is_left_out(std::string_view label) {
    constexpr auto left_out =
        std::to_array<std::string_view>({"ERR:", "Err:", "MIS:", "TLB:", "DFR:", "PIN:", "NPI:", "PIW:"});
    return std::ranges::find(left_out, label) != left_out.end();
}

/// Whether a row counts the interrupts of the clock that each CPU has: named by its label on x86, POWER and
/// s390x, by its device on ARM and RISC-V.
bool is_clock(std::string_view label, std::string_view row) {
    constexpr auto labels = std::to_array<std::string_view>({"LOC:", "CLK:"});
    constexpr auto devices = std::to_array<std::string_view>({" arch_timer", " riscv-timer"});
    return std::ranges::find(labels, label) != labels.end() ||
           std::ranges::any_of(devices, [row](std::string_view device) { return row.ends_with(device); });
}

} // namespace

void parse_stat(std::string_view text, StatText& stat) {
    stat.cpus.clear();
    stat.interrupts = unread;
    stat.context_switches = unread;
    stat.running = unread;
    stat.softirqs = unread;
    Scanner lines(text);
    while (!lines.at_end()) {
        parse_stat_line(lines.line(), stat);
    }
}

std::int64_t CpuTable::sum(std::uint32_t cpu) const noexcept {
    const auto found = std::ranges::find(columns, cpu);
    return found == columns.end() ? unread : sums[static_cast<std::size_t>(found - columns.begin())];
}

void parse_cpu_table(std::string_view text, CpuTable& table, TableRows rows) {
    table.columns.clear();
    table.rows = 0;
    Scanner lines(text);
    parse_columns(lines.line(), table);
    while (!lines.at_end()) {
        Scanner line(lines.line());
        const std::string_view label = line.word();
        if (rows == TableRows::clocks ? is_clock(label, line.rest()) : !is_left_out(label)) {
            add_row(line, table);
        }
    }
}

std::optional<std::int64_t> parse_cpuinfo_frequency(std::string_view text) {
    Scanner lines(text);
    while (!lines.at_end()) {
        Scanner line(lines.line());
        if (!line.skip("cpu MHz")) {
            continue;
        }
        if (line.word() != ":") {
            continue;
        }
        if (const auto mhz = line.number()) {
            return scaled(*mhz, 1000);
        }
    }
    return std::nullopt;
}

int idle_class(std::string_view name, std::int64_t position) {
    if (name.starts_with("POLL")) {
        return 0;
    }
    Scanner scanner(name);
    if (scanner.skip("C")) {
        if (const auto depth = scanner.number(); depth && *depth > 0) {
            return static_cast<int>(std::min<std::int64_t>(*depth, 3));
        }
    }
    return static_cast<int>(std::clamp<std::int64_t>(position, 1, 3));
}

} // namespace pdh_shim::source::linux
