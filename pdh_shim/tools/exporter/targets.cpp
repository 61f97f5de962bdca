// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/targets.h"

namespace pdh_shim::tools::exporter {

Targets::Targets(Config config, std::function<bool()> is_last_reload_good, Worker::Log log)
    : config_(std::move(config)), is_last_reload_good_(std::move(is_last_reload_good)), log_(std::move(log)) {
}

Targets::~Targets() {
    for (const auto& [name, worker] : workers_) {
        worker->stop();
    }
}

std::shared_ptr<Worker> Targets::local() {
    return worker("", {}, std::string(default_module), true);
}

std::shared_ptr<Worker> Targets::find(const std::string& target, const std::string& module) {
    const auto found = config_.targets.find(target);
    if (found == config_.targets.end()) {
        return nullptr;
    }
    const auto& used = module.empty() ? found->second.module : module;
    return config_.modules.contains(used) ? worker(target, found->second, used, false) : nullptr;
}

std::shared_ptr<Worker> Targets::worker(
    const std::string& name, const Target& target, const std::string& module, bool is_local) {
    const std::scoped_lock lock(mutex_);
    const std::pair key(is_local ? "" : name + '\n', module);
    auto found = workers_.find(key);
    if (found == workers_.end()) {
        OwnFacts facts{.target = is_local ? local_name : name, .is_last_reload_good = {}};
        if (is_local) {
            facts.is_last_reload_good = is_last_reload_good_;
        }
        auto worker = Worker::start(config_.modules.at(module), target, std::move(facts), log_);
        found = workers_.emplace(key, std::move(worker)).first;
    }
    return found->second;
}

} // namespace pdh_shim::tools::exporter
