#include "core/runtime.h"

#include "base/descriptor_share.h"
#include "base/file.h"
#include "base/platform.h"
#include "base/text.h"
#include "base/trace.h"
#include "base/unload.h"
#include "core/item_list.h"
#include "core/sources.h"
#include "core/title_files.h"
#include "source/plugin/plugin_source.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

namespace pdh_shim::core {
namespace {

void configure_trace(const std::string& setting) {
    // PDH_SHIM_LOG=level or level:file
    const std::size_t colon = setting.find(':');
    trace::Level level = trace::Level::off;
    if (!trace::parse_level(std::string_view(setting).substr(0, colon), level)) {
        level = trace::Level::info;
    }
    trace::configure(level, colon == std::string::npos ? std::string{} : setting.substr(colon + 1));
}

ScalePolicy parse_scale_policy(const std::optional<std::string>& setting) {
    if (setting == "apply") {
        return ScalePolicy::apply;
    }
    if (setting == "ignore") {
        return ScalePolicy::ignore;
    }
    return ScalePolicy::by_source;
}

std::uint32_t parse_language(const std::string& setting) {
    std::uint32_t language = 0;
    const char* const end = setting.data() + setting.size();
    const auto [rest, error] = std::from_chars(setting.data(), end, language, 16);
    if (error != std::errc{} || rest != end || language == 0 || language > largest_language) {
        trace::write(trace::Level::error, "PDH_SHIM_LANGUAGE is not three hexadecimal digits: " + setting);
        return names::english_language;
    }
    return language;
}

void limit_descriptors(const std::string& setting) {
    std::size_t most = 0;
    const char* const end = setting.data() + setting.size();
    const auto [rest, error] = std::from_chars(setting.data(), end, most);
    if (error != std::errc{} || rest != end || most > most_descriptors) {
        trace::write(trace::Level::error, "PDH_SHIM_DESCRIPTORS is no number from 0 to " +
                                              std::to_string(most_descriptors) + ": " + setting);
        return;
    }
    set_descriptor_budget(most);
}

std::u16string local_machine_name() {
    std::u16string name;
    append_utf8_lossy(name, platform::machine_name());
    return name;
}

} // namespace

Runtime& Runtime::instance() {
    static constinit Lasting<Runtime> runtime;
    return runtime.get();
}

Runtime::~Runtime() {
    // Sources of the program's own stay behind: they would be called back, and may be gone.
    static_cast<void>(new (std::nothrow) auto(std::move(added_)));
}

Runtime::Runtime() : clock_(system_clock()), source_list_(default_source()) {
    if (const auto log = platform::environment("PDH_SHIM_LOG")) {
        configure_trace(*log);
    }
    if (const auto most = platform::environment("PDH_SHIM_DESCRIPTORS")) {
        limit_descriptors(*most);
    }
    if (auto sources = platform::environment("PDH_SHIM_SOURCE"); sources && !sources->empty()) {
        source_list_ = std::move(*sources);
    }
    scale_policy_ = parse_scale_policy(platform::environment("PDH_SHIM_DEFAULT_SCALE"));
    root_ = platform::environment("PDH_SHIM_ROOT").value_or("");
    cgroup_ = platform::environment("PDH_SHIM_CGROUP") == "1";
    title_files_ = platform::environment("PDH_SHIM_TITLES").value_or("");
    localization_.language = parse_language(platform::environment("PDH_SHIM_LANGUAGE").value_or("009"));
}

Result<std::shared_ptr<const Machine>> Runtime::machine() {
    PDH_SHIM_CHECK(start());
    return machine_with(&Machines::all, [](model::Source& source) { return source.catalogue(); });
}

Result<std::shared_ptr<const Machine>> Runtime::machine_for(
    std::u16string_view object, std::u16string_view counter) {
    PDH_SHIM_CHECK(start());
    if (needs_all()) {
        return machine();
    }
    return machine_with(
        &Machines::brief, [&](model::Source& source) { return source.catalogue_for(object, counter); });
}

// Where they are known already, two machines would cost more than one; a name may be a translated one, too.
bool Runtime::needs_all() {
    const std::scoped_lock lock(mutex_);
    return machines_.all != nullptr || localization_.translations != nullptr;
}

Result<void> Runtime::start() {
    if (!is_ready()) {
        const auto work = work_.lock();
        PDH_SHIM_CHECK(start_chosen());
        load_chosen_titles();
    }
    return outcome::success();
}

bool Runtime::is_ready() {
    const std::scoped_lock lock(mutex_);
    return started_ && title_files_.empty();
}

Runtime::Sources Runtime::active_sources() const {
    Sources sources;
    for (const auto& [name, source] : added_) {
        sources.push_back(source);
    }
    sources.insert(sources.end(), chosen_.begin(), chosen_.end());
    return sources;
}

template <class Ask>
std::shared_ptr<const Machine> Runtime::machine_with(
    std::shared_ptr<const Machine> Machines::*kept, const Ask& ask) {
    Sources sources;
    {
        const std::scoped_lock lock(mutex_);
        sources = active_sources();
    }
    std::vector<ActiveSource> active;
    for (const auto& source : sources) {
        active.push_back({.source = source, .catalogue = ask(*source)});
    }
    std::shared_ptr<const Machine> machine; // one that it takes the place of ends after the lock
    const std::scoped_lock lock(mutex_);
    std::shared_ptr<const Machine>& known = machines_.*kept;
    if (known != nullptr && known->sources() == active) {
        return known;
    }
    machine = std::make_shared<const Machine>(local_machine_name, std::move(active), localization_);
    // Sources that were removed meanwhile are not to be held on to.
    if (active_sources() != sources) {
        return machine;
    }
    known.swap(machine);
    return known;
}

Result<void> Runtime::start_chosen() {
    std::string list;
    {
        const std::scoped_lock lock(mutex_);
        if (started_) {
            return outcome::success();
        }
        list = source_list_;
    }
    PDH_SHIM_TRY(auto sources, make_sources(list, {clock_, root_, cgroup_}));
    const std::scoped_lock lock(mutex_);
    chosen_ = std::move(sources);
    started_ = true;
    return outcome::success();
}

Result<void> Runtime::choose_sources(std::string_view list) {
    const auto work = work_.lock();
    PDH_SHIM_TRY(auto sources, make_sources(list, {clock_, root_, cgroup_}));
    Machines machines; // hold the sources before, which end after the lock
    const std::scoped_lock lock(mutex_);
    source_list_ = list;
    chosen_.swap(sources);
    started_ = true;
    std::swap(machines_, machines);
    return outcome::success();
}

Result<void> Runtime::load_titles(const std::string& path) {
    const auto work = work_.lock();
    load_chosen_titles();
    return add_titles(path);
}

Result<void> Runtime::add_titles(const std::string& path) {
    std::shared_ptr<const names::Translations> before;
    {
        const std::scoped_lock lock(mutex_);
        before = localization_.translations;
    }
    auto translations = before == nullptr ? std::make_shared<names::Translations>()
                                          : std::make_shared<names::Translations>(*before);
    std::string fault;
    const auto added = add_title_file(path, *translations, fault);
    if (!added) {
        trace::write(trace::Level::error, fault);
        return added;
    }
    Machines machines;
    const std::scoped_lock lock(mutex_);
    localization_.translations = std::move(translations);
    std::swap(machines_, machines);
    return outcome::success();
}

void Runtime::load_chosen_titles() {
    std::string files;
    {
        const std::scoped_lock lock(mutex_);
        files = title_files_;
    }
    std::string_view rest = files;
    while (!rest.empty()) {
        // What cannot be loaded is told in the log; the names stay English.
        const auto file = take_item(rest);
        if (!file) {
            break;
        }
        static_cast<void>(add_titles(file.value()));
    }
    const std::scoped_lock lock(mutex_);
    title_files_.clear();
}

void Runtime::set_language(std::uint32_t language) {
    const std::scoped_lock lock(mutex_);
    localization_.language = language;
    machines_ = {};
}

Result<void> Runtime::add_program_source(const pdh_shim_source& functions) {
    std::string error;
    auto made = source::plugin::make_plugin_source(functions, clock(), error);
    if (!made) {
        trace::write(trace::Level::error, error);
        return made.error();
    }
    const std::shared_ptr<source::plugin::PluginSource> added = std::move(made).value();
    add_source(functions.name, added);
    added->set_added();
    return outcome::success();
}

void Runtime::add_source(const std::string& name, std::shared_ptr<model::Source> source) {
    // What is let go of may call back into the program: after the lock.
    std::shared_ptr<model::Source> replaced;
    Machines machines;
    const std::scoped_lock lock(mutex_);
    added_.emplace_back(name, std::move(source));
    const auto found = find_added(name);
    if (found != std::prev(added_.end())) {
        replaced = std::move(found->second);
        added_.erase(found);
    }
    std::swap(machines, machines_);
}

Result<void> Runtime::remove_source(std::string_view name) {
    if (take_added(name) == nullptr) {
        return Status::string_not_found;
    }
    return outcome::success();
}

Runtime::Added::iterator Runtime::find_added(std::string_view name) {
    return std::ranges::find(added_, name, &Added::value_type::first);
}

std::shared_ptr<model::Source> Runtime::take_added(std::string_view name) {
    Machines machines; // hold the source too
    std::shared_ptr<model::Source> taken;
    const std::scoped_lock lock(mutex_);
    const auto found = find_added(name);
    if (found != added_.end()) {
        std::swap(machines, machines_);
        taken = std::move(found->second);
        added_.erase(found);
    }
    return taken;
}

} // namespace pdh_shim::core
