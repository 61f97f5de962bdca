#include "core/sources.h"

#include "base/trace.h"
#include "source/linux/linux_source.h"
#include "source/script/script_source.h"

#include <array>
#include <utility>

namespace pdh_shim::core {
namespace {

using MadeSource = Result<std::shared_ptr<source::Source>>;

MadeSource make_linux(std::string_view /*argument*/, const SourceContext& context) {
    source::linux::LinuxOptions options;
    options.cgroup = context.cgroup;
    return source::linux::make_linux_source(context.root, context.clock, options);
}

#ifdef PDH_SHIM_HAS_SCRIPT
MadeSource make_script(std::string_view argument, const SourceContext& /*context*/) {
    std::string error;
    auto made = source::script::load_script_source(std::string(argument), error);
    if (!made) {
        trace::write(trace::Level::error, error);
        return made.error();
    }
    return std::shared_ptr<source::Source>(std::move(made).value());
}
#endif

struct KnownSource {
    std::string_view name;
    MadeSource (*create)(std::string_view argument, const SourceContext& context);
};

// The only place that knows all sources.
constexpr std::array known_sources{
    KnownSource{"linux", make_linux},
#ifdef PDH_SHIM_HAS_SCRIPT
    KnownSource{"script", make_script},
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
    return "linux";
}

Result<std::vector<std::shared_ptr<source::Source>>> make_sources(
    std::string_view list, const SourceContext& context) {
    std::vector<std::shared_ptr<source::Source>> sources;
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        auto made = make_source(list.substr(0, comma), context);
        if (!made) {
            return Status::invalid_datasource;
        }
        sources.push_back(std::move(made).value());
        list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
    }
    if (sources.empty()) {
        trace::write(trace::Level::error, "no source was chosen");
        return Status::invalid_datasource;
    }
    return sources;
}

} // namespace pdh_shim::core
