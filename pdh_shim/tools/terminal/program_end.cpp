// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/terminal/program_end.h"

#include "base/version.h"

#include <exception>
#include <string_view>

namespace pdh_shim::tools::terminal {

namespace {

std::string_view meaning_of(ExitStatus status) {
    switch (status) {
    case ExitStatus::done:
        return "Done, or the reader of the output is gone.";
    case ExitStatus::cannot:
        return "It cannot be done; a line says why.";
    case ExitStatus::usage:
        return "The command line is wrong.";
    case ExitStatus::losses:
        return "Done, but something is missing in the output; a line says what.";
    case ExitStatus::nothing:
        return "There is nothing to do.";
    case ExitStatus::interrupted:
        break;
    }
    return "Stopped before the end; the output has what was done up to then.";
}

ExitStatus status_of(
    const std::function<ExitStatus()>& execute, const std::function<void(const ProgramError& error)>& say) {
    try {
        return execute();
    } catch (const OutputError&) {
        throw;
    } catch (const ProgramError& error) {
        say(error);
        return error.status();
    } catch (const std::exception& error) {
        say(ProgramError(error.what()));
        return ExitStatus::cannot;
    }
}

} // namespace

std::vector<std::string> exit_statuses(const std::vector<ExitStatus>& used) {
    std::vector<std::string> lines{"", "Exit status:"};
    for (const ExitStatus status : used) {
        const auto number = std::to_string(static_cast<int>(status));
        lines.push_back(
            std::string("  ").append(number).append(26 - number.size(), ' ').append(meaning_of(status)));
    }
    return lines;
}

int run_to_the_end(const std::function<ExitStatus()>& execute,
    const std::function<void(const ProgramError& error)>& say,
    const std::function<void(const std::string& text)>& say_on_stderr) {
    try {
        return static_cast<int>(status_of(execute, say));
    } catch (const OutputClosed&) {
        return static_cast<int>(ExitStatus::done);
    } catch (const OutputError& error) {
        say_on_stderr(error.what());
        return static_cast<int>(ExitStatus::cannot);
    }
}

std::string version_line(std::string_view program) {
    return std::string(program).append(" (pdh-shim) ").append(pdh_shim::version());
}

} // namespace pdh_shim::tools::terminal
