// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/block_writer.h"

#include "base/bytes.h"
#include "base/file_time.h"
#include "block/layout.h"
#include "calc/counter_type.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace pdh_shim::block {
namespace {

constexpr std::size_t longest_block = 0x7FFFFFFF; // 2 GiB, also where addresses have 32 bits
constexpr std::size_t alignment = 8;

constexpr std::size_t align_up(std::size_t size, std::size_t to) noexcept {
    return (size + to - 1) / to * to;
}

// A counter definition to write, and where its value is put.
struct Field {
    std::uint32_t counter = 0;                     // whose name it has
    std::uint32_t column = 0;                      // of the value
    std::uint32_t type = 0;                        //
    std::uint32_t size = 0;                        // bytes of the value
    std::uint32_t offset = 0;                      // in the counter block
    std::uint32_t multi_column = model::no_column; // whose value follows this one
    [[nodiscard]] std::uint32_t end() const noexcept {
        return offset + size + (multi_column == model::no_column ? 0 : std::uint32_t{sizeof(std::uint32_t)});
    }
};

std::uint32_t value_size(std::uint32_t type, bool lossless) noexcept {
    if (lossless || type == static_cast<std::uint32_t>(calc::CounterType::perf_average_timer)) {
        return sizeof(std::uint64_t);
    }
    switch (static_cast<calc::SizeClass>(type >> 8U & 3U)) {
    case calc::SizeClass::dword:
        return sizeof(std::uint32_t);
    case calc::SizeClass::zero:
        return 0;
    default:
        return sizeof(std::uint64_t);
    }
}

// The fields of an object in the order of their definitions: each base directly after its counter.
class FieldList {
  public:
    FieldList(const ObjectToWrite& object, bool lossless)
        : object_(object), counters_(object.definition->counters), lossless_(lossless),
          offset_of_(object.definition->columns, 0) {
        for (std::uint32_t column = 0; column < counters_.size(); ++column) {
            if (is_wanted(column)) {
                add_with_base(column);
            }
        }
        block_length_ = align_up(end_, alignment);
    }

    [[nodiscard]] const std::vector<Field>& fields() const noexcept { return fields_; }
    [[nodiscard]] std::size_t block_length() const noexcept { return block_length_; }

  private:
    [[nodiscard]] bool is_chosen(std::uint32_t column) const {
        return object_.columns.empty() || (column < object_.columns.size() && object_.columns[column]);
    }
    [[nodiscard]] bool is_wanted(std::uint32_t column) const {
        return is_chosen(column) && offset_of_[column] == 0;
    }

    // True if the next counter to be defined is a base: of this one, or one that is needed without its
    // counter.
    [[nodiscard]] bool is_followed_by_base(std::uint32_t column) const {
        const std::uint32_t own = counters_[column].base;
        if (own != model::no_column && own < counters_.size() && is_chosen(own)) {
            return true;
        }
        for (std::uint32_t next = column + 1; next < counters_.size(); ++next) {
            if (is_wanted(next)) {
                return calc::is_base_type(counters_[next].type);
            }
        }
        return false;
    }

    void add_with_base(std::uint32_t column) {
        const model::CounterDef& counter = counters_[column];
        const bool has_hidden = counter.multi != model::no_column && counter.multi >= counters_.size() &&
                                is_chosen(counter.multi);
        Field& field = add(column, column, counter.type);
        if (has_hidden && !is_followed_by_base(column)) {
            field.multi_column = counter.multi;
            end_ = field.end();
            return;
        }
        // A multi count after the value would be taken for that of the base that follows.
        if (has_hidden) {
            add(column, counter.multi,
                static_cast<std::uint32_t>(calc::CounterType::perf_counter_multi_base));
        }
        for (const std::uint32_t base : {counter.base, counter.multi}) {
            if (base != model::no_column && base < counters_.size() && is_chosen(base)) {
                add(base, base, counters_[base].type);
            }
        }
    }

    Field& add(std::uint32_t counter, std::uint32_t column, std::uint32_t type) {
        Field& field = fields_.emplace_back();
        field.counter = counter;
        field.column = column;
        field.type = type;
        field.size = value_size(type, lossless_);
        if (offset_of_[column] == 0) {
            offset_of_[column] =
                static_cast<std::uint32_t>(align_up(end_, std::max<std::uint32_t>(field.size, 1)));
            end_ = offset_of_[column] + field.size;
        }
        field.offset = offset_of_[column];
        return field;
    }

