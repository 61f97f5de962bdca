// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Files of sets and states may be damaged. Properties: a set is refused with a reason, or written so that it
// is read as the same; a state is read as the same after it was written.
#include "require.h"
#include "tools/logman/run_state.h"
#include "tools/logman/set_file.h"
#include "tools/terminal/program_end.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace pdh_shim::tools;

namespace {

void check_set_file(std::string_view bytes) {
    try {
        const std::string text = logman::set_text(logman::parse_set("fuzz", bytes));
        require(logman::set_text(logman::parse_set("fuzz", text)) == text);
    } catch (const terminal::ProgramError& failure) {
        require(!std::string_view(failure.what()).empty());
    }
}

void check_state(std::string_view bytes) {
    const std::string text = logman::state_text(logman::parse_state(bytes));
    require(logman::parse_state(text).since == logman::parse_state(bytes).since);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(data, data + size);
    check_set_file(bytes);
    check_state(bytes);
    return 0;
}
