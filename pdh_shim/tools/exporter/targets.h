// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/exporter/config.h"
#include "tools/exporter/worker.h"

#include <boost/noncopyable.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace pdh_shim::tools::exporter {

/// The targets of a configuration, each with its worker, which starts when it is first asked for.
class Targets : boost::noncopyable {
  public:
    Targets(Config config, std::function<bool()> is_last_reload_good, Worker::Log log);
    ~Targets(); ///< stops the workers

    /// This computer, with the default module.
    [[nodiscard]] std::shared_ptr<Worker> local();

    /// @param module empty = the target's
    /// @return NULL if the configuration has no such target or module
    [[nodiscard]] std::shared_ptr<Worker> find(const std::string& target, const std::string& module);

    [[nodiscard]] const Config& config() const { return config_; }

  private:
    std::shared_ptr<Worker> worker(
        const std::string& name, const Target& target, const std::string& module, bool is_local);

    const Config config_;
    const std::function<bool()> is_last_reload_good_;
    const Worker::Log log_;
    std::mutex mutex_;
    std::map<std::pair<std::string, std::string>, std::shared_ptr<Worker>> workers_; // by target and module
};

/// The name of this computer among the targets.
inline constexpr const char* local_name = "local";

} // namespace pdh_shim::tools::exporter
