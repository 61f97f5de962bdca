// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/exporter/access.h"
#include "tools/exporter/listen.h"
#include "tools/exporter/worker.h"

#include <boost/noncopyable.hpp>

#include <memory>
#include <string>

namespace pdh_shim::tools::exporter {

/// Answers HTTP on one thread, which neither collects nor waits: a request that has to wait is suspended, and
/// resumed by a worker, by the thread that checks passwords, or by the one that ends waits.
class Server : boost::noncopyable {
  public:
    /// Begins to listen. @throws terminal::ProgramError
    Server(const ListenOptions& options, const WebConfig& web, std::shared_ptr<Targets> targets,
        Worker::Log log);

    /// A server ends with its program, without waiting for those that read.
    ~Server();

    /// `127.0.0.1:9926`
    [[nodiscard]] const std::string& address() const;

    void set_targets(std::shared_ptr<Targets> targets);

    /// Reads users, the certificate and its key anew.
    /// @throws ConfigError what is asked for needs a new start, or a file is wrong; nothing has changed then
    void set_web(const WebConfig& web);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace pdh_shim::tools::exporter