    const ObjectToWrite& object_;
    const std::vector<model::CounterDef>& counters_;
    bool lossless_;
    std::vector<Field> fields_;
    std::vector<std::uint32_t> offset_of_; // by column; 0 = it has no place yet
    std::size_t end_ = layout::counter_block_size;
    std::size_t block_length_ = 0;
};

// Finds the instances that others have as their parents, by name.
class ParentIndex {
  public:
    ParentIndex(const ObjectToWrite& object) : object_(&object) {
        const auto& instances = object.snapshot->instances()->instances();
        for (std::size_t row = 0; row < instances.size(); ++row) {
            rows_.try_emplace(instances[row].name, static_cast<std::uint32_t>(row));
        }
    }

    [[nodiscard]] const ObjectToWrite& object() const noexcept { return *object_; }
    [[nodiscard]] std::optional<std::uint32_t> find(std::u16string_view name) const {
        const auto found = rows_.find(name);
        return found == rows_.end() ? std::nullopt : std::optional(found->second);
    }

  private:
    const ObjectToWrite* object_;
    std::unordered_map<std::u16string_view, std::uint32_t> rows_;
};

// The other object in the block that has the first parent of this one's instances.
std::optional<ParentIndex> find_parents(const ObjectToWrite& object, std::span<const ObjectToWrite> objects) {
    const auto& instances = object.snapshot->instances()->instances();
    const auto child = std::ranges::find_if(
        instances, [](const model::Instance& instance) { return !instance.parent.empty(); });
    if (child == instances.end()) {
        return std::nullopt;
    }
    for (const ObjectToWrite& other : objects) {
        if (&other == &object || other.snapshot == nullptr ||
            other.definition->instances == model::Instances::none) {
            continue;
        }
        ParentIndex index(other);
        if (index.find(child->parent)) {
            return index;
        }
    }
    return std::nullopt;
}

class ObjectWriter {
  public:
    ObjectWriter(const ObjectToWrite& object, std::span<const ObjectToWrite> objects,
        const BlockFormat& format, ByteWriter& writer)
        : object_(object), definition_(*object.definition), snapshot_(object.snapshot), objects_(objects),
          format_(format), writer_(writer), start_(writer.size()), list_(object, format.lossless) {
        flags_ = format.titles ? layout::object::has_titles : 0;
        if (format.lossless && snapshot_ != nullptr) {
            flags_ |= definition_.instances == model::Instances::multi ? layout::object::has_identities : 0;
            flags_ |= has_invalid_cells() ? layout::object::has_validity : 0;
            flags_ |= snapshot_->status() != Status::success ? layout::object::has_no_data : 0;
        }
    }

    void write() {
        const std::size_t header = flags_ == 0 ? layout::object::size : layout::object::extended_size;
        write_header(header);
        for (const Field& field : list_.fields()) {
            write_counter(field);
        }
        write_titles(header);
        writer_.align(alignment, start_);
        set(layout::object::definition_length, writer_.size() - start_);
        if (snapshot_ != nullptr) {
            write_rows();
        }
        set(layout::object::total_length, writer_.size() - start_);
    }

  private:
    [[nodiscard]] bool has_invalid_cells() const {
        for (std::size_t row = 0; row < snapshot_->rows(); ++row) {
            for (const Field& field : list_.fields()) {
                if (!snapshot_->is_valid(row, field.column)) {
                    return true;
                }
            }
        }
        return false;
    }

    // A member of this object.
    void set(std::size_t offset, std::size_t value) noexcept {
        writer_.set_u32(start_ + offset, static_cast<std::uint32_t>(value));
    }
    void set_i64(std::size_t offset, std::int64_t value) noexcept {
        writer_.set_u64(start_ + offset, static_cast<std::uint64_t>(value));
    }

    [[nodiscard]] std::int32_t instance_count() const noexcept {
        const bool is_multi = definition_.instances == model::Instances::multi;
        if (snapshot_ == nullptr) {
            return is_multi ? layout::metadata_multiple_instances : layout::metadata_no_instances;
        }
        return is_multi ? static_cast<std::int32_t>(snapshot_->rows()) : layout::no_instances;
    }

    // Position of a column among those that are written.
    [[nodiscard]] std::int32_t default_counter() const noexcept {
        const auto& fields = list_.fields();
        const auto found = std::ranges::find(fields, definition_.default_counter, &Field::column);
        return found == fields.end() ? 0 : static_cast<std::int32_t>(found - fields.begin());
    }

