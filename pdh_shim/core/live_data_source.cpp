// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "core/live_data_source.h"

#include "base/failure_log.h"
#include "base/named_file.h"
#include "base/platform.h"
#include "base/text.h"
#include "base/trace.h"
#include "source/plugin/plugin_source.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <optional>

namespace pdh_shim::core {
namespace {

std::u16string local_machine_name() {
    std::u16string name;
    append_utf8_lossy(name, platform::machine_name());
    return name;
}

std::shared_ptr<const model::Catalogue> whole_catalogue(model::Source& source) {
    return source.catalogue();
}

/// By its English name.
bool has_counter(const model::Catalogue& catalogue, const path::CounterPath& path) {
    const auto object = std::ranges::find_if(
        catalogue.objects, [&](const auto& one) { return equal_folded(one.name, path.object); });
    return object != catalogue.objects.end() && std::ranges::any_of(object->counters, [&](const auto& one) {
        return equal_folded(one.name, path.counter);
    });
}

/// The English name of an object, which sources look for; empty if only their catalogues have it.
std::u16string english_name(std::u16string_view object) {
    const auto number = parse_decimal(object);
    return std::u16string(number ? names::TitleDatabase::english().name(*number).value_or(u"") : object);
}

/// A machine, and the one that it takes the place of.
using NewAndOld = std::pair<std::shared_ptr<const machine::Machine>, std::shared_ptr<const machine::Machine>>;

} // namespace

LiveDataSource::LiveDataSource(LiveSettings settings)
    : machine::DataSource(settings.context.clock), context_(std::move(settings.context)),
      itself_(local_machine_name, platform::full_host_names) {
    state_.with([&settings](LiveState& state) {
        state.source_list = std::move(settings.sources);
        state.title_files = std::move(settings.title_files);
        state.localization.language = settings.language;
    });
}

LiveDataSource::LiveDataSource(Clock& clock, std::shared_ptr<model::Source> source)
    : LiveDataSource(LiveSettings{.context = {clock, ""}, .sources = "", .title_files = ""}) {
    state_.with([&source](LiveState& state) {
        state.chosen.push_back(std::move(source));
        state.started = true;
    });
}

LiveDataSource::~LiveDataSource() {
    auto added = state_.with([](LiveState& state) { return std::exchange(state.added, {}); });
    if (!added.empty()) {
        // The program's own sources are leaked: closing them would call functions that may be gone.
        static_cast<void>(new (std::nothrow) auto(std::move(added)));
    }
}

Result<std::vector<std::u16string>> LiveDataSource::machines() {
    PDH_SHIM_CHECK(start());
    std::vector<std::u16string> names{itself_.name()};
    for (const auto& remote : remote_machines()) {
        std::ranges::move(remote->names(), std::back_inserter(names));
    }
    return names;
}

Result<std::shared_ptr<const machine::Machine>> LiveDataSource::machine(std::u16string_view name) {
    PDH_SHIM_CHECK(start());
    if (means_this_computer(name)) {
        return whole_machine();
    }
    PDH_SHIM_TRY(std::shared_ptr<model::Source> source, connect(name));
    return remote_machine(source, name, &Machines::all, whole_catalogue);
}

Result<std::shared_ptr<const machine::Machine>> LiveDataSource::machine_of(const path::CounterPath& path) {
    PDH_SHIM_CHECK(start());
    if (!means_this_computer(path.machine)) {
        return remote_machine_of(path);
    }
    if (needs_all()) {
        return whole_machine();
    }
    // The first source with the counter wins: those behind it need not look for it.
    return machine_with(&Machines::brief, [&path, found = false](model::Source& source) mutable {
        auto catalogue =
            found ? source.catalogue_for(u"", u"") : source.catalogue_for(path.object, path.counter);
        found = found || has_counter(*catalogue, path);
        return catalogue;
    });
}

// A computer that does not answer now is asked at each collect, if its source knows the object without it.
Result<std::shared_ptr<const machine::Machine>> LiveDataSource::remote_machine_of(
    const path::CounterPath& path) {
    const auto connected = connect(path.machine);
    auto source = connected ? connected.value() : find_remote(path.machine);
    if (source == nullptr) {
        return Status::cstatus_no_machine;
    }
    auto machine = remote_machine(source, path.machine, &Machines::brief,
        [&](model::Source& asked) { return catalogue_for(asked, path.object, path.counter); });
    // It may have ceased to answer meanwhile.
    if (!machine->find_object(path.object) && (!connected || !connect(path.machine))) {
        return Status::cstatus_no_machine;
    }
    return machine;
}

Result<std::shared_ptr<const machine::Machine>> LiveDataSource::machine_with(
    std::u16string_view name, std::u16string_view object) {
    PDH_SHIM_CHECK(start());
    if (means_this_computer(name)) {
        const std::u16string english = english_name(object);
        if (english.empty() || needs_all()) {
            return whole_machine();
        }
        return machine_with(
            &Machines::brief, [&english](model::Source& asked) { return asked.catalogue_for(english, u""); });
    }
    PDH_SHIM_TRY(std::shared_ptr<model::Source> source, connect(name));
    if (!source->has_own_titles()) {
        return remote_machine(source, name, &Machines::all, whole_catalogue);
    }
    auto machine = remote_machine(source, name, &Machines::brief,
        [&](model::Source& asked) { return catalogue_for(asked, object, u""); });
    if (!machine->find_object(object)) { // it may have ceased to answer meanwhile
        PDH_SHIM_CHECK(connect(name));
    }
    return machine;
}

// A source knows objects by their English names. In its own language a computer may have one name for
// several.
std::shared_ptr<const model::Catalogue> LiveDataSource::catalogue_for(
    model::Source& source, std::u16string_view object, std::u16string_view counter) {
    const std::uint32_t language =
        state_.with([](const LiveState& state) { return state.localization.language; });
    if (source.has_own_titles() && !names::is_english(language)) {
        const auto titles = source.titles(language);
        if (const names::Language* const local = titles->find(language)) {
            for (const auto& [index, title] : local->by_index) {
                if (equal_folded(title.translation.name, object)) {
                    static_cast<void>(source.catalogue_for(title.english, u""));
                }
            }
        }
    }
    return source.catalogue_for(object, counter);
}

std::shared_ptr<model::Source> LiveDataSource::awaited(std::u16string_view machine) {
    return means_this_computer(machine) ? nullptr : find_remote(machine);
}

std::shared_ptr<const machine::Machine> LiveDataSource::whole_machine() {
    return machine_with(&Machines::all, whole_catalogue);
}

LiveDataSource::RemoteMachineSets LiveDataSource::remote_machines() {
    return state_.with([](const LiveState& state) { return state.remote; });
}

bool LiveDataSource::means_this_computer(std::u16string_view name) {
    const std::u16string_view computer = path::without_backslashes(name);
    if (computer.empty()) {
        return true;
    }
    const bool has_sources =
        state_.with([](const LiveState& state) { return !state.active_sources().empty(); });
    if (!has_sources || machine::ThisComputer::is_here(computer)) {
        return has_sources;
    }
    return itself_.is_called(computer) &&
           std::ranges::none_of(
               remote_machines(), [computer](const auto& remote) { return remote->is_chosen(computer); });
}

// Who takes this computer for another one has to see its names.
void LiveDataSource::keep_reason(const Failure& failure, std::u16string_view computer) const {
    if (!itself_.resembles(computer)) {
        keep_last_failure(failure);
        return;
    }
    keep_last_failure({failure.status(), std::string(failure.where()),
        std::string(failure.what()) + "; this computer is called " + itself_.names()});
}

Result<std::shared_ptr<model::Source>> LiveDataSource::connect(std::u16string_view name) {
    const RemoteMachineSets remotes = remote_machines();
    const std::u16string_view computer = path::without_backslashes(name);
    if (remotes.empty()) {
        std::string reason = "the chosen sources ask no other computers";
#ifdef PDH_SHIM_HAS_PCP
        reason += "; with PDH_SHIM_SOURCE=linux,pcp:";
        append_utf16_lossy(reason, computer);
        reason += " the source pcp asks this one";
#endif
        keep_reason({Status::cstatus_no_machine, "", std::move(reason)}, computer);
    }
    bool has_reason = false;
    for (const auto& remote : remotes) {
        auto source = remote->connect(computer);
        if (source) {
            return std::move(source).value();
        }
        // Those that asked the computer know more than those that may not ask it.
        if (!has_reason || remote->find(computer) != nullptr) {
            keep_reason(source.error(), computer);
            has_reason = true;
        }
    }
    return Status::cstatus_no_machine;
}

std::shared_ptr<model::Source> LiveDataSource::find_remote(std::u16string_view name) {
    for (const auto& remote : remote_machines()) {
        if (auto source = remote->find(path::without_backslashes(name))) {
            return source;
        }
    }
    return nullptr;
}

// If all catalogues are known already, a second machine costs more. A translated name needs them all.
bool LiveDataSource::needs_all() {
    return state_.with([](const LiveState& state) {
        return state.cache.local.all != nullptr || state.localization.translations != nullptr;
    });
}

Result<void> LiveDataSource::start() {
    if (!is_ready()) {
        const auto work = work_.lock();
        PDH_SHIM_CHECK(start_chosen());
        load_own_titles();
        load_chosen_titles();
    }
    return outcome::success();
}

bool LiveDataSource::is_ready() {
    return state_.with([](const LiveState& state) {
        return state.started && state.title_files.empty() && !state.needs_own_titles();
    });
}

// Translations cost time at each counter that is added, so there are none while nobody asks for them.
bool LiveDataSource::LiveState::needs_own_titles() const {
    return !own_titles.empty() && !names::is_english(localization.language);
}

LiveDataSource::Sources LiveDataSource::LiveState::active_sources() const {
    Sources sources;
    for (const auto& [name, source] : added) {
        sources.push_back(source);
    }
    sources.insert(sources.end(), chosen.begin(), chosen.end());
    return sources;
}

template <class Ask>
std::shared_ptr<const machine::Machine> LiveDataSource::machine_with(
    std::shared_ptr<const machine::Machine> Machines::*kept, Ask ask) {
    const Sources sources = state_.with([](const LiveState& state) { return state.active_sources(); });
    std::vector<machine::ActiveSource> active;
    for (const auto& source : sources) {
        active.push_back({.source = source, .catalogue = ask(*source)});
    }
    const NewAndOld machines = state_.with([&](LiveState& state) -> NewAndOld {
        std::shared_ptr<const machine::Machine>& known = state.cache.local.*kept;
        if (known != nullptr && known->sources() == active) {
            return {known, nullptr};
        }
        auto made = std::make_shared<const machine::Machine>(
            local_machine_name, std::move(active), state.localization);
        // A machine keeps its sources alive: do not keep one whose sources were removed meanwhile.
        if (state.active_sources() != sources) {
            return {std::move(made), nullptr};
        }
        return {made, std::exchange(known, made)};
    });
    return machines.first;
}

template <class Ask>
std::shared_ptr<const machine::Machine> LiveDataSource::remote_machine(
    const std::shared_ptr<model::Source>& source, std::u16string_view name,
    std::shared_ptr<const machine::Machine> Machines::*kept, const Ask& ask) {
    std::vector<machine::ActiveSource> active{{.source = source, .catalogue = ask(*source)}};
    const auto find_known = [&](const LiveState& state) -> std::shared_ptr<const machine::Machine> {
        const auto known = state.cache.remote.find(source);
        return known == state.cache.remote.end() || known->second.*kept == nullptr ||
                       (known->second.*kept)->sources() != active
                   ? nullptr
                   : known->second.*kept;
    };
    const auto found =
        state_.with([&](const LiveState& state) { return std::pair(find_known(state), state.localization); });
    if (found.first != nullptr) {
        return found.first;
    }
    const machine::Localization& localization = found.second;
    machine::Machine::FindTitles find_titles;
    if (source->has_own_titles()) {
        find_titles = [source, language = localization.language] { return source->titles(language); };
    }
    // Not under the lock: it may ask for titles.
    auto made = std::make_shared<const machine::Machine>(
        [text = std::u16string(path::without_backslashes(name))] { return text; }, std::move(active),
        localization, std::move(find_titles));
    const auto before = state_.with([&](LiveState& state) {
        const bool is_current = state.localization.language == localization.language &&
                                state.localization.translations == localization.translations;
        return is_current ? std::exchange(state.cache.remote[source].*kept, made) : nullptr;
    });
    return made;
}

Result<void> LiveDataSource::start_chosen() {
    const auto chosen = state_.with([](const LiveState& state) {
        return state.started ? std::nullopt : std::optional(state.source_list);
    });
    if (!chosen) {
        return outcome::success();
    }
    const std::string_view list = chosen->empty() ? default_source() : std::string_view(*chosen);
    ChosenSources sources;
    if (!list.empty()) { // as it is by default where programs have to add theirs
        PDH_SHIM_TRY(sources, make_sources(list, context_));
    }
    state_.with([&sources](LiveState& state) {
        state.chosen = std::move(sources.local);
        state.remote = std::move(sources.remote);
        state.own_titles = std::move(sources.title_files);
        state.started = true;
    });
    return outcome::success();
}

Result<model::ZoneAt> LiveDataSource::zone_at(std::int64_t /*local_time*/) {
    const std::int64_t now = context_.clock.now().system_time;
    const model::LogZone zone = model::process_zone(now);
    return model::ZoneAt{zone, zone.bias_at_utc(now)};
}

Result<void> LiveDataSource::choose_sources(std::string_view list) {
    const auto work = work_.lock();
    PDH_SHIM_TRY(auto sources, make_sources(list, context_));
    state_.with([&](LiveState& state) {
        state.source_list = list;
        state.chosen.swap(sources.local);
        state.remote.swap(sources.remote);
        state.own_titles = std::move(sources.title_files);
        state.started = true;
        return std::exchange(state.cache, {}); // which holds the old sources too
    });
    return outcome::success();
}

Result<void> LiveDataSource::load_titles(const std::string& path) {
    const auto work = work_.lock();
    load_chosen_titles();
    return choose_titles(path);
}

Result<void> LiveDataSource::choose_titles(const std::string& path) {
    PDH_SHIM_CHECK(add_titles(path));
    const std::string name = absolute_name(path);
    std::erase(chosen_titles_, name); // a program may load the same file again and again
    chosen_titles_.push_back(name);
    return outcome::success();
}

Result<void> LiveDataSource::add_titles(const std::string& path) {
    const auto before = state_.with([](const LiveState& state) { return state.localization.translations; });
    auto translations = before == nullptr ? std::make_shared<names::Translations>()
                                          : std::make_shared<names::Translations>(*before);
    if (const auto added = machine::add_title_file(path, *translations); !added) {
        return trace::report(added.error());
    }
    state_.with([&translations](LiveState& state) {
        state.localization.translations = std::move(translations);
        return std::exchange(state.cache, {});
    });
    return outcome::success();
}

void LiveDataSource::load_own_titles() {
    const auto files = state_.with([](LiveState& state) {
        return state.needs_own_titles() ? std::exchange(state.own_titles, {}) : std::vector<std::string>();
    });
    for (const std::string& file : files) {
        static_cast<void>(add_titles(file)); // the log says why not
    }
    if (files.empty()) {
        return;
    }
    // The last file with a title counts, so chosen files are loaded again after the files of the sources.
    for (const std::string& file : chosen_titles_) {
        static_cast<void>(add_titles(file));
    }
}

void LiveDataSource::load_chosen_titles() {
    const std::string files = state_.with([](const LiveState& state) { return state.title_files; });
    std::string_view rest = files;
    while (!rest.empty()) {
        // The log names a file that cannot be loaded; its names stay English.
        const auto file = take_item(rest);
        if (!file) {
            trace::report(file.error());
            break;
        }
        static_cast<void>(choose_titles(file.value()));
    }
    state_.with([](LiveState& state) { state.title_files.clear(); });
}

void LiveDataSource::set_language(std::uint32_t language) {
    state_.with([language](LiveState& state) {
        state.localization.language = language;
        return std::exchange(state.cache, {});
    });
}

Result<void> LiveDataSource::add_program_source(const pdh_shim_source& functions) {
    auto made = source::plugin::make_plugin_source(functions, context_.clock);
    if (!made) {
        return trace::report(made.error());
    }
    const std::shared_ptr<source::plugin::PluginSource> added = std::move(made).value();
    add_source(functions.name, added);
    added->set_added();
    return outcome::success();
}

void LiveDataSource::add_source(const std::string& name, std::shared_ptr<model::Source> source) {
    state_.with([&](LiveState& state) {
        state.added.emplace_back(name, std::move(source));
        std::shared_ptr<model::Source> replaced;
        const auto found = state.find_added(name);
        if (found != std::prev(state.added.end())) {
            replaced = std::move(found->second);
            state.added.erase(found);
        }
        return std::pair(std::move(replaced), std::exchange(state.cache.local, {}));
    });
}

Result<void> LiveDataSource::remove_source(std::string_view name) {
    return success_if(take_added(name) != nullptr, Status::string_not_found);
}

LiveDataSource::AddedSources::iterator LiveDataSource::LiveState::find_added(std::string_view name) {
    return std::ranges::find(added, name, &AddedSources::value_type::first);
}

std::shared_ptr<model::Source> LiveDataSource::take_added(std::string_view name) {
    std::shared_ptr<model::Source> taken;
    state_.with([&](LiveState& state) {
        const auto found = state.find_added(name);
        if (found == state.added.end()) {
            return Machines();
        }
        taken = std::move(found->second);
        state.added.erase(found);
        return std::exchange(state.cache.local, {}); // which holds the source too
    });
    return taken;
}

} // namespace pdh_shim::core
