// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/instance_table.h"

#include "base/bytes.h"
#include "base/text.h"
#include "block/layout.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace pdh_shim::block {

std::uint32_t instance_count(const ObjectBytes& object) noexcept {
    ByteReader reader(object.bytes, object.order);
    return static_cast<std::uint32_t>(std::max(reader.i32(layout::object::instance_count), 0));
}

namespace {

// Goes from one instance of an object to the next.
class Cursor {
  public:
    Cursor(const ObjectBytes& object, const Definition& definition) noexcept
        : reader_(object.bytes, object.order), start_(object.offset),
          least_head_(layout::instance::size + (definition.has_identities ? sizeof(std::uint64_t) : 0)),
          least_block_(definition.block_length), offset_(definition.length) {}

    // Bytes of the instance definition that begins here; the counter block follows it.
    [[nodiscard]] Result<std::span<const std::byte>, Failure> head() {
        const std::size_t left = reader_.size() - offset_;
        const std::size_t length = reader_.u32(offset_);
        if (length < least_head_ || length > left) {
            return malformed(start_ + offset_, "the length of an instance's definition cannot be " +
                                                   std::to_string(length) + " where " + std::to_string(left) +
                                                   " bytes are left");
        }
        return std::exchange(offset_, offset_ + length), reader_.part(offset_ - length, length);
    }

    // Where the counter block is that begins here; goes to what follows it.
    [[nodiscard]] Result<std::size_t, Failure> block() {
        const std::size_t left = reader_.size() - offset_;
        const std::size_t length = reader_.u32(offset_);
        if (length < least_block_ || length > left) {
            return malformed(start_ + offset_, "the length of a counter block cannot be " +
                                                   std::to_string(length) + " where the values need " +
                                                   std::to_string(least_block_) + " and " +
                                                   std::to_string(left) + " bytes are left");
        }
        return std::exchange(offset_, offset_ + length);
    }

    [[nodiscard]] bool is_at_end() const noexcept { return offset_ == reader_.size(); }

  private:
    ByteReader reader_;
    std::size_t start_;
    std::size_t least_head_;
    std::uint64_t least_block_;
    std::size_t offset_;
};

bool is_metadata(const ObjectBytes& object) noexcept {
    ByteReader reader(object.bytes, object.order);
    return reader.i32(layout::object::instance_count) <= layout::metadata_multiple_instances;
}

// @param fills becomes false if the name does not fill a place of its own with its NUL
std::u16string name_of(ByteReader& head, const Definition& definition, std::endian order, bool& fills) {
    const std::uint32_t offset = head.u32(layout::instance::name_offset);
    const auto bytes = head.part(offset, head.u32(layout::instance::name_length));
    const bool is_wide = is_utf16(definition.code_page);
    std::u16string name = is_wide ? utf16_text(bytes, order) : ansi_text(bytes);
    const auto until_nul = [bytes] { return std::ranges::find(bytes, std::byte{}) - bytes.begin(); };
    const std::size_t filled = is_wide ? 2 * name.size() + 2 : static_cast<std::size_t>(until_nul()) + 1;
    fills = fills && offset >= layout::instance::size && filled == bytes.size();
    const std::uint32_t id = head.u32(layout::instance::unique_id);
    if (name.empty() && id != UINT32_MAX && !definition.has_identities) {
        append_decimal(name, id);
    }
    return name.empty() ? u"_" : name; // no path can name nothing
}

std::int64_t identity_of(ByteReader& head, const Definition& definition) noexcept {
    return definition.has_identities ? head.i64(head.size() - sizeof(std::uint64_t))
                                     : std::int64_t{head.i32(layout::instance::unique_id)};
}

} // namespace

void InstanceTable::clear() noexcept {
    heads_.clear();
    lengths_.clear();
    blocks_.clear();
    infos_ = nullptr;
}

Result<void, Failure> InstanceTable::refresh(const ObjectBytes& object, const Definition& definition) {
    if (infos_ != nullptr && has_same(object, definition)) {
        return outcome::success();
    }
    clear();
    auto read = walk(object, definition);
    if (read) {
        read = read_infos(object, definition);
    }
    if (!read) {
        clear();
    }
    return read;
}

// Whether the previous block had the same instances. If so, finds their counter blocks; walk() reports what
// is odd about them.
bool InstanceTable::has_same(const ObjectBytes& object, const Definition& definition) noexcept {
    if (definition.instances == model::Instances::none || instance_count(object) != lengths_.size()) {
        return false;
    }
    const bool is_native = object.order == std::endian::native;
    const std::byte* const bytes = object.bytes.data();
    const std::byte* known = heads_.data();
    std::size_t offset = definition.length;
    for (std::size_t row = 0; row < lengths_.size(); ++row) {
        const std::size_t length = lengths_[row];
        const std::size_t left = object.bytes.size() - offset;
        if (left < length + layout::counter_block_size || std::memcmp(bytes + offset, known, length) != 0) {
            return false;
        }
        std::uint32_t block = 0;
        std::memcpy(&block, bytes + offset + length, sizeof(block));
        block = is_native ? block : swap_bytes(block);
        if (block < definition.block_length || block > left - length) {
            return false;
        }
        blocks_[row] = offset + length;
        known += length;
        offset += length + block;
    }
    habits_.fill_object = offset == object.bytes.size();
    return true;
}

Result<void, Failure> InstanceTable::walk(const ObjectBytes& object, const Definition& definition) {
    Cursor cursor(object, definition);
    const bool has_one = definition.instances == model::Instances::none && !is_metadata(object);
    if (has_one) {
        PDH_SHIM_TRY(const auto block, cursor.block());
        blocks_.push_back(block);
    }
    for (std::uint32_t left = instance_count(object); left != 0; --left) {
        PDH_SHIM_TRY(const auto head, cursor.head());
        heads_.insert(heads_.end(), head.begin(), head.end());
        lengths_.push_back(head.size());
        PDH_SHIM_TRY(const auto block, cursor.block());
        blocks_.push_back(block);
    }
    habits_.fill_object = cursor.is_at_end();
    return outcome::success();
}

Result<void, Failure> InstanceTable::read_infos(const ObjectBytes& object, const Definition& definition) {
    habits_.fill_names = true;
    std::vector<InstanceInfo> infos(blocks_.size());
    Cursor cursor(object, definition);
    for (std::size_t row = 0; row < lengths_.size(); ++row) {
        InstanceInfo& info = infos[row];
        PDH_SHIM_TRY(const auto bytes, cursor.head());
        ByteReader head(bytes, object.order);
        info.name = name_of(head, definition, object.order, habits_.fill_names);
        info.parent_object = head.u32(layout::instance::parent_object);
        info.parent_instance = head.u32(layout::instance::parent_instance);
        info.identity = identity_of(head, definition);
        const auto offset = static_cast<std::size_t>(bytes.data() - object.bytes.data());
        if (!head.ok()) {
            return malformed(object.offset + offset + layout::instance::name_offset,
                "an instance's name is not in its definition");
        }
        PDH_SHIM_CHECK(cursor.block());
    }
    infos_ = std::make_shared<const std::vector<InstanceInfo>>(std::move(infos));
    return outcome::success();
}

} // namespace pdh_shim::block
