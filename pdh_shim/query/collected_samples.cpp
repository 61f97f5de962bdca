// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/collected_samples.h"

#include "path/wildcard.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::query {
namespace {

bool matches(const path::InstanceName& wildcard, const model::InstanceSet& set, std::size_t row) {
    const model::Instance& instance = set.instances()[row];
    return path::matches(wildcard, instance.parent, instance.name, set.duplicate_index(row));
}

// Instances of the same name side by side, in the order in which the first of each appears.
void put_duplicates_together(const model::InstanceSet& set, std::vector<std::size_t>& rows) {
    std::vector<std::pair<std::size_t, std::size_t>> keyed; // row of the first of that name, row
    keyed.reserve(rows.size());
    for (const std::size_t row : rows) {
        const model::Instance& instance = set.instances()[row];
        keyed.emplace_back(set.find(instance.parent, instance.name, 0).value_or(row), row);
    }
    std::ranges::sort(keyed);
    std::ranges::transform(keyed, rows.begin(), [](const auto& entry) { return entry.second; });
}

} // namespace

CollectedColumn::CollectedColumn(machine::CounterTarget found, CounterSharing query,
    const CellAddress& address, std::shared_ptr<const Feed> feed)
    : CounterColumn(std::move(found), std::move(query)), address(address), feed(std::move(feed)) {}

CellReader::CellReader(const CounterIdentity& counter, const CollectedColumn& column)
    : counter_(counter), column_(column) {}

std::optional<std::size_t> CellReader::row(const model::InstanceSet& set) const {
    if (counter_.target().object_definition().instances == model::Instances::none) {
        return set.instances().empty() ? std::nullopt : std::optional<std::size_t>(0);
    }
    const path::InstanceName& instance = *counter_.instance;
    return set.find(instance.parent, instance.name, instance.index);
}

std::vector<std::size_t> CellReader::rows(const model::InstanceSet& set) const {
    std::vector<std::size_t> rows;
    bool duplicates = false;
    for (std::size_t row = 0; row < set.instances().size(); ++row) {
        if (matches(*counter_.instance, set, row)) {
            rows.push_back(row);
            duplicates = duplicates || set.duplicate_index(row) > 0;
        }
    }
    if (duplicates) {
        put_duplicates_together(set, rows);
    }
    return rows;
}

Status CellReader::cstatus(const model::ObjectSnapshot& object, std::optional<std::size_t> row) const {
    if (object.status() != Status::success) {
        return object.status();
    }
    if (!row) {
        return Status::cstatus_no_instance;
    }
    if (address().column == model::no_column) {
        return Status::cstatus_invalid_data;
    }
    const Status status = object.status(*row, address().column);
    return status == Status::success && counter_.definition().base != model::no_column
               ? object.status(*row, counter_.definition().base)
               : status;
}

RawValue CellReader::read(const Collected& collected, std::optional<std::size_t> row) const {
    const RawValue value = read_cell(collected, row);
    return value.sample.cstatus == model::earlier_value
               ? RawValue{.sample = {.cstatus = Status::cstatus_invalid_data},
                     .time_stamp = collected.parts[address().part].local_time}
               : value;
}

RawValue CellReader::read_older(const Collected& collected, std::optional<std::size_t> row) const {
    RawValue value = read_cell(collected, row);
    if (value.sample.cstatus == model::earlier_value) {
        value.sample.cstatus = Status::cstatus_valid_data;
    }
    return value;
}

RawValue CellReader::read_cell(const Collected& collected, std::optional<std::size_t> row) const {
    const Collected::Part& part = collected.parts[address().part];
    const model::ObjectSnapshot& object = *this->object(collected);
    const Status status = cstatus(object, row);
    if (counter_.definition().recorded != model::no_column && row) {
        return read_recorded(object, *row, status);
    }
    if (status != Status::success) {
        return {.sample = {.cstatus = status}, .time_stamp = part.local_time};
    }
    const model::CounterDef& definition = counter_.definition();
    const bool has_base = definition.base != model::no_column;
    const bool has_multi = definition.multi != model::no_column;
    const calc::Clocks clocks{
        .perf_time = part.snapshot.perf_time,
        .perf_freq = counter_.target().active_source().catalogue->perf_freq,
        .time_100ns = part.snapshot.time_100ns,
        .object_time = object.object_time(),
        .object_freq = counter_.target().object_definition().object_freq,
    };
    const std::int64_t base = has_base ? object.cell(*row, definition.base) : 0;
    const auto multi =
        has_multi ? static_cast<std::uint32_t>(object.cell(*row, definition.multi)) : std::uint32_t{1};
    return {calc::make_raw_sample(counter_.type(), object.cell(*row, address().column), base, multi, clocks),
        part.local_time};
}

RawValue CellReader::read_recorded(
    const model::ObjectSnapshot& object, std::size_t row, Status status) const {
    const std::uint32_t rest = counter_.definition().recorded;
    return {.sample = {.first = object.cell(row, address().column),
                .second = object.cell(row, rest),
                .multi = static_cast<std::uint32_t>(object.cell(row, rest + 1)),
                .cstatus = status},
        .time_stamp = object.cell(row, rest + 2)};
}

