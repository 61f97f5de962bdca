// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/exporter/scrape.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::tools::exporter {

/// What an exporter says of itself.
struct OwnFacts {
    std::string target;                        ///< its name
    std::function<bool()> is_last_reload_good; ///< may be empty: not said
};

/// The answer of a target that has not answered, and the end of each answer.
void append_own(std::string& out, const OwnFacts& facts, bool is_up, bool is_limited);

/// Collects one target on a thread of its own, and writes the answers there.
class Worker : boost::noncopyable, public std::enable_shared_from_this<Worker> {
  public:
    /// Scrapes that come within this time share a sample.
    static constexpr std::chrono::milliseconds shared_for{100};

    /// Requests that wait: with more, ask() refuses.
    static constexpr std::size_t most_waiting = 1000;

    using Done = std::function<void(Answer)>;
    using Log = std::function<void(const std::string&)>;

    /// Starts the thread, which has the worker until stop(). It also opens the query.
    [[nodiscard]] static std::shared_ptr<Worker> start(
        const Module& module, const Target& target, OwnFacts facts, Log log);

    /// @param until from then on the answer is not wanted
    /// @param done called on the thread of this, but not if it comes to the request after `until`
    /// @return false, without a call, if too many wait
    [[nodiscard]] bool ask(AnswerForm form, Scrape::Clock::time_point until, Done done);

    /// Ends the thread after the answers that were asked for. A thread that waits for a computer ends when
    /// that has answered.
    void stop();

  private:
    struct Request {
        AnswerForm form;
        Done done;
        Scrape::Clock::time_point at;
        Scrape::Clock::time_point until;
    };

    Worker(const Module& module, const Target& target, OwnFacts facts, Log log);
    void run();
    Answer answer_for(const Request& request);
    void say_problems();

    Scrape scrape_; // the thread's
    const OwnFacts facts_;
    const Log log_;
    std::optional<Scrape::Clock::time_point> collected_at_;
    bool is_up_ = false;
    std::array<Answer, 4> answers_;
    std::vector<std::string> said_;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Request> requests_;
    bool is_stopped_ = false;
};

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
