// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/back_off.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/locks.h"
#include "block/schema.h"
#include "block/snapshot_reader.h"
#include "model/source.h"
#include "source/provider/module.h"
#include "source/provider/settings.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>

namespace pdh_shim::source::provider {

/// Runs `job` in a new thread, and waits for it until `limit` ticks of 100 ns have passed on the
/// clock. An overdue job continues until it returns, so it must own all that it uses. A job that
/// ends its thread (pthread_exit()) has ended in time.
/// @retval async_query_timeout it is overdue
/// @retval memory_allocation_failure the system gives no thread
[[nodiscard]] Result<void> run_within(Clock& clock, std::int64_t limit, std::function<void()> job);

/// A performance DLL and the objects that it has defined. Its functions are called one at a time and within
/// their time-outs. If one fails or its data is malformed, the log says why and the provider is disabled: it
/// is not called again but for Close, its objects stay, and they have no valid data. When the system lacks a
/// thread, a process or memory for a call, it is not called for a while instead, and then tried again.
class Provider : boost::noncopyable {
  public:
    /// Loads the DLL, opens it, and lists its objects. A DLL that loads but fails later is a disabled
    /// provider.
    /// @param clock outlives it; its time counts for the time-outs
    /// @retval file_not_found the library or the process for it cannot be started
    /// @retval query_perf_data_timeout it takes longer to load than its Open Timeout
    /// @retval function_not_found the library lacks a function
    /// @retval memory_allocation_failure the system lacks a thread, a process or memory for it
    [[nodiscard]] static Result<std::shared_ptr<Provider>, Failure> start(
        Settings settings, const std::string& file, Clock& clock);

    Provider(Settings settings, std::string file, Clock& clock);
    ~Provider(); ///< calls Close

    /// For the log: `provider SERVICE`.
    [[nodiscard]] std::string name() const { return "provider " + settings_.name; }

    [[nodiscard]] std::shared_ptr<const model::Catalogue> catalogue();

    /// As Session::collect(). `reader` belongs to the caller's session.
    void collect(block::SnapshotReader& reader, std::span<const model::ObjectRequest> requests,
        model::Snapshot& snapshot);

  private:
    // The DLL as one process sees it.
    struct LoadedProvider {
        Mutex mutex{Rank::foreign};    // held while the DLL is called and its sample is read
        std::atomic<bool> busy{false}; // the mutex is held
        std::shared_ptr<Module> module;
        bool disabled = false;
        BackOff back_off; // after the system lacked a resource
        block::BlockObjects sample;
    };
    class CallScope;
    using ModuleCall = std::function<Result<CollectedObjects, Failure>(Module& module)>;

    [[nodiscard]] std::shared_ptr<LoadedProvider> loaded_provider();
    [[nodiscard]] Result<void, Failure> load(LoadedProvider& loaded);
    [[nodiscard]] Result<void, Failure> open(LoadedProvider& loaded);
    [[nodiscard]] Result<void, Failure> discover(LoadedProvider& loaded);
    [[nodiscard]] Result<void, Failure> discover(LoadedProvider& loaded, std::u16string_view kind);
    [[nodiscard]] Result<void, Failure> ask(LoadedProvider& loaded, const std::u16string& request);
    [[nodiscard]] Result<void, Failure> connect(LoadedProvider& loaded);
    [[nodiscard]] Result<void, Failure> read(LoadedProvider& loaded, block::SnapshotReader& reader,
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot);
    [[nodiscard]] Result<CollectedObjects, Failure> call(
        LoadedProvider& loaded, std::string_view function, std::int64_t time_out, const ModuleCall& call);
    [[nodiscard]] Result<void, Failure> check_limits(const block::BlockObjects& sample);
    void give_up(LoadedProvider& loaded, Failure failure);
    void disable(LoadedProvider& loaded, Failure failure) const;
    void pause(LoadedProvider& loaded, Failure failure);
    void warn_of_objects();
    void close(LoadedProvider& loaded) noexcept;

    const Settings settings_;
    const std::string file_;
    Clock& clock_;

    ForkOwned<LoadedProvider> loaded_;

    ForkMutex schema_mutex_;
    block::Schema schema_;
};

} // namespace pdh_shim::source::provider
