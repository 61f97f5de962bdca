// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "core/sources.h"

#include "base/named_file.h"
#include "base/platform.h"
#include "base/trace.h"
#ifdef PDH_SHIM_HAS_LINUX
#include "source/linux/linux_source.h"
#endif
#ifdef PDH_SHIM_HAS_PCP
#include "source/pcp/pcp_machines.h"
#endif
#include "source/perfdata/perfdata_source.h"
#ifdef PDH_SHIM_HAS_PROVIDER
#include "source/provider/provider_source.h"
#include "source/provider/settings.h"
#endif
#include "source/script/json_tape.h"
#include "source/script/script_source.h"
#ifdef PDH_SHIM_HAS_REGISTRY
#include "source/registry/registry_source.h"
#endif
#ifdef PDH_SHIM_HAS_WINDOWS
#include "source/windows/windows_source.h"
#endif
#ifdef PDH_SHIM_HAS_WINHOST
#include "source/winhost/winhost_machines.h"
#endif

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace pdh_shim::core {
namespace {

using Sources = std::vector<std::shared_ptr<model::Source>>;
using MadeSource = Result<std::shared_ptr<model::Source>, Failure>;

MadeSource shared(Result<std::unique_ptr<model::Source>, Failure>&& made) {
    PDH_SHIM_TRY(std::shared_ptr<model::Source> source, std::move(made));
    return source;
}

#ifdef PDH_SHIM_HAS_LINUX
MadeSource make_linux(std::string_view /*argument*/, const SourceContext& context) {
    source::linux::LinuxOptions options;
    options.cgroup = context.cgroup;
    options.refuse_unmeasured = context.refuse_unmeasured;
    return source::linux::make_linux_source(context.root, context.clock, options);
}
#endif

MadeSource make_capture(std::string_view argument, const SourceContext& /*context*/) {
    return shared(source::perfdata::load_perfdata_source(std::string(argument)));
}

#ifdef PDH_SHIM_HAS_SCRIPT
constexpr std::string_view script_name = "script";
constexpr std::string_view blanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) noexcept {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text;
}

MadeSource make_script(std::string_view argument, const SourceContext& /*context*/) {
    const std::string_view text = without_blanks(argument);
    if (!text.starts_with('{')) {
        return shared(source::script::load_script_source(std::string(argument)));
    }
    return shared(within("script:{...}", source::script::make_script_source(text), ":"));
}

// A script's text itself contains commas and quotes.
Result<std::string, Failure> take_source(std::string_view& list) {
    const std::string_view name = list.substr(0, list.find(':'));
    const std::string_view text = without_blanks(list.substr(std::min(name.size() + 1, list.size())));
    if (name != script_name || !text.starts_with('{')) {
        return take_item(list);
    }
    const std::size_t length = source::script::object_length(text);
    std::string item(list.begin(), text.begin() + static_cast<std::ptrdiff_t>(length));
    list = without_blanks(text.substr(length));
    PDH_SHIM_CHECK(take_comma(list, "script:{...}"));
    return item;
}
#else
Result<std::string, Failure> take_source(std::string_view& list) {
    return take_item(list);
}
#endif

// A script's text would fill the log.
void log_start(std::string_view name, std::string_view argument) {
    if (trace::enabled(trace::Level::info)) {
        const std::string shown(argument.starts_with('{') ? "{...}" : argument);
        trace::write(
            trace::Level::info, "source started: " + std::string(name) + (shown.empty() ? "" : ":" + shown));
    }
}

#ifdef PDH_SHIM_HAS_PROVIDER
constexpr std::string_view provider_name = "provider";

MadeSource make_provider(std::string_view argument, const SourceContext& context) {
    return shared(source::provider::load_provider_source(std::string(argument), context.clock));
}

void add_titles_of(std::string_view item, ChosenSources& sources) {
    if (item.substr(0, item.find(':')) == provider_name) {
        sources.title_files.emplace_back(item.substr(provider_name.size() + 1));
    }
}

// What is registered for the system runs in the programs of every user: only its owner and root may change
// it.
bool is_safe_for_all(const std::string& file) {
    std::string reason = reason_for_distrust_by_anyone(file);
    if (const auto settings = source::provider::load_settings(file); settings && reason.empty()) {
        reason = reason_for_distrust_by_anyone(settings.value().library);
    }
    if (!reason.empty()) {
        trace::write(trace::Level::warning, file + ": its performance DLL is not loaded: " + reason);
    }
    return reason.empty();
}

// A registration of the user takes the place of one of the system with the same name.
std::map<std::string, std::string> registered_by_name() {
    std::map<std::string, std::string> registered;
    const auto files = make_file_system();
    const std::string own = source::provider::registrations_folder().value_or("");
    const std::string shared = source::provider::system_registrations_folder();
    // With `sudo -E` and `su` the home in the environment belongs to another user.
    for (const auto& [folder, reason] :
        {std::pair(own, reason_not_own(own)), std::pair(shared, reason_for_distrust_by_anyone(shared))}) {
        if (!reason.empty()) {
            trace::write(trace::Level::warning,
                std::string(folder).append(": its performance DLLs are not loaded: ").append(reason));
        } else if (files && !folder.empty()) {
            for (std::string& file : source::provider::registered_files(*files.value(), folder)) {
                if (folder != shared || is_safe_for_all(file)) {
                    registered.try_emplace(last_part(file), std::move(file));
                }
            }
        }
    }
    return registered;
}

void add_registered(const SourceContext& context, ChosenSources& sources) {
    for (const auto& [name, file] : registered_by_name()) {
        auto made = make_provider(file, context);
        if (!made) {
            trace::report(made.error());
            continue;
        }
        log_start(provider_name, file);
        sources.local.push_back(std::move(made).value());
        sources.title_files.push_back(file);
    }
}
#else
// They are in the registry.
void add_registered(const SourceContext& /*context*/, ChosenSources& /*sources*/) {}

void add_titles_of(std::string_view /*item*/, ChosenSources& /*sources*/) {}
#endif

#ifdef PDH_SHIM_HAS_REGISTRY
MadeSource make_registry(std::string_view /*argument*/, const SourceContext& context) {
    return shared(
        source::registry::make_registry_source(source::registry::make_performance_key(), context.clock));
}
#endif

#ifdef PDH_SHIM_HAS_WINDOWS
MadeSource make_windows(std::string_view /*argument*/, const SourceContext& context) {
    return source::windows::make_windows_source(source::windows::make_system_api(), context.clock);
}
#endif

constexpr std::string_view registered_name = "registered";

struct KnownSource {
    std::string_view name;
    MadeSource (*create)(std::string_view argument, const SourceContext& context);
    bool only_reads_data = false; // it loads no code and asks no one
};

// The only place that knows all sources.
constexpr std::array known_sources{
#ifdef PDH_SHIM_HAS_LINUX
    KnownSource{"linux", make_linux},
#endif
    KnownSource{"perfdata", make_capture, true},
#ifdef PDH_SHIM_HAS_SCRIPT
    KnownSource{script_name, make_script, true},
#endif
#ifdef PDH_SHIM_HAS_PROVIDER
    KnownSource{provider_name, make_provider},
#endif
#ifdef PDH_SHIM_HAS_REGISTRY
    KnownSource{"registry", make_registry},
#endif
#ifdef PDH_SHIM_HAS_WINDOWS
    KnownSource{"windows", make_windows},
#endif
};

MadeSource make_source(std::string_view item, const SourceContext& context) {
    const std::size_t colon = item.find(':');
    const std::string_view name = item.substr(0, colon);
    const std::string_view argument =
        colon == std::string_view::npos ? std::string_view{} : item.substr(colon + 1);
    for (const KnownSource& known : known_sources) {
        if (known.name == name) {
            MadeSource made = known.create(argument, context);
            if (made) {
                log_start(name, argument);
            }
            return made;
        }
    }
    return Failure(Status::invalid_datasource, "", "unknown source: " + std::string(item));
}

using RemoteSets = std::vector<std::shared_ptr<model::RemoteMachines>>;

Result<void, Failure> add_pcp(
    const std::vector<std::string>& hosts, const SourceContext& context, RemoteSets& remote) {
#ifdef PDH_SHIM_HAS_PCP
    source::pcp::PcpOptions options;
    options.timeout = context.remote_timeout;
    PDH_SHIM_TRY(remote.emplace_back(),
        source::pcp::make_pcp_machines(hosts, source::linux::described_objects(), context.clock, options));
    return outcome::success();
#else
    static_cast<void>(context);
    static_cast<void>(remote);
    return Failure(Status::invalid_datasource, hosts.empty() ? "pcp" : "host " + hosts.front(),
        "this library was built without Performance Co-Pilot");
#endif
}

#ifdef PDH_SHIM_HAS_WINHOST
// A section of the hosts file says who asks its host.
Result<void, Failure> add_winhost(
    const std::vector<std::string>& chosen, const SourceContext& context, RemoteSets& remote) {
    PDH_SHIM_TRY(auto hosts, source::winhost::load_hosts());
    std::vector<std::string> of_pcp;
    std::vector<std::string> of_windows;
    for (const std::string& name : chosen) {
        const auto* const section = hosts.find(name);
        const bool is_pcp = section != nullptr && section->engine == source::winhost::Engine::pcp;
        (is_pcp ? of_pcp : of_windows).push_back(name);
    }
    bool has_windows = !of_windows.empty();
    for (const auto& section : hosts.sections()) {
        const bool is_pcp = section.engine == source::winhost::Engine::pcp;
        has_windows = has_windows || (chosen.empty() && !is_pcp);
        if (chosen.empty() && is_pcp) {
            of_pcp.push_back(section.name);
        }
    }
    if (!of_pcp.empty()) {
        PDH_SHIM_CHECK(add_pcp(of_pcp, context, remote));
    }
    if (has_windows || of_pcp.empty()) {
        source::winhost::WinhostOptions options;
        options.timeout = context.remote_timeout;
        PDH_SHIM_TRY(remote.emplace_back(),
            source::winhost::make_winhost_machines(of_windows, std::move(hosts), context.clock, options));
    }
    return outcome::success();
}
#endif

/// A source of other computers, of which an item and those behind it name some.
struct RemoteSource {
    std::string_view name;
    Result<void, Failure> (*add)(
        const std::vector<std::string>& hosts, const SourceContext& context, RemoteSets& remote);
};

constexpr std::array remote_sources{
    RemoteSource{"pcp", add_pcp},
#ifdef PDH_SHIM_HAS_WINHOST
    RemoteSource{"winhost", add_winhost},
#endif
};

const RemoteSource* find_remote(std::string_view item) {
    const std::string_view name = item.substr(0, item.find(':'));
    const auto* const found = std::ranges::find(remote_sources, name, &RemoteSource::name);
    return found == remote_sources.end() ? nullptr : found;
}

bool is_source(std::string_view item) {
    const std::string_view name = item.substr(0, item.find(':'));
    return name == registered_name || find_remote(item) != nullptr ||
           std::ranges::find(known_sources, name, &KnownSource::name) != known_sources.end();
}

// The hosts and files of an item such as `pcp:...`: those in it, and the items behind it that do not name a
// source.
Result<std::vector<std::string>, Failure> take_hosts(std::string_view own, std::string_view& list) {
    std::vector<std::string> hosts;
    while (!own.empty()) {
        PDH_SHIM_TRY(hosts.emplace_back(), take_item(own));
    }
    while (!hosts.empty() && !list.empty() && !is_source(list.substr(0, list.find(',')))) {
        PDH_SHIM_TRY(hosts.emplace_back(), take_item(list));
    }
    return hosts;
}

Result<bool, Failure> add_remote(
    std::string_view item, std::string_view& list, const SourceContext& context, ChosenSources& sources) {
    const RemoteSource* const remote = find_remote(item);
    if (remote == nullptr) {
        return false;
    }
    const std::string_view own = item.substr(std::min(remote->name.size() + 1, item.size()));
    PDH_SHIM_TRY(const auto hosts, take_hosts(own, list));
    PDH_SHIM_CHECK(remote->add(hosts, context, sources.remote));
    log_start(remote->name, own);
    return true;
}

Result<void, Failure> add_next(std::string_view& list, const SourceContext& context, ChosenSources& sources) {
    PDH_SHIM_TRY(const std::string item, take_source(list));
    if (item == registered_name) {
        add_registered(context, sources);
        return outcome::success();
    }
    PDH_SHIM_TRY(const bool is_remote, add_remote(item, list, context, sources));
    if (!is_remote) {
        PDH_SHIM_TRY(auto made, make_source(item, context));
        sources.local.push_back(std::move(made));
        add_titles_of(item, sources);
    }
    return outcome::success();
}

// The rest of an item after its first quote, which is already removed. Two quotes mean one.
Result<std::string, Failure> take_quoted(std::string_view& list) {
    std::string item;
    for (std::size_t quote = list.find('"'); quote != std::string_view::npos; quote = list.find('"')) {
        item += list.substr(0, quote);
        list.remove_prefix(quote + 1);
        if (!list.starts_with('"')) {
            return item;
        }
        item += '"';
        list.remove_prefix(1);
    }
    return Failure(Status::invalid_datasource, "", "a quote is missing behind: " + item);
}

} // namespace