    void write_header(std::size_t length) {
        namespace at = layout::object;
        writer_.zeros(length);
        set(at::header_length, length);
        set(at::title_index, object_.title_index);
        set(at::help_index, object_.title_index + 1);
        set(at::detail, static_cast<std::uint32_t>(definition_.detail));
        set(at::counter_count, list_.fields().size());
        set(at::default_counter, static_cast<std::uint32_t>(default_counter()));
        set(at::instance_count, static_cast<std::uint32_t>(instance_count()));
        set_i64(at::perf_time, snapshot_ == nullptr ? 0 : snapshot_->object_time());
        set_i64(at::perf_freq, definition_.object_freq);
        if (length > at::size) {
            writer_.set_u64(start_ + at::extension, at::extension_mark);
            set(at::extension_flags, flags_);
        }
    }

    void write_counter(const Field& field) {
        namespace at = layout::counter;
        const model::CounterDef& counter = definition_.counters[field.counter];
        const std::size_t offset = writer_.size() - start_;
        const std::uint32_t title_index = object_.counter_titles[field.counter];
        writer_.zeros(at::size);
        set(offset + at::length, at::size);
        set(offset + at::title_index, title_index);
        set(offset + at::help_index, title_index + 1);
        set(offset + at::default_scale, static_cast<std::uint32_t>(counter.default_scale));
        set(offset + at::detail, static_cast<std::uint32_t>(counter.detail));
        set(offset + at::type, field.type);
        set(offset + at::value_size, field.size);
        set(offset + at::value_offset, field.offset);
    }

    void write_titles(std::size_t header) {
        if (!format_.titles) {
            return;
        }
        write_title(layout::object::title, definition_.name);
        write_title(layout::object::help, definition_.help);
        for (std::size_t i = 0; i < list_.fields().size(); ++i) {
            const model::CounterDef& counter = definition_.counters[list_.fields()[i].counter];
            const std::size_t offset = header + i * layout::counter::size;
            write_title(offset + layout::counter::title, counter.name);
            write_title(offset + layout::counter::help, counter.help);
        }
    }

    void write_title(std::size_t offset_at, std::u16string_view text) {
        if (!text.empty()) {
            set(offset_at, writer_.size() - start_);
            write_text(text);
        }
    }

    void write_text(std::u16string_view text) {
        for (const char16_t unit : text) {
            writer_.u16(unit);
        }
        writer_.u16(0);
    }

    void write_rows() {
        const auto parents = find_parents(object_, objects_);
        const auto& instances = snapshot_->instances()->instances();
        for (std::size_t row = 0; row < snapshot_->rows(); ++row) {
            if (definition_.instances == model::Instances::multi) {
                write_instance(instances[row], parents);
            }
            write_values(row);
        }
    }

    void write_instance(const model::Instance& instance, const std::optional<ParentIndex>& parents) {
        namespace at = layout::instance;
        const std::optional<std::uint32_t> parent =
            parents.has_value() && !instance.parent.empty() ? parents->find(instance.parent) : std::nullopt;
        const bool is_joined = !instance.parent.empty() && !parent.has_value();
        const std::u16string name = is_joined ? instance.parent + u'/' + instance.name : instance.name;
        const bool fits = instance.unique_id == static_cast<std::int32_t>(instance.unique_id);
        const std::int64_t id = fits ? instance.unique_id : model::no_unique_id;
        const std::size_t start = writer_.size();
        writer_.zeros(at::size);
        const auto set_here = [&](std::size_t offset, std::size_t value) {
            writer_.set_u32(start + offset, static_cast<std::uint32_t>(value));
        };
        if (parent.has_value()) {
            set_here(at::parent_object, parents->object().title_index);
            set_here(at::parent_instance, *parent);
        }
        set_here(at::unique_id, static_cast<std::uint32_t>(id));
        set_here(at::name_offset, at::size);
        set_here(at::name_length, (name.size() + 1) * sizeof(char16_t));
        write_text(name);
        writer_.align(alignment, start);
        if ((flags_ & layout::object::has_identities) != 0) {
            writer_.i64(instance.unique_id);
        }
        set_here(at::length, writer_.size() - start);
    }

    void write_values(std::size_t row) {
        const std::size_t start = writer_.size();
        const auto& fields = list_.fields();
        const bool has_validity = (flags_ & layout::object::has_validity) != 0;
        const std::size_t validity = has_validity ? layout::validity_bytes(fields.size()) : 0;
        writer_.zeros(list_.block_length() + validity);
        writer_.set_u32(start, static_cast<std::uint32_t>(list_.block_length() + validity));
        for (const Field& field : fields) {
            write_value(field, start + field.offset, snapshot_->cell(row, field.column));
            if (field.multi_column != model::no_column) {
                writer_.set_u32(start + field.offset + field.size,
                    static_cast<std::uint32_t>(snapshot_->cell(row, field.multi_column)));
            }
        }
        if (has_validity) {
            write_validity(row, start + list_.block_length());
        }
    }

