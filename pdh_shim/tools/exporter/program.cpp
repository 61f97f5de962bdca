// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/program.h"

#include "tools/terminal/own_files.h"

#include <pdh_shim/control.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <sys/stat.h>
#include <thread>
#include <utility>

namespace pdh_shim::tools::exporter {

namespace {

using terminal::ExitStatus;

struct OptionRow {
    std::string_view name;
    std::string_view value; // empty = none
    std::string_view help;
    void (*apply)(Options& options, const std::string& value);
};

constexpr std::array option_rows = {
    OptionRow{"web.listen-address", "ADDRESS:PORT", "Where to listen (127.0.0.1:9926).",
        [](Options& options, const std::string& value) { options.listen.address = value; }},
    OptionRow{"config", "FILE",
        "What is collected, and of which targets (a set of objects of this computer).",
        [](Options& options, const std::string& value) { options.config = value; }},
    OptionRow{"web.config.file", "FILE", "TLS and passwords, as Prometheus' exporters have them.",
        [](Options& options, const std::string& value) { options.web = value; }},
    OptionRow{"web.insecure-any-address", "", "Listens at any address, also without TLS and a password.",
        [](Options& options, const std::string&) { options.listen.is_any_address_allowed = true; }},
    OptionRow{"check", "", "Checks the configuration, and says what of it is not there.",
        [](Options& options, const std::string&) { options.mode = Mode::check; }},
    OptionRow{"list", "", "Lists counters with their series, and what each counter type becomes.",
        [](Options& options, const std::string&) { options.mode = Mode::list; }},
    OptionRow{"textfile", "FILE",
        "Writes the metrics once, for node_exporter's textfile collector (- = here).",
        [](Options& options, const std::string& value) {
            options.mode = Mode::textfile;
            options.textfile = value;
        }},
    OptionRow{"help", "", "Shows this help.",
        [](Options& options, const std::string&) { options.mode = Mode::help; }},
    OptionRow{"version", "", "Shows the version.",
        [](Options& options, const std::string&) { options.mode = Mode::version; }}};

const OptionRow& row_of(const std::string& argument) {
    const auto name =
        argument == "-?" ? "--help" : argument.substr(0, argument.find('=')); // as the other tools have it
    const auto* const row = std::ranges::find_if(
        option_rows, [&name](const OptionRow& one) { return name == "--" + std::string(one.name); });
    if (row == option_rows.end()) {
        throw terminal::UsageError("'" + argument + "' is not an option; --help shows them.");
    }
    return *row;
}

// The value of an option, behind its `=` or in the next argument.
std::string take_value(const OptionRow& row, std::vector<std::string>::const_iterator& argument,
    std::vector<std::string>::const_iterator end) {
    const auto name = "--" + std::string(row.name);
    const auto equals = argument->find('=');
    std::string value = equals == std::string::npos ? "" : argument->substr(equals + 1);
    if (row.value.empty()) {
        if (equals != std::string::npos) {
            throw terminal::UsageError(name + " has no value.");
        }
        return value;
    }
    if (equals == std::string::npos && argument + 1 != end) {
        value = *++argument;
    }
    if (value.empty()) {
        throw terminal::UsageError(name + " needs a value: " + std::string(row.value) + '.');
    }
    return value;
}

Config config_of(const Options& options) {
    return parse_config(options.config, options.config.empty() ? "" : read_config_file(options.config));
}

WebConfig web_of(const Options& options) {
    return options.web.empty() ? WebConfig() : parse_web_config(options.web, read_config_file(options.web));
}

void say_ignored(const Config& config, const Worker::Log& log) {
    for (const auto& key : config.ignored) {
        log(key + " is ignored: only collector.performancecounter is known of windows_exporter's keys");
    }
}

// Other computers are asked through Performance Co-Pilot, unless the environment says which sources there
// are.
void use_sources(const Config& config, const Worker::Log& log) {
    const bool has_computers = std::ranges::any_of(
        config.targets, [](const auto& target) { return !target.second.computer.empty(); });
    const bool is_said = std::getenv("PDH_SHIM_SOURCE") != nullptr; // NOLINT(concurrency-mt-unsafe)
    if (!has_computers || is_said) {
        return;
    }
    if (const auto status = pdh_shim_set_sources("linux,registered,pcp"); status != ERROR_SUCCESS) {
        log("no other computer can be asked: " + reason_of(status));
    }
}

// Changes when a file does, or its name leads to another one.
std::string stamp_of(const std::vector<std::string>& files) {
    std::string stamp;
    for (const auto& file : files) {
        struct stat status = {};
        if (!file.empty() && stat(file.c_str(), &status) == 0) {
            for (const auto number : {static_cast<std::int64_t>(status.st_mtim.tv_sec),
                     static_cast<std::int64_t>(status.st_mtim.tv_nsec),
                     static_cast<std::int64_t>(status.st_size), static_cast<std::int64_t>(status.st_ino)}) {
                stamp += std::to_string(number) + ' ';
            }
        }
        stamp += '\n';
    }
    return stamp;
}

ExitStatus check(
    const Options& options, const std::function<void(const std::string&)>& write, const Worker::Log& log) {
    const auto config = config_of(options);
    check_files(web_of(options));
    say_ignored(config, log);
    use_sources(config, log);
    bool is_whole = true;
    const auto try_target = [&](const std::string& name, const Module& module, const Target& target) {
        Scrape scrape(module, target);
        (void)scrape.collect(Scrape::Clock::now());
        for (const auto& problem : scrape.problems()) {
            log(std::string(name).append(": ").append(problem));
            is_whole = false;
        }
    };
    try_target(local_name, config.modules.at(std::string(default_module)), {});
    for (const auto& [name, target] : config.targets) {
        try_target(name, config.modules.at(target.module), target);
    }
    write(is_whole ? "The configuration is right.\n"
                   : "The configuration is right, but not all of it is there.\n");
    return is_whole ? ExitStatus::done : ExitStatus::losses;
}

ExitStatus list(const Options& options, const std::function<void(const std::string&)>& write) {
    const auto config = config_of(options);
    Scrape scrape(config.modules.at(std::string(default_module)), {});
    (void)scrape.collect(Scrape::Clock::now());
    std::string text;
    for (const auto& counter : scrape.listed()) {
        text.append(counter.path).append("\t").append(counter.type);
        for (const auto& series : counter.series) {
            text.append("\t").append(series);
        }
        text += '\n';
    }
    text += "\ncounter type\tTYPE\tvalue\tPromQL for PDH's value, where S is the name without suffix\n";
    constexpr std::array kinds = {"-", "gauge", "counter", "summary"};
    for (const auto& row : type_rows()) {
        text.append(row.constant)
            .append("\t")
            .append(kinds.at(static_cast<std::size_t>(row.metric)))
            .append("\t");
        text.append(row.what).append("\t").append(row.query.empty() ? "-" : row.query) += '\n';
    }
    write(text);
    return ExitStatus::done;
}

ExitStatus write_textfile(
    const Options& options, const std::function<void(const std::string&)>& write, const Worker::Log& log) {
    const auto config = config_of(options);
    say_ignored(config, log);
    Scrape scrape(config.modules.at(std::string(default_module)), {});
    bool is_up = scrape.collect(Scrape::Clock::now());
    if (is_up && scrape.needs_two()) {
        constexpr std::chrono::milliseconds between{1100};
        std::this_thread::sleep_for(between);
        is_up = scrape.collect(Scrape::Clock::now());
    }
    for (const auto& problem : scrape.problems()) {
        log(problem);
    }
    std::string text;
    if (is_up) {
        scrape.append(text, Format::text);
    }
    append_own(text, {.target = local_name, .is_last_reload_good = {}}, is_up, scrape.is_limited());
    if (options.textfile == "-") {
        write(text);
    } else {
        terminal::replace_own_file(options.textfile, text, true);
    }
    return is_up && scrape.problems().empty() ? ExitStatus::done : ExitStatus::losses;
}

// The first answer is ready, or nearly so, and what is of two samples has its first one.
void prepare(Targets& targets) {
    (void)targets.local()->ask({}, Scrape::Clock::time_point::max(), [](const Answer&) {});
}

ExitStatus serve(const Options& options, const Worker::Log& log) {
    // For all threads, which inherit this: one call takes them.
    sigset_t signals = {};
    sigemptyset(&signals);
    for (const int number : {SIGHUP, SIGINT, SIGTERM}) {
        sigaddset(&signals, number);
    }
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);

