// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "model/snapshot.h"

#include "base/text.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace pdh_shim::model {
namespace {

constexpr std::uint32_t no_row = 0xFFFFFFFFU;

/// `parent/name` as one text; `buffer` holds it if it must be joined.
std::u16string_view join(std::u16string& buffer, std::u16string_view parent, std::u16string_view name) {
    if (parent.empty()) {
        return name;
    }
    buffer.assign(parent);
    buffer += u'/';
    buffer += name;
    return buffer;
}

/// Exact equality; std::equal compares memory, the operator of a UTF-16 string goes unit by unit.
bool same_text(std::u16string_view left, std::u16string_view right) noexcept {
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
}

bool is_instance(const Instance& instance, std::u16string_view name, std::u16string_view parent,
    std::int64_t unique_id) noexcept {
    return instance.unique_id == unique_id && same_text(instance.name, name) &&
           same_text(instance.parent, parent);
}

bool has_joined_name(const Instance& instance, std::u16string_view joined) noexcept {
    const std::size_t parent = instance.parent.size();
    if (parent == 0) {
        return equal_folded(instance.name, joined);
    }
    return joined.size() == parent + 1 + instance.name.size() && joined[parent] == u'/' &&
           equal_folded(instance.parent, joined.substr(0, parent)) &&
           equal_folded(instance.name, joined.substr(parent + 1));
}

constexpr char16_t stand_in = u'_';

/// In a path `*` is always a wildcard, and a list of names ends with U+0000.
bool is_reserved(char16_t unit) noexcept {
    return unit == u'*' || unit == u'\0';
}

} // namespace

std::optional<NumberedName> as_numbered(std::u16string_view text) noexcept {
    const std::size_t sign = text.rfind(u'#');
    if (sign == 0 || sign == std::u16string_view::npos) {
        return std::nullopt;
    }
    const std::u16string_view digits = text.substr(sign + 1);
    const auto number = parse_decimal(digits);
    return number ? std::optional(NumberedName{text.substr(0, sign), *number, digits.front() != u'0'})
                  : std::nullopt;
}

InstanceSet::InstanceSet(std::vector<Instance> given, std::vector<std::uint32_t> numbers)
    : instances_(std::move(given)), numbers_(std::move(numbers)) {
    replace_reserved_characters();
    index();
    // A new name may be equal to the path of another instance. The last round renames all of them.
    constexpr int last_round = 8;
    for (int round = 0; round <= last_round && rename_numbered(round == last_round); ++round) {
        index();
    }
}

void InstanceSet::replace_reserved_characters() {
    for (std::size_t row = 0; row < instances_.size(); ++row) {
        const Instance& instance = instances_[row];
        if (std::ranges::any_of(instance.name, is_reserved) ||
            std::ranges::any_of(instance.parent, is_reserved)) {
            std::ranges::replace_if(name_to_change(row), is_reserved, stand_in);
            std::ranges::replace_if(instances_[row].parent, is_reserved, stand_in);
        }
    }
}

bool InstanceSet::rename_numbered(bool rename_all) {
    std::u16string buffer;
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < instances_.size(); ++row) {
        const std::u16string_view joined = join(buffer, instances_[row].parent, instances_[row].name);
        if (rename_all ? as_numbered(joined).has_value() : needs_another_name(joined)) {
            rows.push_back(row);
        }
    }
    for (const std::size_t row : rows) {
        std::ranges::replace(name_to_change(row), u'#', stand_in);
    }
    return !rows.empty();
}

/// Whether the path of a name that ends in `#n` means another instance: the n-th of those before it, or, if
/// the number is not in the form of a path's, an instance of another name.
bool InstanceSet::needs_another_name(std::u16string_view joined) const {
    const auto numbered = as_numbered(joined);
    return numbered &&
           (!numbered->is_as_in_path || find_joined(numbered->name, numbered->number).has_value());
}

std::u16string& InstanceSet::name_to_change(std::size_t row) {
    if (given_.empty()) {
        given_ = instances_;
    }
    return instances_[row].name;
}

void InstanceSet::index() {
    std::vector<std::uint32_t> next(instances_.size(), no_row); // row of the next instance of the same name
    hashes_.resize(instances_.size());
    slots_.assign(std::bit_ceil(2 * instances_.size() + 1), no_row);
    std::u16string buffer;
    // From the last row to the first, so that each is inserted before its duplicates.
    for (std::size_t row = instances_.size(); row-- != 0;) {
        const std::u16string_view joined = join(buffer, instances_[row].parent, instances_[row].name);
        hashes_[row] = static_cast<std::uint32_t>(hash_folded(joined));
        std::uint32_t& slot = slots_[slot_of(hashes_[row], joined)];
        next[row] = slot;
        slot = static_cast<std::uint32_t>(row);
    }
    duplicates_.resize(instances_.size());
    places_.resize(instances_.size());
    grouped_.clear();
    grouped_.reserve(instances_.size());
    for (const std::uint32_t first : slots_) {
        std::uint32_t duplicate = 0;
        for (std::uint32_t row = first; row != no_row; row = next[row]) {
            duplicates_[row] = duplicate++;
            places_[row] = static_cast<std::uint32_t>(grouped_.size());
            grouped_.push_back(row);
        }
    }
}

