// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/collected_samples.h"

#include "path/wildcard.h"
#include "query/counter.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace pdh_shim::query {
namespace {

bool matches(const path::InstanceName& wildcard, const model::InstanceSet& set, std::size_t row) {
    const model::Instance& instance = set.instances()[row];
    return path::matches(wildcard, instance.parent, instance.name, set.duplicate_index(row));
}

// Instances of the same name side by side, in the order in which the first of each appears.
void put_duplicates_together(const model::InstanceSet& set, std::vector<std::uint32_t>& rows) {
    std::vector<std::pair<std::size_t, std::uint32_t>> keyed; // row of the first of that name, row
    keyed.reserve(rows.size());
    for (const std::uint32_t row : rows) {
        const model::Instance& instance = set.instances()[row];
        keyed.emplace_back(set.find(instance.parent, instance.name, 0).value_or(row), row);
    }
    std::ranges::sort(keyed);
    std::ranges::transform(keyed, rows.begin(), [](const auto& entry) { return entry.second; });
}

std::vector<std::uint32_t> rows_of(const path::InstanceName& wildcard, const model::InstanceSet& set) {
    std::vector<std::uint32_t> rows;
    bool duplicates = false;
    for (std::uint32_t row = 0; row < set.instances().size(); ++row) {
        if (matches(wildcard, set, row)) {
            rows.push_back(row);
            duplicates = duplicates || set.duplicate_index(row) > 0;
        }
    }
    if (duplicates) {
        put_duplicates_together(set, rows);
    }
    return rows;
}

// The row of a counter without a wildcard.
std::optional<std::size_t> row_of(
    const Column& column, const path::InstanceName* instance, const model::InstanceSet& set) {
    if (column.found.object_definition().instances == model::Instances::none) {
        return set.instances().empty() ? std::nullopt : std::optional<std::size_t>(0);
    }
    return set.find(instance->parent, instance->name, instance->index);
}

void find_rows(const Counter& counter, const model::InstanceSet& set, Samples::Cursor& cursor) {
    if (!counter.is_wildcard()) {
        const auto row = row_of(counter.column(), counter.instance(), set);
        cursor.row = row ? static_cast<std::uint32_t>(*row) : Samples::no_row;
        return;
    }
    if (cursor.wildcard == nullptr) {
        cursor.wildcard = std::make_unique<Samples::WildcardRows>();
    }
    cursor.wildcard->rows = rows_of(*counter.instance(), set);
}

// The rows of a counter, until the next call.
std::span<const std::uint32_t> rows_in(
    const Counter& counter, const std::shared_ptr<const model::InstanceSet>& set, Samples::Cursor& cursor) {
    if (cursor.set != set) {
        cursor.set = nullptr; // until its rows are known
        find_rows(counter, *set, cursor);
        cursor.set = set;
    }
    if (cursor.wildcard != nullptr) {
        return cursor.wildcard->rows;
    }
    return {&cursor.row, cursor.row == Samples::no_row ? std::size_t{0} : std::size_t{1}};
}

// The object of a counter in a collect; null where the counter sees nothing of it.
const model::ObjectSnapshot* object_seen(
    const Column& column, const SampleSet& collected, const Samples::Cursor& cursor) {
    return collected.sequence > cursor.born ? column.object_in(collected) : nullptr;
}

// As the source spells it, or `*` where a `*` stands for an object without instances.
std::u16string item_name(const Counter& counter, const model::Instance& instance) {
    const bool has_instances =
        counter.column().found.object_definition().instances == model::Instances::multi;
    return has_instances ? display_name(instance) : counter.instance_name();
}

} // namespace

CollectedPair CollectedSamples::newest() const {
    const std::scoped_lock lock(mutex_);
    return newest_;
}

std::shared_ptr<const EarlierRows> CollectedSamples::known_earlier_rows(
    const std::shared_ptr<const model::InstanceSet>& newer,
    const std::shared_ptr<const model::InstanceSet>& older) const {
    const std::scoped_lock lock(mutex_);
    const auto known =
        std::ranges::find_if(earlier_rows_, [&](const auto& rows) { return rows->are_of(newer, older); });
    return known == earlier_rows_.end() ? nullptr : *known;
}