    static std::atomic<bool> is_last_reload_good = true; // of workers that outlive this
    const auto is_good = [] { return is_last_reload_good.load(); };
    // A stamp is taken before its file is read: what changes in between is read again.
    const std::vector own = {options.config, options.web};
    auto stamp = stamp_of(own);
    const auto web = web_of(options);
    auto web_files = web.files();
    stamp += stamp_of(web_files);
    auto config = config_of(options);
    say_ignored(config, log);
    use_sources(config, log);
    auto targets = std::make_shared<Targets>(std::move(config), is_good, log);
    Server server(options.listen, web, targets, log);
    prepare(*targets);
    targets = nullptr;
    log("listens at " + server.address());

    while (true) {
        const timespec second = {.tv_sec = 1, .tv_nsec = 0};
        const int number = sigtimedwait(&signals, nullptr, &second);
        if (number == SIGINT || number == SIGTERM) {
            return ExitStatus::done;
        }
        const auto newest = stamp_of(own);
        const auto of_web = stamp_of(web_files);
        if (number != SIGHUP && newest + of_web == stamp) {
            continue;
        }
        stamp = newest + of_web;
        try {
            auto new_config = config_of(options);
            const auto new_web = web_of(options);
            const auto new_files = new_web.files();
            const auto of_new = stamp_of(new_files);
            server.set_web(new_web);
            web_files = new_files;
            stamp = newest + of_new;
            say_ignored(new_config, log);
            use_sources(new_config, log);
            is_last_reload_good = true; // the first answer says so
            targets = std::make_shared<Targets>(std::move(new_config), is_good, log);
            prepare(*targets);
            server.set_targets(std::exchange(targets, nullptr));
            log("has read its configuration anew");
        } catch (const std::exception& error) { // also if there is no memory, or no thread
            is_last_reload_good = false;
            log(std::string(error.what()) + "; the configuration stays as it was");
        }
    }
}

} // namespace

