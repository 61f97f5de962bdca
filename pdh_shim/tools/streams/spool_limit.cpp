// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/streams/spool_file.h"
#include "tools/terminal/program_end.h"

#include <charconv>
#include <cstdlib>

namespace pdh_shim::tools::streams {

namespace {

// The library says it where the variable is wrong.
std::uint64_t limit_of(const char* variable, std::uint64_t mebibytes) {
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;
    constexpr std::uint64_t most = 1'048'576;
    if (const char* const set = std::getenv(variable)) {
        const std::string_view text(set);
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const bool is_number = error == std::errc() && end == text.data() + text.size();
        mebibytes = is_number && number >= 1 && number <= most ? number : mebibytes;
    }
    return mebibytes * mebibyte;
}

} // namespace

std::uint64_t spool_limit() {
    return limit_of("PDH_SHIM_DISK_LIMIT", 4096);
}

std::uint64_t decoder_limit() {
    return limit_of("PDH_SHIM_MEMORY_LIMIT", 512);
}

void SpoolFile::check_size(std::uint64_t bytes) const {
    if (bytes > spool_limit()) {
        throw terminal::ProgramError("A temporary file would need more than " +
                                     std::to_string(spool_limit() >> 20U) +
                                     " MiB; PDH_SHIM_DISK_LIMIT in the environment allows more.");
    }
    if (bytes > room_) {
        throw terminal::ProgramError(
            "A temporary file would need more than half of what was free in its folder (" +
            std::to_string(room_ >> 20U) + " MiB); TMPDIR in the environment names another folder.");
    }
}

} // namespace pdh_shim::tools::streams
