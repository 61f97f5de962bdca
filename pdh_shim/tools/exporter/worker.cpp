// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/worker.h"

#include "base/version.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace pdh_shim::tools::exporter {

void append_own(std::string& out, const OwnFacts& facts, bool is_up, bool is_limited) {
    append_gauge(out, "pdh_up", "Whether the target has answered.",
        "target=\"" + label_value(facts.target) + '"', is_up ? 1 : 0);
    append_gauge(out, "pdh_series_limit_exceeded",
        "Whether an object was left out, because it has too many series.", "", is_limited ? 1 : 0);
    if (facts.is_last_reload_good) {
        append_gauge(out, "pdh_config_last_reload_successful",
            "Whether the configuration in use is that of the file.", "", facts.is_last_reload_good() ? 1 : 0);
        append_gauge(out, "pdh_exporter_build_info", "The version of pdh-exporter.",
            "version=\"" + label_value(pdh_shim::version()) + '"', 1);
    }
}

std::shared_ptr<Worker> Worker::start(const Module& module, const Target& target, OwnFacts facts, Log log) {
    std::shared_ptr<Worker> worker(new Worker(module, target, std::move(facts), std::move(log)));
    std::thread([worker] { worker->run(); }).detach();
    return worker;
}

Worker::Worker(const Module& module, const Target& target, OwnFacts facts, Log log)
    : scrape_(module, target), facts_(std::move(facts)), log_(std::move(log)) {}

bool Worker::ask(AnswerForm form, Scrape::Clock::time_point until, Done done) {
    const auto now = Scrape::Clock::now();
    const std::scoped_lock lock(mutex_);
    std::erase_if(requests_, [now](const Request& request) { return request.until < now; });
    if (requests_.size() >= most_waiting) {
        return false;
    }
    requests_.push_back({form, std::move(done), now, until});
    changed_.notify_one();
    return true;
}

void Worker::stop() {
    const std::scoped_lock lock(mutex_);
    is_stopped_ = true;
    changed_.notify_one();
}

void Worker::run() {
    while (true) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return is_stopped_ || !requests_.empty(); });
        if (requests_.empty()) {
            return;
        }
        const auto request = std::move(requests_.front());
        requests_.pop_front();
        lock.unlock();
        if (request.until < Scrape::Clock::now()) {
            continue;
        }
        Answer answer;
        try {
            answer = answer_for(request);
        } catch (const std::exception& error) { // no memory: the next scrape may have it
            log_(facts_.target + ": " + error.what());
        }
        request.done(std::move(answer));
    }
}

Answer Worker::answer_for(const Request& request) {
    if (!collected_at_ || *collected_at_ < request.at - shared_for) {
        answers_ = {};
        collected_at_ = Scrape::Clock::now();
        is_up_ = scrape_.collect(*collected_at_);
        say_problems();
    }
    const auto place = (request.form.format == Format::openmetrics ? 2U : 0U) + (request.form.gzip ? 1U : 0U);
    if (answers_[place] == nullptr) {
        std::string text;
        if (is_up_) {
            scrape_.append(text, request.form.format);
        }
        append_own(text, facts_, is_up_, scrape_.is_limited());
        answers_[place] = std::make_shared<const std::string>(whole_answer(std::move(text), request.form));
    }
    return answers_[place];
}

// Each problem once, until it is gone.
void Worker::say_problems() {
    const auto& problems = scrape_.problems();
    for (const auto& problem : problems) {
        if (std::ranges::find(said_, problem) == said_.end()) {
            log_(facts_.target + ": " + problem);
        }
    }
    said_ = problems;
}

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
