// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "../../base/process_answers.h"
#include "source/windows/system_api.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace answers {

using namespace pdh_shim::source::windows;
using pdh_shim::PointerWidth;

inline Bytes processors(const std::vector<ProcessorTimes>& times) {
    Bytes bytes;
    ByteWriter writer(bytes);
    for (const ProcessorTimes& processor : times) {
        writer.i64(processor.idle);
        writer.i64(processor.kernel);
        writer.i64(processor.user);
        writer.zeros(24);
    }
    return bytes;
}

inline Bytes power(const std::vector<ProcessorPower>& processors) {
    Bytes bytes;
    ByteWriter writer(bytes);
    std::uint32_t number = 0;
    for (const ProcessorPower& processor : processors) {
        writer.u32(number++);
        writer.u32(static_cast<std::uint32_t>(processor.highest_mhz));
        writer.u32(static_cast<std::uint32_t>(processor.highest_mhz)); // the present one
        writer.u32(static_cast<std::uint32_t>(processor.limit_mhz));
        writer.zeros(8);
    }
    return bytes;
}

inline Bytes basic(const BasicInformation& information, PointerWidth width) {
    Bytes bytes(width == PointerWidth::bits64 ? 64 : 44);
    ByteWriter writer(bytes);
    writer.set_u32(8, static_cast<std::uint32_t>(information.page_size));
    writer.set_u32(12, static_cast<std::uint32_t>(information.physical));
    return bytes;
}

inline Bytes performance(const MemoryPages& pages) {
    Bytes bytes(312);
    ByteWriter writer(bytes);
    writer.set_u32(0x2C, static_cast<std::uint32_t>(pages.available));
    writer.set_u32(0x30, static_cast<std::uint32_t>(pages.committed));
    writer.set_u32(0x34, static_cast<std::uint32_t>(pages.commit_limit));
    return bytes;
}

} // namespace answers
