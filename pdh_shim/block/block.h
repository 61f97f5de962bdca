// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "model/catalogue.h"
#include "model/source.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Performance data blocks: what HKEY_PERFORMANCE_DATA gives, what performance DLLs fill and what captures
// hold. include/winperf.h describes the structures. They have one layout on x86 and x64.

namespace pdh_shim::block {

/// Refuses bytes with invalid_data.
/// @param offset of the byte that is wrong, from the start of the bytes that were handed over
[[nodiscard]] Failure malformed(std::size_t offset, std::string what);

/// The header of a PERF_DATA_BLOCK.
struct BlockHeader {
    std::size_t total_bytes = 0; ///< of the block; later bytes are not part of it
    std::int64_t perf_time = 0;
    std::int64_t perf_freq = 0; ///< ticks of perf_time per second, at least 1
    std::int64_t time_100ns = 0;
    /// UTC FILETIME, of SystemTime, which has milliseconds, or of PerfTime100nSec where SystemTime is local.
    std::int64_t system_time = 0;
    std::int32_t default_object = -1;
    std::u16string machine;
};

/// The zone of a record whose data are the PERF_DATA_BLOCK that begins here: in minutes, UTC = local time +
/// bias. None if the block does not say it: its PerfTime100nSec is not the time, and its SystemTime may be
/// local, as it was in a log of Windows Vista.
[[nodiscard]] std::optional<std::int32_t> bias_in_block(
    std::span<const std::byte> bytes, std::int64_t local_time);

/// True if a PERF_DATA_BLOCK begins here, or may begin here, but not all of its bytes are there.
[[nodiscard]] bool is_cut(std::span<const std::byte> bytes) noexcept;

/// Reads the header of the PERF_DATA_BLOCK that these bytes begin with.
/// @retval invalid_data not such a block
[[nodiscard]] Result<BlockHeader, Failure> read_block_header(std::span<const std::byte> bytes);

/// One PERF_OBJECT_TYPE with all that belongs to it.
struct ObjectBytes {
    std::uint32_t title_index = 0;
    std::size_t offset = 0; ///< where it stands in what was handed over, for failures
    std::span<const std::byte> bytes;
    std::endian order = std::endian::little;
};

/// The objects in the performance data blocks of one collect: found, but not parsed. It refers to the bytes
/// that it was given, which have to outlive it.
class BlockObjects {
  public:
    /// Forgets all objects; their memory stays.
    void clear() noexcept;

    /// Adds the objects of the PERF_DATA_BLOCK that these bytes begin with. Offsets in failures are counted
    /// from `start`: the position of the bytes in a file.
    /// @retval invalid_data not such a block; nothing was added
    [[nodiscard]] Result<BlockHeader, Failure> add_block(
        std::span<const std::byte> bytes, std::size_t start = 0);

    /// Adds the objects of a block that may be damaged: those before the first one that cannot be found,
    /// without one whose end may be damaged, too: it has zeros there.
    /// @return why the others were left out
    [[nodiscard]] Result<void, Failure> add_found(std::span<const std::byte> bytes);

    /// Adds consecutive objects without a header, as a performance DLL returns them. They
    /// have to take up all the bytes and have the byte order of this machine.
    /// @retval invalid_data as above
    [[nodiscard]] Result<void, Failure> add_objects(std::span<const std::byte> bytes, std::uint32_t count);

    /// The first object of this title index, or null.
    [[nodiscard]] const ObjectBytes* find(std::uint32_t title_index) const noexcept;
    [[nodiscard]] const std::vector<ObjectBytes>& objects() const noexcept { return objects_; }
    /// A number that changes with the objects, and that no other BlockObjects has.
    [[nodiscard]] std::uint64_t number() const noexcept { return number_; }

  private:
    void index_from(std::size_t position);

    std::vector<ObjectBytes> objects_;
    std::map<std::uint32_t, std::size_t> by_title_; // a tree, which no choice of indexes makes slow
    std::uint64_t number_ = 0;
};

/// The title index of each requested object.
[[nodiscard]] std::vector<std::uint32_t> title_indexes(
    std::span<const model::ObjectRequest> requests, const model::Catalogue& catalogue);
/// The request to HKEY_PERFORMANCE_DATA, or to a performance DLL, for some objects: their title indexes in
/// decimal with blanks between them.
[[nodiscard]] std::u16string index_list(std::span<const std::uint32_t> indexes);

/// UTF-16 up to the first NUL or the end.
[[nodiscard]] std::u16string utf16_text(std::span<const std::byte> bytes, std::endian order);

/// Text of a code page up to the first NUL or the end: UTF-8 if it is well-formed, else Windows-1252.
/// Which code page it is makes no difference: that of another machine is not known here.
[[nodiscard]] std::u16string ansi_text(std::span<const std::byte> bytes);

/// True for the code pages of UTF-16 text: 0, and Windows' own number for it.
[[nodiscard]] constexpr bool is_utf16(std::uint32_t code_page) noexcept {
    return code_page == 0 || code_page == 1200;
}

} // namespace pdh_shim::block
