// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/missing_counters.h"

#include "tools/command/arguments.h"

namespace pdh_shim::tools::command {

Missing parse_missing(const std::string& word) {
    return one_of(word, "report", "ignore") == "ignore" ? Missing::ignore : Missing::report;
}

void MissingCounters::leave_out(const std::string& counter, const std::string& why) {
    constexpr std::size_t longest = 1000; // a file of another kind may have lines of any length
    const auto shown = counter.size() > longest ? counter.substr(0, longest) + "..." : counter;
    has_any_ = true;
    say(shown + " is left out: " + why);
}

void MissingCounters::say(const std::string& text) {
    if (missing_ == Missing::report) {
        console_.warn(text);
    }
}

terminal::Exit MissingCounters::status() const {
    const bool is_loss = has_any_ && missing_ == Missing::report && console_.reader() == Reader::system;
    return is_loss ? terminal::Exit::losses : terminal::Exit::done;
}

} // namespace pdh_shim::tools::command
