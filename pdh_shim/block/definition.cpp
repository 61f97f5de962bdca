// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/definition.h"

#include "base/bytes.h"
#include "block/layout.h"
#include "calc/counter_type.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <numeric>
#include <tuple>

namespace pdh_shim::block {
namespace {

// The parts of the header that change from one collect to the next: the length, the number of instances (but
// not whether there may be any) and the time.
struct Range {
    std::size_t begin;
    std::size_t end;
};
constexpr Range after_length{layout::object::definition_length, layout::object::instance_count};
constexpr Range after_instances{layout::object::code_page, layout::object::perf_time};
constexpr std::size_t after_time = layout::object::perf_freq;

model::Instances instances_of(std::int32_t count) noexcept {
    return count >= 0 || count == layout::metadata_multiple_instances ? model::Instances::multi
                                                                      : model::Instances::none;
}

bool same_range(std::span<const std::byte> left, std::span<const std::byte> right, Range range) noexcept {
    return std::memcmp(left.data() + range.begin, right.data() + range.begin, range.end - range.begin) == 0;
}

// Reads the members of one object's definition.
class DefinitionReader {
  public:
    explicit DefinitionReader(const ObjectBytes& object) noexcept
        : object_(object), reader_(object.bytes, object.order) {}

    Result<Definition, Failure> read() {
        PDH_SHIM_TRY(const auto header_length, read_header());
        PDH_SHIM_CHECK(read_extension(header_length));
        PDH_SHIM_CHECK(read_counters(header_length));
        return std::move(definition_);
    }

  private:
    [[nodiscard]] Failure refuse(std::size_t offset, std::string what) const {
        return malformed(object_.offset + offset, std::move(what));
    }

    Result<std::size_t, Failure> read_header() {
        namespace at = layout::object;
        definition_.length = reader_.u32(at::definition_length);
        const std::size_t header_length = reader_.u32(at::header_length);
        definition_.title_index = reader_.u32(at::title_index);
        definition_.help_index = reader_.u32(at::help_index);
        definition_.detail = reader_.u32(at::detail);
        definition_.default_counter = reader_.i32(at::default_counter);
        definition_.code_page = reader_.u32(at::code_page);
        definition_.perf_freq = std::max<std::int64_t>(reader_.i64(at::perf_freq), 0);
        const std::int32_t count = reader_.i32(at::instance_count);
        definition_.instances = instances_of(count);
        if (count < layout::metadata_no_instances) {
            return refuse(at::instance_count, std::to_string(count) + " instances");
        }
        if (header_length < at::size || header_length > definition_.length) {
            return refuse(
                at::header_length, "the header's length cannot be " + std::to_string(header_length));
        }
        if (definition_.length > object_.bytes.size()) {
            return refuse(at::definition_length,
                "the definitions' length cannot be " + std::to_string(definition_.length));
        }
        return header_length;
    }

    Result<void, Failure> read_extension(std::size_t header_length) {
        namespace at = layout::object;
        if (header_length < at::extended_size || reader_.u64(at::extension) != at::extension_mark) {
            return outcome::success();
        }
        const std::uint32_t flags = reader_.u32(at::extension_flags);
        definition_.has_titles = (flags & at::has_titles) != 0;
        definition_.has_identities = (flags & at::has_identities) != 0;
        definition_.has_validity = (flags & at::has_validity) != 0;
        definition_.has_data = (flags & at::has_no_data) == 0;
        PDH_SHIM_CHECK(read_text(at::title, definition_.name));
        return read_text(at::help, definition_.help);
    }

    // A text whose offset is here.
    Result<void, Failure> read_text(std::size_t offset_at, std::u16string& text) {
        if (!definition_.has_titles) {
            return outcome::success();
        }
        const std::size_t offset = reader_.u32(offset_at);
        if (offset == 0) {
            return outcome::success();
        }
        if (offset < layout::object::extended_size || offset >= definition_.length) {
            return refuse(offset_at, "a title cannot stand at " + std::to_string(offset));
        }
        text = utf16_text(object_.bytes.subspan(offset, definition_.length - offset), object_.order);
        text_bytes_ += text.size() * 2;
        // Titles that share their bytes could make much of little.
        if (text_bytes_ > definition_.length) {
            return refuse(offset_at, "the titles are longer than the definitions that they stand in");
        }
        return outcome::success();
    }

    Result<void, Failure> read_counters(std::size_t offset) {
        const std::uint32_t count = reader_.u32(layout::object::counter_count);
        if (count > most_counters || count > (definition_.length - offset) / layout::counter::size) {
            return refuse(layout::object::counter_count,
                std::to_string(count) + " counters, which the definitions have no room for");
        }
        definition_.counters.reserve(count);
        definition_.block_length = layout::counter_block_size;
        for (std::uint32_t i = 0; i < count; ++i) {
            PDH_SHIM_TRY(const auto length, read_counter(offset));
            offset += length;
        }
        if (definition_.has_validity) {
            definition_.block_length += layout::validity_bytes(count);
        }
        return outcome::success();
    }

