// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/volume/space_probes.h"

#include "base/saturating.h"
#include "base/scope_guard.h"

#include <exception>
#include <mutex>
#include <system_error>
#include <utility>

namespace pdh_shim::source::linux {

SpaceProbes::SpaceProbes(std::shared_ptr<FileSystem> files, ProbeOptions options)
    : files_(std::move(files)), options_(std::move(options)), epoch_(files_->fork_epoch()) {}

FileResult<FileSpace> SpaceProbes::space(const std::string& path) {
    const auto probe = find_or_ask(path);
    if (probe == nullptr || !options_.clock->wait_until(probe->answered, probe->deadline)) {
        return FileError::failed;
    }
    forget(path, probe);
    return probe->answer;
}

/// Null if it cannot be asked.
std::shared_ptr<SpaceProbes::Probe> SpaceProbes::find_or_ask(const std::string& path) {
    auto probe = std::make_shared<Probe>();
    probe->deadline = saturated_add(options_.clock->now().perf_time, options_.patience);
    {
        const std::scoped_lock lock(mutex_);
        leave_parents_probes();
        if (const auto known = probes_.find(path); known != probes_.end()) {
            return known->second;
        }
        if (probes_.size() == most) {
            return nullptr;
        }
        probes_.emplace(path, probe);
    }
    ScopeGuard unasked([&] { forget(path, probe); });
    try {
        // It owns what it uses: the source may end before it does.
        options_.run_aside([files = files_, path, probe] { answer(*files, path, *probe); });
    } catch (const std::system_error&) {
        return nullptr;
    }
    unasked.dismiss();
    return probe;
}

/// Runs in a separate thread, which no exception may leave.
void SpaceProbes::answer(FileSystem& files, const std::string& path, Probe& probe) noexcept {
    try {
        probe.answer = files.space(path);
    } catch (const std::exception&) {
        probe.answer = FileError::failed; // there is no memory for it
    }
    probe.answered->wake();
}

/// A child of fork() does not have the threads of its parent.
void SpaceProbes::leave_parents_probes() {
    if (const std::uint32_t epoch = files_->fork_epoch(); epoch != epoch_) {
        epoch_ = epoch;
        probes_.clear();
    }
}

void SpaceProbes::forget(const std::string& path, const std::shared_ptr<Probe>& probe) {
    const std::scoped_lock lock(mutex_);
    if (const auto known = probes_.find(path); known != probes_.end() && known->second == probe) {
        probes_.erase(known);
    }
}

} // namespace pdh_shim::source::linux