std::shared_ptr<const EarlierRows> CollectedSamples::earlier_rows(
    const std::shared_ptr<const model::InstanceSet>& newer,
    const std::shared_ptr<const model::InstanceSet>& older) const {
    if (auto known = known_earlier_rows(newer, older)) {
        return known;
    }
    // Without the lock. Two threads may make it at a time; a thread that is late adds one that goes with the
    // next collect.
    auto made = std::make_shared<const EarlierRows>(newer, older);
    const std::scoped_lock lock(mutex_);
    earlier_rows_.push_back(made);
    return made;
}

void CollectedSamples::publish(std::shared_ptr<const SampleSet> collected) {
    const std::uint64_t sequence = collected->sequence;
    CollectedPair retired; // let go of after the lock
    std::vector<std::shared_ptr<const EarlierRows>> retired_rows;
    const std::scoped_lock lock(mutex_);
    retired_rows.swap(earlier_rows_);
    retired.older = std::exchange(newest_.older, std::exchange(newest_.newer, std::move(collected)));
    sequence_.store(sequence, std::memory_order_release);
}

Status CollectedSamples::CollectedCell::status() const noexcept {
    if (object.status() != Status::success) {
        return object.status();
    }
    if (!row) {
        return Status::cstatus_no_instance;
    }
    if (column.found.column == model::no_column) {
        return Status::cstatus_invalid_data;
    }
    const Status status = object.status(*row, column.found.column);
    return status == Status::success && column.definition.base != model::no_column
               ? object.status(*row, column.definition.base)
               : status;
}

RawValue CollectedSamples::read(const CollectedCell& cell) const {
    if (const Status status = cell.status(); status != Status::success) {
        return {.sample = {.cstatus = status}, .time_stamp = cell.local_time()};
    }
    const model::CounterDef& definition = cell.column.definition;
    const machine::ResolvedCounter& found = cell.column.found;
    const model::Snapshot& snapshot = cell.collected.parts[cell.column.part].snapshot;
    const bool has_base = definition.base != model::no_column;
    const bool has_multi = definition.multi != model::no_column;
    const calc::Clocks clocks{
        .perf_time = snapshot.perf_time,
        .perf_freq = found.active_source().catalogue->perf_freq,
        .time_100ns = snapshot.time_100ns,
        .object_time = cell.object.object_time(),
        .object_freq = found.object_definition().object_freq,
    };
    const std::int64_t first = cell.object.cell(*cell.row, cell.column.found.column);
    const std::int64_t base = has_base ? cell.object.cell(*cell.row, definition.base) : 0;
    const auto multi =
        has_multi ? static_cast<std::uint32_t>(cell.object.cell(*cell.row, definition.multi)) : 1U;
    return {calc::make_raw_sample(cell.column.type, first, base, multi, clocks), cell.local_time()};
}

// A counter that needs only one sample reads 0 before the first, unless it is not measured.
std::optional<RawValue> CollectedSamples::initial(const Counter& counter) const {
    if (!counter.is_wildcard() && counter.column().found.unmeasured != nullptr) {
        return RawValue{.sample = {.cstatus = Status::cstatus_invalid_data}};
    }
    const bool has_value = !counter.is_wildcard() && counter.column().type.samples() == 1;
    return has_value ? std::optional(RawValue{}) : std::nullopt;
}

EarlierRow CollectedSamples::earlier_row(const std::shared_ptr<const model::InstanceSet>& newer,
    std::size_t row, const std::shared_ptr<const model::InstanceSet>& older, Cursor& cursor) const {
    if (cursor.wildcard == nullptr) {
        return earlier_row_by_name(*newer, row, *older);
    }
    auto& known = cursor.wildcard->earlier_rows;
    if (known == nullptr || !known->are_of(newer, older)) {
        known = earlier_rows(newer, older);
    }
    return (*known)[row];
}

