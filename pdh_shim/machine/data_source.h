// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "base/locks.h"
#include "machine/machine.h"
#include "model/log_zone.h"
#include "model/source.h"
#include "path/counter_path.h"

#include <boost/noncopyable.hpp>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::machine {

/// A cache of the instances of objects, for a moment: a program that checks 100,000 paths in turn does not
/// have them listed 100,000 times. Any thread may call anything.
class RecentInstances {
  public:
    /// How long a listing is used, in ticks of the performance clock: 0.1 s.
    static constexpr std::int64_t lifetime = ticks_per_second / 10;

    explicit RecentInstances(Clock& clock) : clock_(clock) {}

    /// Whether an object has an instance. If the last listing does not have it, another one is asked for,
    /// since the instance may just have begun; after that one, it is absent for a lifetime.
    /// @retval the status of a source that cannot list them
    [[nodiscard]] Result<bool> has(
        const Machine& machine, ObjectRef object, const path::InstanceName& instance);

  private:
    struct Listing {
        std::weak_ptr<model::Source> source;
        std::int64_t time = 0; ///< of the performance clock, before it was asked for
        std::shared_ptr<const model::InstanceSet> instances;
        std::vector<path::InstanceName> absent; ///< looked for in vain
    };
    /// By source, and the object's position in its catalogue.
    using Listings = std::map<std::pair<const model::Source*, std::uint32_t>, Listing>;

    Clock& clock_;
    Locked<Listings> listings_;
};

/// A data source of PDH: this computer as it is now, or a log. Counters are looked up in it, and samples come
/// from it. Each query, enumeration and expansion belongs to one. It knows computers by name; the sources of
/// a Machine open the sessions of queries. Any thread may call anything.
class DataSource : boost::noncopyable {
  public:
    explicit DataSource(Clock& clock = system_clock())
        : recent_instances_(clock), number_(newest_number.fetch_add(1, std::memory_order_relaxed)) {}
    virtual ~DataSource() = default;

    /// Makes it ready, if it is not; the functions below do that too.
    /// @retval invalid_datasource it cannot be made ready; the log says why
    [[nodiscard]] virtual Result<void> start() = 0;

    /// The names of its computers, without backslashes. @retval see start()
    [[nodiscard]] virtual Result<std::vector<std::u16string>> machines() = 0;

    /// The counters and titles of a computer, as they are now.
    /// @param name with or without leading backslashes; empty for the computer of a path that names none
    /// @retval cstatus_no_machine it has no computer of that name @retval see start()
    [[nodiscard]] virtual Result<std::shared_ptr<const Machine>> machine(std::u16string_view name) = 0;

    /// The same for a caller who looks up the counter of a path: other counters may be missing.
    [[nodiscard]] virtual Result<std::shared_ptr<const Machine>> machine_of(
        const path::CounterPath& path) = 0;

    /// The same for a caller who needs one object: others may be missing.
    /// @param object a name, or a title index in decimal; empty = only titles, which are then all there
    [[nodiscard]] virtual Result<std::shared_ptr<const Machine>> machine_with(
        std::u16string_view machine, std::u16string_view /*object*/) {
        return this->machine(machine);
    }

    /// A computer that may be asked, whether it answers or not; null if there is none of that name.
    [[nodiscard]] virtual std::shared_ptr<model::Source> awaited(std::u16string_view /*machine*/) {
        return nullptr;
    }

    /// The zone of the local times that it gives: of a log, where the first record is that is not before a
    /// local FILETIME; of running computers, now. @retval see open_log_file()
    [[nodiscard]] virtual Result<model::ZoneAt> zone_at(std::int64_t local_time) = 0;

    /// Of a log: a session of one of its sources goes to the first record that is not before `begin`, and
    /// ends behind the last one that is not after `end`; both are local FILETIMEs.
    /// @retval data_source_is_real_time it is not a log
    [[nodiscard]] virtual Result<void> set_range(
        model::Session& /*session*/, std::int64_t /*begin*/, std::int64_t /*end*/) {
        return Status::data_source_is_real_time;
    }

    /// Of a log: from now on a session collects the same records as the first session of its query.
    virtual void share_cursor(model::Session& /*session*/, const model::Session& /*first*/) {}

    [[nodiscard]] RecentInstances& recent_instances() noexcept { return recent_instances_; }

    /// Another one for each data source of the process: an address may be used again.
    [[nodiscard]] std::uint64_t number() const noexcept { return number_; }

  private:
    RecentInstances recent_instances_;
    static inline std::atomic<std::uint64_t> newest_number{0};
    const std::uint64_t number_;
};

} // namespace pdh_shim::machine
