// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "base/failure_log.h"
#include "base/locks.h"
#include "block/block_writer.h"
#include "machine/data_source.h"
#include "machine/machine.h"
#include "model/source.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::machine {

/// The counters of a computer as one performance data block, collected for each request, as
/// HKEY_PERFORMANCE_DATA on Windows. Any thread may call anything. To be kept in a ForkOwned.
class PerformanceData {
  public:
    /// The request, in any case: `Global` or nothing (all objects), title indexes of objects in decimal
    /// with blanks between (unknown indexes are ignored), `MetadataGlobal` (their definitions only);
    /// `Costly`, `MetadataCostly` and `Foreign COMPUTER ...` (see ForeignData) find nothing here. Objects
    /// with the parents of the instances of a requested object are included.
    ///
    /// The clocks come from the first source that has a requested object. Objects of a source whose clock
    /// has another frequency are left out, with a warning in the log.
    /// @param size bytes that the caller has room for. What he has too little room for is kept for a second,
    ///        so that asking for it again with more does not use up another sample
    /// @retval invalid_argument another request
    /// @retval no_more_data a source is at its end
    /// @retval cstatus_no_machine of another computer: it does not answer
    [[nodiscard]] Result<std::vector<std::byte>> query(const std::shared_ptr<const Machine>& machine,
        Clock& clock, std::string_view request, std::size_t size);

  private:
    struct BlockRequest {
        bool is_metadata = false;
        std::vector<ObjectRef> objects;
    };
    struct OpenedSource {
        std::shared_ptr<model::Source> source;
        std::unique_ptr<model::Session> session;
        model::Snapshot snapshot;
    };
    struct Collecting;
    struct PendingBlock {
        std::string request;
        std::int64_t perf_time = 0; // of the clock, when it was collected
        std::vector<std::byte> block;
    };

    [[nodiscard]] static Result<BlockRequest> parse(const Machine& machine, std::string_view text);
    void add_parents(const Machine& machine, std::vector<ObjectRef>& objects);
    [[nodiscard]] std::optional<ObjectRef> parent_of(const Machine& machine, ObjectRef object);
    [[nodiscard]] OpenedSource& open(const std::shared_ptr<model::Source>& source);
    void forget_old_sources(const Machine& machine);
    [[nodiscard]] Result<void> collect_from(
        const Machine& machine, std::uint32_t source, Collecting& collecting);
    [[nodiscard]] Result<std::vector<const model::ObjectSnapshot*>> collect(
        const Machine& machine, const std::vector<ObjectRef>& objects, block::BlockClocks& clocks);
    [[nodiscard]] Result<std::vector<std::byte>> make_block(
        const Machine& machine, BlockRequest request, const Instant& now);

    Mutex mutex_{Rank::collect}; // guards what follows
    std::vector<OpenedSource> opened_;
    std::optional<PendingBlock> pending_;
    std::shared_ptr<const Machine> machine_;                    // that parents_ are of
    std::map<std::uint64_t, std::optional<ObjectRef>> parents_; // of objects whose instances are known
    FailureLog failures_;                                       // of its sources, by position
};

/// The definition of an object with all its counters, without data, for a performance data block. Names are
/// title indexes; a base without an index has the one of its counter.
[[nodiscard]] block::ObjectToWrite object_to_write(
    const Machine& machine, const model::ObjectDef& definition);

/// The request `Foreign COMPUTER VALUE` for HKEY_PERFORMANCE_DATA, in any case.
struct ForeignRequest {
    std::u16string computer; ///< with or without backslashes
    std::string value;       ///< empty = `Global`
};

/// None for another request, or if no computer is named.
[[nodiscard]] std::optional<ForeignRequest> foreign_request(std::string_view request);

/// HKEY_PERFORMANCE_DATA of other computers. Any thread may call anything. To be kept in a ForkOwned.
class ForeignData {
  public:
    /// A block, as PerformanceData::query() makes it, of the objects that the request names: the others are
    /// not asked for. Or titles: `Counter 009`, `Help 009` and `Explain 009` are a multi-string in UTF-16.
    /// @param size bytes that the caller has room for
    /// @retval cstatus_no_machine it does not answer
    /// @retval string_not_found the computer has no titles in this language
    /// @retval invalid_argument another value
    [[nodiscard]] Result<std::vector<std::byte>> query(
        DataSource& source, Clock& clock, const ForeignRequest& request, std::size_t size);

  private:
    Locked<std::map<std::u16string, std::shared_ptr<PerformanceData>>> computers_; // by their folded names
};

} // namespace pdh_shim::machine