Options parse_options(const std::vector<std::string>& arguments) {
    Options options;
    for (auto argument = arguments.begin(); argument != arguments.end(); ++argument) {
        const auto& row = row_of(*argument);
        row.apply(options, take_value(row, argument, arguments.end()));
        if (options.mode == Mode::help || options.mode == Mode::version) {
            break;
        }
    }
    return options;
}

std::string help() {
    std::string text =
        "pdh-exporter [OPTIONS]\n\n"
        "Gives performance counters to Prometheus, at /metrics, and those of configured targets at\n"
        "/probe?target=NAME.\n\nOptions:\n";
    for (const auto& row : option_rows) {
        auto left = "  --" + std::string(row.name) + (row.value.empty() ? "" : ' ' + std::string(row.value));
        constexpr std::size_t column = 36;
        left.append(left.size() < column ? column - left.size() : 1, ' ');
        text.append(left).append(row.help) += '\n';
    }
    for (const auto& line : terminal::exit_statuses(
             {ExitStatus::done, ExitStatus::cannot, ExitStatus::usage, ExitStatus::losses})) {
        text.append(line) += '\n';
    }
    return text + "\nExamples:\n  pdh-exporter --config /etc/pdh-exporter.yml &\n  curl "
                  "http://127.0.0.1:9926/metrics\n";
}

terminal::ExitStatus run(const Options& options, const std::function<void(const std::string& text)>& write,
    const Worker::Log& log) {
    try {
        switch (options.mode) {
        case Mode::help:
            write(help());
            break;
        case Mode::version:
            write(terminal::version_line("pdh-exporter") + '\n');
            break;
        case Mode::check:
            return check(options, write, log);
        case Mode::list:
            return list(options, write);
        case Mode::textfile:
            return write_textfile(options, write, log);
        case Mode::serve:
            return serve(options, log);
        }
        return ExitStatus::done;
    } catch (const ConfigError& error) {
        throw terminal::UsageError(error.what());
    }
}

} // namespace pdh_shim::tools::exporter
