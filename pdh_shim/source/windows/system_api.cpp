// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/windows/system_api.h"

#include "base/bytes.h"

namespace pdh_shim::source::windows {
namespace {

using calc::bounded;

constexpr std::size_t processor_size = 48; // class 8
constexpr std::size_t processor_kernel = 8;
constexpr std::size_t processor_user = 16;

constexpr std::size_t power_size = 24;
constexpr std::size_t power_highest = 4;
constexpr std::size_t power_limit = 12;

constexpr std::size_t basic_page_size = 8; // class 0
constexpr std::size_t basic_physical = 12;

constexpr std::size_t performance_available = 0x2C; // class 2
constexpr std::size_t performance_committed = 0x30;
constexpr std::size_t performance_limit = 0x34;

} // namespace

std::vector<ProcessorTimes> parse_processors(const SystemAnswer& answer) {
    ByteReader reader(answer.bytes);
    std::vector<ProcessorTimes> processors(answer.bytes.size() / processor_size);
    for (std::size_t i = 0; i < processors.size(); ++i) {
        const std::size_t at = i * processor_size;
        processors[i] = {.idle = bounded(reader.i64(at)),
            .kernel = bounded(reader.i64(at + processor_kernel)),
            .user = bounded(reader.i64(at + processor_user))};
    }
    return processors;
}

std::vector<ProcessorPower> parse_power(const SystemAnswer& answer) {
    ByteReader reader(answer.bytes);
    std::vector<ProcessorPower> processors(answer.bytes.size() / power_size);
    for (std::size_t i = 0; i < processors.size(); ++i) {
        const std::size_t at = i * power_size;
        processors[i] = {
            .highest_mhz = reader.u32(at + power_highest), .limit_mhz = reader.u32(at + power_limit)};
    }
    return processors;
}

std::optional<BasicInformation> parse_basic(const SystemAnswer& answer) {
    ByteReader reader(answer.bytes);
    const BasicInformation basic{
        .page_size = reader.u32(basic_page_size), .physical = reader.u32(basic_physical)};
    return reader.ok() ? std::optional(basic) : std::nullopt;
}

std::optional<MemoryPages> parse_performance(const SystemAnswer& answer) {
    ByteReader reader(answer.bytes);
    const MemoryPages pages{.available = reader.u32(performance_available),
        .committed = reader.u32(performance_committed),
        .commit_limit = reader.u32(performance_limit)};
    return reader.ok() ? std::optional(pages) : std::nullopt;
}

} // namespace pdh_shim::source::windows