std::size_t InstanceSet::slot_of(std::uint32_t hash, std::u16string_view joined) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    for (; slots_[slot] != no_row; slot = (slot + 1) & mask) {
        const std::uint32_t row = slots_[slot];
        if (hashes_[row] == hash && has_joined_name(instances_[row], joined)) {
            break;
        }
    }
    return slot;
}

std::vector<std::size_t> InstanceSet::listed() const {
    std::vector<std::size_t> listed(instances_.size());
    std::vector<std::uint32_t> places; // of the instances of one name, in the order of those listed there
    for (auto begin = grouped_.begin(); begin != grouped_.end();) {
        const auto is_of_next_name = [this](std::uint32_t row) { return duplicates_[row] == 0; };
        const auto end = std::find_if(std::next(begin), grouped_.end(), is_of_next_name);
        places.assign(begin, end);
        if (numbers_.empty()) {
            std::ranges::reverse(places);
        } else {
            std::ranges::sort(
                places, {}, [this](std::uint32_t row) { return std::pair(numbers_[row], row); });
        }
        for (const std::uint32_t place : places) {
            listed[place] = *begin++;
        }
    }
    return listed;
}

std::optional<std::size_t> InstanceSet::find_joined(
    std::u16string_view joined, std::uint32_t duplicate) const {
    const std::uint32_t first = slots_[slot_of(static_cast<std::uint32_t>(hash_folded(joined)), joined)];
    if (first == no_row) {
        return std::nullopt;
    }
    const std::size_t begin = places_[first];
    // Past the end of a group there is another one, whose rows have smaller numbers.
    const bool is_there =
        duplicate < grouped_.size() - begin && duplicates_[grouped_[begin + duplicate]] == duplicate;
    return is_there ? std::optional<std::size_t>(grouped_[begin + duplicate]) : std::nullopt;
}

std::optional<std::size_t> InstanceSet::find(
    std::u16string_view parent, std::u16string_view name, std::uint32_t duplicate) const {
    std::u16string buffer;
    const std::u16string_view joined = join(buffer, parent, name);
    const auto row = find_joined(joined, duplicate);
    if (row || duplicate == 0) {
        return row;
    }
    std::u16string literal(joined);
    literal += u'#';
    append_decimal(literal, duplicate);
    return find_joined(literal, 0);
}

void ObjectSnapshot::begin(std::uint32_t columns) {
    columns_ = columns;
    row_count_ = 0;
    cells_.clear();
    cell_statuses_.clear();
    object_time_ = 0;
    status_ = Status::success;
    has_given_rows_ = false;
}

void ObjectSnapshot::begin(std::uint32_t columns, std::shared_ptr<const InstanceSet> rows) {
    cells_.clear();
    begin_to_set_all(columns, std::move(rows));
}

void ObjectSnapshot::begin_to_set_all(std::uint32_t columns, std::shared_ptr<const InstanceSet> rows) {
    columns_ = columns;
    row_count_ = rows->instances().size();
    cells_.resize(row_count_ * columns_);
    cell_statuses_.clear();
    object_time_ = 0;
    status_ = Status::success;
    set_ = std::move(rows);
    has_given_rows_ = true;
    rows_differ_ = true;
}

std::size_t ObjectSnapshot::add_instance(
    std::u16string_view name, std::u16string_view parent, std::int64_t unique_id) {
    const std::size_t row = row_count_++;
    if (row == rows_.size()) {
        rows_.emplace_back();
        rows_differ_ = true;
    }
    Instance& instance = rows_[row];
    if (!is_instance(instance, name, parent, unique_id)) {
        rows_differ_ = true;
        instance.name = name;
        instance.parent = parent;
        instance.unique_id = unique_id;
    }
    cells_.resize(row_count_ * columns_);
    if (!cell_statuses_.empty()) {
        cell_statuses_.resize(cells_.size());
    }
    return row;
}

void ObjectSnapshot::set_status(std::size_t row, std::uint32_t column, Status cstatus) {
    cell_statuses_.resize(cells_.size());
    cell_statuses_[row * columns_ + column] = cstatus;
}

bool ObjectSnapshot::has_rows_of(const InstanceSet& set) const noexcept {
    const std::vector<Instance>& instances = set.given();
    return row_count_ == instances.size() &&
           std::equal(instances.begin(), instances.end(), rows_.begin(),
               [](const Instance& left, const Instance& right) {
                   return is_instance(left, right.name, right.parent, right.unique_id);
               });
}

void ObjectSnapshot::publish(const ObjectSnapshot* previous) {
    if (has_given_rows_) {
        return;
    }
    const bool unchanged = set_ && !rows_differ_ && row_count_ == set_->instances().size();
    const bool shared = previous != nullptr && previous->set_ &&
                        ((unchanged && set_ == previous->set_) || has_rows_of(*previous->set_));
    if (shared) {
        set_ = previous->set_;
    } else if (!unchanged) {
        const auto end = rows_.begin() + static_cast<std::ptrdiff_t>(row_count_);
        set_ = std::make_shared<const InstanceSet>(std::vector<Instance>(rows_.begin(), end));
    }
    rows_differ_ = false;
}

} // namespace pdh_shim::model
