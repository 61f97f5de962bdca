// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Properties: a configuration is read, or refused with its file; one that was read has names that Prometheus
// takes.
#include "require.h"
#include "tools/exporter/access.h"
#include "tools/exporter/config.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace pdh_shim::tools::exporter;

namespace {

void check_config(const std::string& text) {
    try {
        const auto config = parse_config("c.yml", text);
        require(config.modules.contains(std::string(default_module)));
        for (const auto& [name, module] : config.modules) {
            for (const auto& object : module.objects) {
                require(!object.object.empty());
                require(object.instance_label.empty() || is_label_name(object.instance_label));
                for (const auto& counter : object.counters) {
                    require(counter.metric.empty() || is_metric_name(counter.metric));
                }
            }
        }
        for (const auto& [name, target] : config.targets) {
            require(config.modules.contains(target.module));
        }
    } catch (const ConfigError& error) {
        require(std::string_view(error.what()).starts_with("c.yml:"));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    check_config(text);
    try {
        const auto web = parse_web_config("w.yml", text);
        require(web.has_tls() || web.client_authority.empty());
    } catch (const ConfigError& error) {
        require(std::string_view(error.what()).starts_with("w.yml:"));
    }
    return 0;
}
