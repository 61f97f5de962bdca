#include "core/sources.h"

#include "base/platform.h"
#include "base/trace.h"
#include "core/item_list.h"
#include "source/capture/capture_source.h"
#include "source/linux/linux_source.h"
#ifdef PDH_SHIM_HAS_PROVIDER
#include "source/provider/provider_source.h"
#include "source/provider/registrations.h"
#endif
#include "source/script/script_source.h"
#ifdef PDH_SHIM_HAS_REGISTRY
#include "source/windows/registry_source.h"
#endif

#include <array>
#include <utility>

namespace pdh_shim::core {
namespace {

using MadeSource = Result<std::shared_ptr<source::Source>>;

// What a source's maker gave; why it gave nothing goes to the log.
MadeSource told(Result<std::unique_ptr<source::Source>> made, const std::string& error) {
    if (!made) {
        trace::write(trace::Level::error, error);
        return made.error();
    }
    return std::shared_ptr<source::Source>(std::move(made).value());
}

MadeSource make_linux(std::string_view /*argument*/, const SourceContext& context) {
    source::linux::LinuxOptions options;
    options.cgroup = context.cgroup;
    return source::linux::make_linux_source(context.root, context.clock, options);
}

MadeSource make_capture(std::string_view argument, const SourceContext& /*context*/) {
    std::string error;
    auto made = source::capture::load_capture_source(std::string(argument), error);
    return told(std::move(made), error);
}

#ifdef PDH_SHIM_HAS_SCRIPT
MadeSource make_script(std::string_view argument, const SourceContext& /*context*/) {
    std::string error;
    auto made = source::script::load_script_source(std::string(argument), error);
    return told(std::move(made), error);
}
#endif

#ifdef PDH_SHIM_HAS_PROVIDER
MadeSource make_provider(std::string_view argument, const SourceContext& context) {
    std::string error;
    auto made = source::provider::load_provider_source(std::string(argument), context.clock, error);
    return told(std::move(made), error);
}

// The performance DLLs of the user. One that cannot start is no reason to have none of the others.
void add_registered(const SourceContext& context, std::vector<std::shared_ptr<source::Source>>& sources) {
    const auto folder = source::provider::registrations_folder();
    const auto files = make_file_system();
    if (!folder || !files) {
        return;
    }
    for (const std::string& file : source::provider::registered_files(*files.value(), *folder)) {
        if (auto made = make_provider(file, context)) {
            sources.push_back(std::move(made).value());
        }
    }
}
#else
// They are in the registry.
void add_registered(
    const SourceContext& /*context*/, std::vector<std::shared_ptr<source::Source>>& /*sources*/) {}
#endif

#ifdef PDH_SHIM_HAS_REGISTRY
MadeSource make_registry(std::string_view /*argument*/, const SourceContext& context) {
    std::string error;
    auto made =
        source::windows::make_registry_source(source::windows::make_performance_key(), context.clock, error);
    return told(std::move(made), error);
}
#endif

struct KnownSource {
    std::string_view name;
    MadeSource (*create)(std::string_view argument, const SourceContext& context);
};

// The only place that knows all sources.
constexpr std::array known_sources{
    KnownSource{"linux", make_linux},
    KnownSource{"perfdata", make_capture},
#ifdef PDH_SHIM_HAS_SCRIPT
    KnownSource{"script", make_script},
#endif
#ifdef PDH_SHIM_HAS_PROVIDER
    KnownSource{"provider", make_provider},
#endif
#ifdef PDH_SHIM_HAS_REGISTRY
    KnownSource{"registry", make_registry},
#endif
};

MadeSource make_source(std::string_view item, const SourceContext& context) {
    const std::size_t colon = item.find(':');
    const std::string_view name = item.substr(0, colon);
    const std::string_view argument =
        colon == std::string_view::npos ? std::string_view{} : item.substr(colon + 1);
    for (const KnownSource& known : known_sources) {
        if (known.name == name) {
            return known.create(argument, context);
        }
    }
    trace::write(trace::Level::error, "unknown source: " + std::string(item));
    return Status::invalid_datasource;
}

} // namespace

std::string_view default_source() noexcept {
    return platform::has_linux_files() ? "linux,registered" : "registry";
}

Result<std::vector<std::shared_ptr<source::Source>>> make_sources(
    std::string_view list, const SourceContext& context) {
    std::vector<std::shared_ptr<source::Source>> sources;
    while (!list.empty()) {
        PDH_SHIM_TRY(const std::string item, take_item(list));
        if (item == "registered") {
            add_registered(context, sources);
            continue;
        }
        auto made = make_source(item, context);
        if (!made) {
            return Status::invalid_datasource;
        }
        sources.push_back(std::move(made).value());
    }
    if (sources.empty()) {
        trace::write(trace::Level::error, "no source was chosen");
        return Status::invalid_datasource;
    }
    return sources;
}

} // namespace pdh_shim::core