    void write_value(const Field& field, std::size_t offset, std::int64_t value) noexcept {
        if (field.size == sizeof(std::uint64_t)) {
            writer_.set_u64(offset, static_cast<std::uint64_t>(value));
        } else if (field.size == sizeof(std::uint32_t)) {
            writer_.set_u32(offset, static_cast<std::uint32_t>(value));
        }
    }

    void write_validity(std::size_t row, std::size_t offset) noexcept {
        const auto& fields = list_.fields();
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (!snapshot_->is_valid(row, fields[i].column)) {
                writer_.set_bit(offset, i);
            }
        }
    }

    const ObjectToWrite& object_;
    const model::ObjectDef& definition_;
    const model::ObjectSnapshot* snapshot_;
    std::span<const ObjectToWrite> objects_;
    const BlockFormat& format_;
    ByteWriter& writer_;
    std::size_t start_;
    FieldList list_;
    std::uint32_t flags_ = 0;
};

// Where the block begins, everything is counted from.
void write_block_header(std::span<const ObjectToWrite> objects, const BlockClocks& clocks,
    std::u16string_view machine, const BlockFormat& format, ByteWriter& writer) {
    namespace at = layout::block;
    const std::size_t start = writer.size();
    writer.zeros(at::size);
    const auto set = [&](std::size_t offset, std::size_t value) {
        writer.set_u32(start + offset, static_cast<std::uint32_t>(value));
    };
    const auto set_i64 = [&](std::size_t offset, std::int64_t value) {
        writer.set_u64(start + offset, static_cast<std::uint64_t>(value));
    };
    constexpr std::u16string_view signature = u"PERF";
    for (std::size_t i = 0; i < signature.size(); ++i) {
        writer.set_u16(start + at::signature + 2 * i, signature[i]);
    }
    const SystemTime time = to_system_time(clocks.system_time);
    for (std::size_t i = 0; i < time.size(); ++i) {
        writer.set_u16(start + at::system_time + 2 * i, time[i]);
    }
    set(at::little_endian, format.order == std::endian::little ? 1 : 0);
    set(at::version, 1);
    set(at::revision, 1);
    set(at::object_count, objects.size());
    set(at::default_object, objects.empty() ? UINT32_MAX : objects.front().title_index);
    set_i64(at::perf_time, clocks.perf_time);
    set_i64(at::perf_freq, clocks.perf_freq);
    set_i64(at::time_100ns, clocks.time_100ns);
    set(at::name_length, (machine.size() + 1) * sizeof(char16_t));
    set(at::name_offset, at::size);
    for (const char16_t unit : machine) {
        writer.u16(unit);
    }
    writer.u16(0);
    writer.align(alignment, start);
    set(at::header_length, writer.size() - start);
}

void write_all(std::span<const ObjectToWrite> objects, const BlockFormat& format, ByteWriter& writer) {
    for (const ObjectToWrite& object : objects) {
        ObjectWriter(object, objects, format, writer).write();
    }
}

// Takes back what was written if it is too long.
Result<void> finish(const ByteWriter& writer, std::size_t start, std::vector<std::byte>& bytes) {
    if (!writer.ok()) {
        bytes.resize(start);
        return Status::insufficient_buffer;
    }
    return outcome::success();
}

} // namespace

Result<void> write_block(std::span<const ObjectToWrite> objects, const BlockClocks& clocks,
    std::u16string_view machine, const BlockFormat& format, std::vector<std::byte>& bytes) {
    const std::size_t start = bytes.size();
    ByteWriter writer(bytes, start + longest_block, format.order);
    write_block_header(objects, clocks, machine, format, writer);
    write_all(objects, format, writer);
    writer.set_u32(start + layout::block::total_length, static_cast<std::uint32_t>(writer.size() - start));
    return finish(writer, start, bytes);
}

Result<void> write_objects(
    std::span<const ObjectToWrite> objects, const BlockFormat& format, std::vector<std::byte>& bytes) {
    const std::size_t start = bytes.size();
    ByteWriter writer(bytes, start + longest_block, format.order);
    write_all(objects, format, writer);
    return finish(writer, start, bytes);
}

} // namespace pdh_shim::block
