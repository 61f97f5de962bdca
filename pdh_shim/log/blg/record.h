// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/log.h"

#include <cstddef>
#include <span>
#include <vector>

namespace pdh_shim::log::blg {

/// Whether a payload begins as that of an EventKind::record; no other payload begins so.
[[nodiscard]] bool begins_as_record(std::span<const std::byte> payload) noexcept;

/// What the functions below need of the entries of a catalogue.
using EntryKinds = std::vector<model::LogEntryKind>;
[[nodiscard]] EntryKinds kinds_of(std::span<const model::LogEntry> entries);

/// Bytes of a record that cannot be read.
struct LostPart {
    std::size_t offset = 0;
    std::size_t size = 0;
};

/// Reads the payload of an EventKind::record: the values of entries of these kinds. Parts of an unknown kind
/// are passed over, unless values are missing.
/// @return what was passed over of a record that has only blocks: each block says itself what it is
/// @retval binary_log_corrupt a part or a name leaves the bytes, or the record is shorter than it says
[[nodiscard]] Result<std::vector<LostPart>, Failure> read_record(
    std::span<const std::byte> payload, const EntryKinds& kinds, model::LogRecord& record);

/// Writes such a payload behind the bytes that are there: a cell for each entry. Entries of
/// LogEntryKind::object are not written this way (writer.h).
void append_record(
    const EntryKinds& kinds, std::span<const model::LogCell> cells, std::vector<std::byte>& payload);

} // namespace pdh_shim::log::blg
