// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/failure_log.h"
#include "model/catalogue.h"
#include "model/snapshot.h"
#include "names/title_database.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::model {

/// What a query needs of one object.
struct ObjectRequest {
    std::uint32_t object = 0;  ///< position in Catalogue::objects
    std::vector<bool> columns; ///< needed columns, one flag each (base and multi columns included)
    bool only_total = false;   ///< only the instance `_Total` is needed; a source may leave out the others

    friend bool operator==(const ObjectRequest&, const ObjectRequest&) = default;
};

/// Marks the requested object as one that could not be read.
inline void mark_unread(
    const ObjectRequest& request, ObjectSnapshot& snapshot, Status cstatus = Status::cstatus_invalid_data) {
    snapshot.begin(static_cast<std::uint32_t>(request.columns.size()));
    snapshot.set_status(cstatus);
}

/// The same for all objects of a collect.
inline void mark_unread(std::span<const ObjectRequest> requests, Snapshot& snapshot,
    Status cstatus = Status::cstatus_invalid_data) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
        mark_unread(requests[i], snapshot.objects[i], cstatus);
    }
}

/// The raw samples of one query, in time order. A session is used by one thread at a time; two sessions of
/// the same source may be used at once.
class Session : boost::noncopyable {
  public:
    virtual ~Session() = default;

    /// Starts the next collect() of the same requests without waiting for it. A query starts all its sessions
    /// before it collects from the first, so that computers answer at the same time.
    virtual void start(std::span<const ObjectRequest> /*requests*/) {}

    /// Fills the clocks of `snapshot` and its objects, one for each request and in that order; the vector has
    /// the right size already. Reads only what the needed columns depend on.
    ///
    /// A collect fails in one way: it returns why, and its snapshot is not used. The caller logs the reason,
    /// and ends_collect() says whether the collect of the whole query fails with it. If only some objects
    /// cannot be read, the collect does not fail: the session logs why, and gives these objects a status, as
    /// mark_unread() does. So does a source that logs its failures itself, because its queries share them.
    /// @retval no_more_data the source has ended
    [[nodiscard]] virtual Result<void, Failure> collect(
        std::span<const ObjectRequest> requests, Snapshot& snapshot) = 0;
};

/// The instances of an object, for a source that finds them by collecting only them.
[[nodiscard]] inline Result<void, Failure> collect_instances(
    Session& session, const ObjectRequest& request, ObjectSnapshot& instances) {
    Snapshot snapshot;
    snapshot.objects.resize(1);
    std::swap(snapshot.objects.front(), instances);
    auto collected = session.collect({&request, 1}, snapshot);
    std::swap(snapshot.objects.front(), instances);
    return collected;
}
/// The same without columns. @param columns how many the session expects in a request
[[nodiscard]] inline Result<void, Failure> collect_instances(
    Session& session, std::uint32_t object, std::size_t columns, ObjectSnapshot& instances) {
    return collect_instances(
        session, {.object = object, .columns = std::vector<bool>(columns), .only_total = false}, instances);
}

/// A source of counters: has a catalogue of them, and opens sessions that collect their raw samples.
class Source : boost::noncopyable {
  public:
    virtual ~Source() = default;

    /// For the log: `linux`, `script:FILE`, `source NAME`, `provider SERVICE`, `host ADDRESS`...
    [[nodiscard]] virtual std::string name() const = 0;

    /// Whether its samples were recorded or written before. If the next one cannot be read, the data is
    /// damaged, so the collect of the query fails, too.
    [[nodiscard]] virtual bool is_playback() const noexcept { return false; }

    /// Its current objects; the same pointer while nothing has changed. Positions of objects and columns in a
    /// catalogue are used in requests, and stay valid for sessions of this source.
    [[nodiscard]] virtual std::shared_ptr<const Catalogue> catalogue() = 0;

    /// The same, to find one counter by its English names: of the others, it may contain only those
    /// that are already known. For a source where finding all objects is expensive.
    [[nodiscard]] virtual std::shared_ptr<const Catalogue> catalogue_for(
        std::u16string_view /*object*/, std::u16string_view /*counter*/) {
        return catalogue();
    }

    /// Whether it is a computer whose title indexes are its own: then titles() has them.
    [[nodiscard]] virtual bool has_own_titles() const noexcept { return false; }

    /// The English titles of such a computer, and those that it has in a language. Never null.
    [[nodiscard]] virtual std::shared_ptr<const names::Translations> titles(std::uint32_t /*language*/) {
        return std::make_shared<const names::Translations>();
    }

    /// A counter that an object of the catalogue has on Windows, and that this source cannot measure.
    /// Programs may add it; it never has a value. None if there is no such counter.
    /// @param counter  an English name that the catalogue does not have, in any case
    [[nodiscard]] virtual std::optional<CounterDef> unmeasured(
        std::u16string_view /*object*/, std::u16string_view /*counter*/) {
        return std::nullopt;
    }

    [[nodiscard]] virtual std::unique_ptr<Session> open_session() = 0;

    /// Of a log: whether any record has a counter of an instance; none where instances come and go. If it
    /// fails, the caller logs the reason.
    /// @param column, name, parent, duplicate as in ObjectDef::counters and InstanceSet::find()
    [[nodiscard]] virtual Result<std::optional<bool>, Failure> is_recorded(std::uint32_t /*object*/,
        std::uint32_t /*column*/, std::u16string_view /*parent*/, std::u16string_view /*name*/,
        std::uint32_t /*duplicate*/) {
        return std::optional<bool>();
    }

    /// The instances that an object has now, as rows without values (begin(), add_instance()...); a log has
    /// the instances of all its records. A cell of a counter that an instance does not have has the status
    /// cstatus_no_instance. If it fails, the caller logs the reason.
    [[nodiscard]] virtual Result<void, Failure> enumerate(
        std::uint32_t object, ObjectSnapshot& instances) = 0;
};

/// Whether a failure of Session::collect() fails the collect of the query: then its older samples stay. Any
/// other failure affects only the counters of the source.
[[nodiscard]] bool ends_collect(const Source& source, Status status) noexcept;

/// Logs a failure of Session::collect() that does not end the collect, once while it lasts. One without a
/// reason names the objects and its status.
/// @param number of the source in the log of failures
void report_unread(FailureLog& failures, std::uint32_t number, Source& source,
    std::span<const ObjectRequest> requests, Failure failure);

/// Other computers, each a source of its own. Any thread may call anything.
class RemoteMachines : boost::noncopyable {
  public:
    virtual ~RemoteMachines() = default;

    /// The names of those that were chosen, or that have been connected to, without backslashes.
    [[nodiscard]] virtual std::vector<std::u16string> names() = 0;

    /// Whether somebody chose a computer by this name, without backslashes: it is then another one, even if
    /// it has the name of this one.
    [[nodiscard]] virtual bool is_chosen(std::u16string_view name) = 0;

    /// A computer, whether it answers or not; null if it may not be asked. One that does not answer has the
    /// objects that are known without it, and their counters have values as soon as it answers.
    [[nodiscard]] virtual std::shared_ptr<Source> find(std::u16string_view name) = 0;

    /// Connects to a computer, if it is not connected. Names that differ only in case mean the same source.
    /// @param name  without backslashes
    /// @retval cstatus_no_machine it may not be asked, or does not answer
    [[nodiscard]] virtual Result<std::shared_ptr<Source>, Failure> connect(std::u16string_view name) = 0;
};

} // namespace pdh_shim::model