// The older sample of the instance in a row of the newer snapshot; none when another instance had its name.
std::optional<RawValue> CollectedSamples::read_older(const Column& column, const SampleSet& older,
    const model::ObjectSnapshot& newer_object, std::size_t newer_row, Cursor& cursor) const {
    const model::ObjectSnapshot* const object = object_seen(column, older, cursor);
    if (object == nullptr) {
        return std::nullopt;
    }
    const auto& newer_set = newer_object.instances();
    const auto& older_set = object->instances();
    if (newer_set == older_set) {
        return read({older, column, *object, newer_row, true});
    }
    const EarlierRow earlier = earlier_row(newer_set, newer_row, older_set, cursor);
    return earlier.replaced ? std::nullopt : std::optional(read({older, column, *object, earlier.row, true}));
}

SamplePair CollectedSamples::read(const Column& column, const CollectedPair& newest,
    const model::ObjectSnapshot& object, std::size_t row, Cursor& cursor) const {
    const bool needs_older = newest.older != nullptr && column.type.samples() == 2;
    return {read({*newest.newer, column, object, row}),
        needs_older ? read_older(column, *newest.older, object, row, cursor) : std::nullopt};
}

std::optional<SamplePair> CollectedSamples::newest(const Counter& counter, Cursor& cursor) {
    return newest_in(newest(), counter, cursor);
}

std::optional<SamplePair> CollectedSamples::newest_in(
    const CollectedPair& newest, const Counter& counter, Cursor& cursor) const {
    const Column& column = counter.column();
    const auto* const object = newest.newer == nullptr ? nullptr : object_seen(column, *newest.newer, cursor);
    if (object == nullptr) {
        return std::nullopt;
    }
    const auto rows = rows_in(counter, object->instances(), cursor);
    const auto row = std::ranges::find_if(rows, [&](std::uint32_t candidate) {
        return !counter.is_wildcard() || is_there(*newest.newer, column, *object, candidate);
    });
    return row == rows.end() ? SamplePair{read({*newest.newer, column, *object, std::nullopt}), std::nullopt}
                             : read(column, newest, *object, *row, cursor);
}

Result<std::vector<Item<SamplePair>>> CollectedSamples::items(const Counter& counter, Cursor& cursor) {
    std::vector<Item<SamplePair>> items;
    const CollectedPair newest = this->newest();
    const Column& column = counter.column();
    const auto* const seen = newest.newer == nullptr ? nullptr : object_seen(column, *newest.newer, cursor);
    if (seen == nullptr) {
        const auto value = initial(counter);
        if (!value) {
            return Status::no_data;
        }
        items.push_back({counter.instance_name(), SamplePair{*value, std::nullopt}});
        return items;
    }
    const model::ObjectSnapshot& object = *seen;
    if (object.status() != Status::success) {
        return object.status();
    }
    const auto rows = rows_in(counter, object.instances(), cursor);
    items.reserve(rows.size());
    const model::InstanceSet& set = *object.instances();
    for (const std::uint32_t row : rows) {
        if (is_there(*newest.newer, column, object, row)) {
            items.push_back({item_name(counter, set.instances()[row]),
                read(column, newest, object, row, cursor), set.duplicate_index(row)});
        }
    }
    if (items.empty()) {
        return Status::cstatus_no_instance;
    }
    return items;
}

bool CollectedSamples::has_data(const WantedCells& wanted, const SampleSet& collected) {
    const Column& column = *wanted.column;
    const model::ObjectSnapshot* const object = column.object_in(collected);
    if (object == nullptr) {
        return false;
    }
    const model::InstanceSet& set = *object->instances();
    const auto has_value = [&](std::optional<std::size_t> row) {
        return is_valid_data(CollectedCell{collected, column, *object, row}.status());
    };
    if (!wanted.is_wildcard) {
        return has_value(row_of(column, wanted.instance.get(), set));
    }
    for (std::size_t row = 0; row < set.instances().size(); ++row) {
        if (matches(*wanted.instance, set, row) && has_value(row)) {
            return true;
        }
    }
    return false;
}

} // namespace pdh_shim::query