bool CellReader::has_data(const Collected& collected) const {
    const model::ObjectSnapshot* const object = this->object(collected);
    if (object == nullptr) {
        return false;
    }
    const model::InstanceSet& set = *object->instances();
    if (!counter_.wildcard) {
        return is_valid_data(cstatus(*object, row(set)));
    }
    for (std::size_t row = 0; row < set.instances().size(); ++row) {
        if (matches(*counter_.instance, set, row) && is_valid_data(cstatus(*object, row))) {
            return true;
        }
    }
    return false;
}

CollectedSamples::CollectedSamples(const CellReader& cells)
    : SampleSource(cells.feed().sequence_number()), born_(sequence()), cells_(cells),
      wildcard_(cells.counter().wildcard ? std::make_unique<Wildcard>() : nullptr) {}

// A counter that needs only one sample reads 0 before the first, unless it is not measured.
std::optional<RawValue> CollectedSamples::initial() const {
    if (!cells_.counter().wildcard && cells_.counter().target().unmeasured != nullptr) {
        return RawValue{.sample = {.cstatus = Status::cstatus_invalid_data}};
    }
    const bool has_value = !cells_.counter().wildcard && cells_.counter().type().samples() == 1;
    return has_value ? std::optional(RawValue{}) : std::nullopt;
}

CollectedPair CollectedSamples::collected() const {
    CollectedPair pair = cells_.feed().newest();
    const auto drop_unseen = [this](std::shared_ptr<const Collected>& collected) {
        if (collected != nullptr && (collected->sequence <= born_ || cells_.object(*collected) == nullptr)) {
            collected = nullptr;
        }
    };
    drop_unseen(pair.newer);
    drop_unseen(pair.older);
    return pair;
}

std::span<const std::size_t> CollectedSamples::rows_in(const std::shared_ptr<const model::InstanceSet>& set) {
    if (set_ != set) {
        set_ = nullptr; // until its rows are known
        if (wildcard_ != nullptr) {
            wildcard_->rows = cells_.rows(*set);
        } else {
            row_ = cells_.row(*set).value_or(no_row);
        }
        set_ = set;
    }
    if (wildcard_ != nullptr) {
        return wildcard_->rows;
    }
    return {&row_, row_ == no_row ? std::size_t{0} : std::size_t{1}};
}

EarlierRow CollectedSamples::earlier_row(const std::shared_ptr<const model::InstanceSet>& newer,
    std::size_t row, const std::shared_ptr<const model::InstanceSet>& older) {
    if (wildcard_ == nullptr) {
        return earlier_row_by_name(*newer, row, *older);
    }
    auto& known = wildcard_->earlier_rows;
    if (known == nullptr || !known->are_of(newer, older)) {
        known = cells_.feed().earlier_rows(newer, older);
    }
    return (*known)[row];
}

// The older sample of the instance in a row of the newer snapshot; none when another instance had its name.
std::optional<RawValue> CollectedSamples::read_older(const CollectedPair& pair, std::size_t newer_row) {
    if (pair.older == nullptr) {
        return std::nullopt;
    }
    const auto& newer_set = cells_.object(*pair.newer)->instances();
    const auto& older_set = cells_.object(*pair.older)->instances();
    if (newer_set == older_set) {
        return cells_.read_older(*pair.older, newer_row);
    }
    const EarlierRow earlier = earlier_row(newer_set, newer_row, older_set);
    return earlier.replaced ? std::nullopt : std::optional(cells_.read_older(*pair.older, earlier.row));
}

Samples CollectedSamples::read(const CollectedPair& pair, std::size_t row) {
    return {cells_.read(*pair.newer, row), read_older(pair, row)};
}

std::optional<Samples> CollectedSamples::newest() {
    const CollectedPair pair = collected();
    if (pair.newer == nullptr) {
        return std::nullopt;
    }
    const auto rows = rows_in(cells_.object(*pair.newer)->instances());
    return rows.empty() ? Samples{cells_.read(*pair.newer, std::nullopt), std::nullopt}
                        : read(pair, rows.front());
}

// As the source spells it, or `*` where a `*` stands for an object without instances.
std::u16string CollectedSamples::item_name(const model::Instance& instance) const {
    const bool has_instances =
        cells_.counter().target().object_definition().instances == model::Instances::multi;
    return has_instances ? display_name(instance) : cells_.counter().instance_name();
}

Result<std::vector<Item<Samples>>> CollectedSamples::items() {
    std::vector<Item<Samples>> items;
    const CollectedPair pair = collected();
    if (pair.newer == nullptr) {
        const auto value = initial();
        if (!value) {
            return Status::no_data;
        }
        items.push_back({cells_.counter().instance_name(), Samples{*value, std::nullopt}});
        return items;
    }
    const model::ObjectSnapshot& object = *cells_.object(*pair.newer);
    if (object.status() != Status::success) {
        return object.status();
    }
    const auto rows = rows_in(object.instances());
    if (rows.empty()) {
        return Status::cstatus_no_instance;
    }
    items.reserve(rows.size());
    for (const std::size_t row : rows) {
        items.push_back({item_name(object.instances()->instances()[row]), read(pair, row)});
    }
    return items;
}

} // namespace pdh_shim::query
