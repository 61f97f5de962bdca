// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/missing_counters.h"

#include "tools/command/arguments.h"

namespace pdh_shim::tools::command {

MissingPolicy parse_missing_policy(const std::string& word) {
    return one_of(word, "report", "ignore") == "ignore" ? MissingPolicy::ignore : MissingPolicy::report;
}

void MissingCounters::leave_out(const std::string& counter, const std::string& why) {
    constexpr std::size_t longest = 1000; // a file of another kind may have lines of any length
    const auto shown = counter.size() > longest ? counter.substr(0, longest) + "..." : counter;
    if (says_next()) {
        say(shown + " is left out: " + why);
    }
    all_.push_back({counter, why});
}

void MissingCounters::say_number_of_others() {
    if (says_all_ || all_.size() <= most_said) {
        return;
    }
    const std::size_t others = all_.size() - most_said;
    say(std::to_string(others) + (others == 1 ? " more counter is" : " more counters are") +
        " left out; -v names all of them.");
}

void MissingCounters::refuse(const std::string& counter, const std::string& why) {
    console_.warn(counter + " is left out: " + why);
    has_refused_ = true;
}

void MissingCounters::say(const std::string& text) {
    if (missing_ == MissingPolicy::report) {
        console_.warn(text);
    }
}

terminal::ExitStatus MissingCounters::status() const {
    const bool is_loss = has_refused_ || (!all_.empty() && missing_ == MissingPolicy::report);
    return is_loss && console_.audience() == Audience::system ? terminal::ExitStatus::losses
                                                              : terminal::ExitStatus::done;
}

} // namespace pdh_shim::tools::command
