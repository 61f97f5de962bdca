// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Answers of NtQuerySystemInformation(), which a Wine may fill in any way. Properties: numbers are in the
// range that the room counts on, names lie in the answer, and processes are in the order of their start.
//
// The first byte of the input selects the width and where the answer was written; the rest is the answer.
#include "calc/amounts.h"
#include "require.h"
#include "source/windows/processors.h"
#include "source/windows/system_api.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

using namespace pdh_shim::source::windows;
using pdh_shim::PointerWidth;
using pdh_shim::ProcessEntry;
using pdh_shim::SystemAnswer;
using pdh_shim::calc::number_max;

namespace {

void require_size(std::int64_t size) {
    require(size >= 0 && size <= number_max);
}

void check_processes(const SystemAnswer& answer, PointerWidth width) {
    const auto processes = parse_processes(answer, width);
    if (!processes) {
        return;
    }
    require(!processes->empty());
    require(std::ranges::is_sorted(*processes, {}, &ProcessEntry::created));
    for (const ProcessEntry& process : *processes) {
        require(process.name.size() * sizeof(char16_t) <= answer.bytes.size());
        for (const std::int64_t size :
            {process.id, process.parent, process.threads, process.handles, process.virtual_size,
                process.virtual_peak, process.working_set, process.working_set_peak, process.page_file}) {
            require_size(size);
        }
        for (const std::int64_t time : {process.created, process.user, process.kernel}) {
            require(time >= -number_max && time <= number_max);
        }
    }
}

void check_tables(const SystemAnswer& answer) {
    const auto processors = parse_processors(answer);
    require(processors.size() == answer.bytes.size() / 48);
    if (are_plausible(processors)) {
        for (const ProcessorTimes& times : processors) {
            require(times.idle >= 0 && times.idle <= times.kernel && times.user >= 0);
        }
    }
    for (const ProcessorPower& power : parse_power(answer)) {
        require_size(power.highest_mhz);
        require_size(power.limit_mhz);
    }
    if (const auto basic = parse_basic(answer)) {
        require_size(basic->physical);
    }
    if (const auto pages = parse_performance(answer)) {
        require_size(pages->commit_limit);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    // A separate copy, so that the sanitizer sees its end.
    const auto input = std::as_bytes(std::span(data, size)).subspan(1);
    const std::vector<std::byte> bytes(input.begin(), input.end());
    const PointerWidth width = (data[0] & 1U) != 0 ? PointerWidth::bits32 : PointerWidth::bits64;
    const SystemAnswer answer{bytes, std::uint64_t{data[0]} << 8U};
    check_processes(answer, width);
    check_tables(answer);
    return 0;
}
