// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Templates of Performance Monitor come from anywhere. Properties: one is refused with a reason, or becomes a
// set that is read from its file as it was; its own template, if it has one, is read as the same set.
#include "require.h"
#include "tools/logman/set_file.h"
#include "tools/logman/template.h"
#include "tools/terminal/program_end.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace pdh_shim::tools;

namespace {

void check_template(std::string_view bytes) {
    try {
        const auto imported = logman::read_template("fuzz", bytes, "/here");
        require(logman::parse_set("fuzz", logman::set_text(imported.set)) == imported.set);
        const auto exported = logman::template_of(imported.set);
        const auto again = logman::read_template("fuzz", exported.text, "/here");
        require(again.set.counters.size() == imported.set.counters.size());
        require(again.set.interval == imported.set.interval);
    } catch (const terminal::ProgramError& failure) {
        require(!std::string_view(failure.what()).empty());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(data, data + size);
    check_template(bytes);
    return 0;
}