Result<std::string, Failure> take_item(std::string_view& list) {
    std::string item;
    if (list.starts_with('"')) {
        list.remove_prefix(1);
        PDH_SHIM_TRY(auto quoted, take_quoted(list));
        item = std::move(quoted);
    } else {
        const std::size_t comma = std::min(list.find(','), list.size());
        item = list.substr(0, comma);
        list.remove_prefix(comma);
    }
    PDH_SHIM_CHECK(take_comma(list, item));
    return item;
}

Result<void, Failure> take_comma(std::string_view& list, std::string_view item) {
    if (!list.empty() && !list.starts_with(',')) {
        return Failure(Status::invalid_datasource, "", "a comma is missing behind: " + std::string(item));
    }
    list.remove_prefix(std::min<std::size_t>(list.size(), 1));
    return outcome::success();
}

#ifdef PDH_SHIM_HAS_WINDOWS
std::string_view default_source() {
    if (platform::has_linux_files()) {
        return "linux,windows"; // which has what a sandbox hides of the files
    }
    switch (source::registry::look_at(*source::registry::make_performance_key())) {
    case source::registry::Contents::machine:
        return "registry";
    case source::registry::Contents::others:
        return "windows,registry";
    default:
        return "windows";
    }
}
#else
std::string_view default_source() {
    return platform::has_linux_files() ? "linux,registered" : ""; // or programs add theirs
}
#endif