    // Returns the length of the counter's definition.
    Result<std::size_t, Failure> read_counter(std::size_t offset) {
        namespace at = layout::counter;
        const std::size_t length = reader_.u32(offset + at::length);
        if (length < at::size || length > definition_.length - offset) {
            return refuse(offset, "the length of a counter's definition cannot be " + std::to_string(length));
        }
        CounterField& counter = definition_.counters.emplace_back();
        counter.title_index = reader_.u32(offset + at::title_index);
        counter.help_index = reader_.u32(offset + at::help_index);
        counter.default_scale = reader_.i32(offset + at::default_scale);
        counter.detail = reader_.u32(offset + at::detail);
        counter.type = reader_.u32(offset + at::type);
        counter.size = reader_.u32(offset + at::value_size);
        counter.offset = reader_.u32(offset + at::value_offset);
        PDH_SHIM_CHECK(read_text(offset + at::title, counter.name));
        PDH_SHIM_CHECK(read_text(offset + at::help, counter.help));
        PDH_SHIM_CHECK(check_place(offset, counter));
        return length;
    }

    // Whether the counter blocks reach that far is seen there.
    Result<void, Failure> check_place(std::size_t offset, const CounterField& counter) {
        if (counter.size == 0) {
            return outcome::success();
        }
        if (counter.offset < layout::counter_block_size) {
            return refuse(offset + layout::counter::value_offset,
                "a value cannot stand at " + std::to_string(counter.offset) + " of a counter block");
        }
        const std::uint64_t end = std::uint64_t{counter.offset} + counter.size;
        definition_.block_length = std::max(definition_.block_length, end);
        return outcome::success();
    }

    const ObjectBytes& object_;
    ByteReader reader_;
    Definition definition_;
    std::size_t text_bytes_ = 0;
};

// The identity of a counter in its object: its title index and type, and for a base also the title index and
// type of the counter that it belongs to.
using Key = std::array<std::uint32_t, 4>;

// The key of the counter at `position`; works for definitions and columns alike.
template <class Counter>
Key key_of(const std::vector<Counter>& counters, std::size_t position) noexcept {
    const Counter& counter = counters[position];
    if (position == 0 || !calc::is_base_type(counter.type)) {
        return {counter.title_index, counter.type};
    }
    const Counter& owner = counters[position - 1];
    return {counter.title_index, counter.type, owner.title_index, owner.type};
}

bool begins_with(const model::ObjectDef& object, const Definition& definition) noexcept {
    if (definition.counters.size() > object.counters.size()) {
        return false;
    }
    for (std::size_t i = 0; i < definition.counters.size(); ++i) {
        if (key_of(object.counters, i) != key_of(definition.counters, i)) {
            return false;
        }
    }
    return true;
}

} // namespace

Result<Definition, Failure> read_definition(const ObjectBytes& object) {
    return DefinitionReader(object).read();
}

std::vector<std::byte> definition_bytes(const ObjectBytes& object) {
    ByteReader reader(object.bytes, object.order);
    const auto bytes = reader.part(0, reader.u32(layout::object::definition_length));
    return {bytes.begin(), bytes.end()};
}

bool has_definition(const ObjectBytes& object, std::span<const std::byte> copy) noexcept {
    namespace at = layout::object;
    if (copy.size() < at::size || copy.size() > object.bytes.size() ||
        !same_range(object.bytes, copy, after_length) || !same_range(object.bytes, copy, after_instances) ||
        !same_range(object.bytes, copy, {after_time, copy.size()})) {
        return false;
    }
    ByteReader now(object.bytes, object.order);
    ByteReader then(copy, object.order);
    const std::int32_t count = now.i32(at::instance_count);
    return count >= layout::metadata_no_instances &&
           instances_of(count) == instances_of(then.i32(at::instance_count));
}

bool reads_alike(const Definition& left, const Definition& right) noexcept {
    const auto rules = [](const Definition& of) {
        return std::tuple(of.perf_freq, of.code_page, of.instances, of.has_titles, of.has_identities,
            of.has_validity, of.counters.size());
    };
    const auto is_alike = [](const CounterField& one, const CounterField& other) {
        return one.title_index == other.title_index && one.type == other.type && one.size == other.size &&
               one.offset == other.offset;
    };
    return rules(left) == rules(right) && std::ranges::equal(left.counters, right.counters, is_alike);
}

std::vector<std::uint32_t> columns_of(const Definition& definition, const model::ObjectDef& object) {
    std::vector<std::uint32_t> columns(definition.counters.size(), model::no_column);
    if (begins_with(object, definition)) {
        std::iota(columns.begin(), columns.end(), 0U);
        return columns;
    }
    std::map<Key, std::vector<std::uint32_t>> known; // those that are left, the first one last
    for (std::size_t column = object.counters.size(); column-- != 0;) {
        known[key_of(object.counters, column)].push_back(static_cast<std::uint32_t>(column));
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto found = known.find(key_of(definition.counters, i));
        if (found != known.end() && !found->second.empty()) {
            columns[i] = found->second.back();
            found->second.pop_back();
        }
    }
    return columns;
}

} // namespace pdh_shim::block
