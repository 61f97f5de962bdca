// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/failure_log.h"
#include "block/block.h"
#include "block/schema.h"
#include "block/snapshot_reader.h"
#include "model/catalogue.h"
#include "model/source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pdh_shim::block {

/// An answer of a performance key (HKEY_PERFORMANCE_DATA of a computer), and what reads it. A session keeps
/// one between collects; one thread at a time.
struct KeySample {
    std::vector<std::byte> bytes;       ///< may be longer than the block in them
    BlockObjects objects;               // looks into the bytes
    std::vector<std::uint32_t> asked;   ///< title indexes of the objects that are learnt; empty = all
    std::vector<std::uint32_t> refused; // title indexes of objects that are malformed
    SnapshotReader reader;

    /// Finds the objects of the block that the first bytes are. @retval "BlockObjects::add_block()"
    [[nodiscard]] Result<BlockHeader, Failure> find_objects(std::size_t count);
};

/// The objects of a performance key, as its answers show them. An object that is malformed has no valid data;
/// others in the same answer have theirs. The log says it once, and again only after the object was well in
/// between. What an answer has without having been asked for only names parents. learn() and catalogue() are
/// called by one thread at a time, the others by any.
class KeyObjects {
  public:
    /// @param place of the key, for failures: `registry`
    KeyObjects(std::string place, Titles titles)
        : place_(std::move(place)), schema_(std::move(titles), limits) {}

    /// Learns what the objects of an answer are.
    void learn(KeySample& sample, const BlockHeader& header);
    /// Whether learn() would learn nothing, and so asks for no title.
    [[nodiscard]] bool knows(const KeySample& sample) const;
    [[nodiscard]] std::shared_ptr<const model::Catalogue> catalogue() { return schema_.catalogue(); }

    /// Fills the clocks and objects of a snapshot from an answer that was learnt.
    void read(KeySample& sample, const BlockHeader& header,
        const std::shared_ptr<const model::Catalogue>& catalogue,
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot);

    /// Logs why there is no answer that can be read.
    void report(const Failure& failure);

  private:
    // Some times as much as the largest servers have.
    static constexpr SchemaLimits limits{.objects = 16'384, .columns = 262'144};

    [[nodiscard]] bool read_object(KeySample& sample,
        const std::shared_ptr<const model::Catalogue>& catalogue, const model::ObjectRequest& request,
        std::int64_t perf_time, model::ObjectSnapshot& snapshot);
    void refuse(std::uint32_t title_index, Failure failure);

    const std::string place_;
    FailureLog failures_;
    Schema schema_;
};

} // namespace pdh_shim::block