bool is_source_of_data(std::string_view name) noexcept {
    const std::size_t colon = name.find(':');
    return colon != std::string_view::npos &&
           std::ranges::any_of(known_sources, [source = name.substr(0, colon)](const KnownSource& known) {
               return known.only_reads_data && known.name == source;
           });
}

Result<std::shared_ptr<model::Source>> make_source_of_data(
    std::string_view name, const SourceContext& context) {
    auto made = make_source(name, context);
    if (made) {
        return std::move(made).value();
    }
    switch (const Status status = trace::report(made.error())) {
    case Status::memory_allocation_failure:
    case Status::file_not_found:
        return status;
    default:
        return Status::invalid_datasource;
    }
}

Result<ChosenSources> make_sources(std::string_view list, const SourceContext& context) {
    ChosenSources sources;
    while (!list.empty()) {
        if (const auto added = add_next(list, context, sources); !added) {
            // After a shortage the same source can be chosen again.
            const Status status = trace::report(added.error());
            return status == Status::memory_allocation_failure ? status : Status::invalid_datasource;
        }
    }
    if (sources.local.empty() && sources.remote.empty()) {
        return trace::report(Failure(Status::invalid_datasource, "", "no source was chosen"));
    }
    return sources;
}

} // namespace pdh_shim::core
