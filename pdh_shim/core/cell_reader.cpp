#include "core/cell_reader.h"

#include "path/wildcard.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::core {
namespace {

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

CellReader::CellReader(std::shared_ptr<const CounterIdentity> counter, const CellAddress& address)
    : counter_(std::move(counter)), definition_(&counter_->target.definition()),
      type_(calc::find_type(definition_->type)), address_(address) {}

std::optional<std::size_t> CellReader::only_row(const model::InstanceSet& set) const {
    if (counter_->target.object_definition().instances == model::Instances::none) {
        return set.instances().empty() ? std::nullopt : std::optional<std::size_t>(0);
    }
    const path::InstanceName& instance = *counter_->path.instance;
    return set.find(instance.parent, instance.name, instance.index);
}

bool CellReader::matches(const model::InstanceSet& set, std::size_t row) const {
    const model::Instance& instance = set.instances()[row];
    return path::matches(*counter_->path.instance, instance.parent, instance.name, set.duplicate_index(row));
}

std::vector<std::size_t> CellReader::rows(const model::InstanceSet& set) const {
    std::vector<std::size_t> rows;
    if (!counter_->wildcard) {
        if (const auto row = only_row(set)) {
            rows.push_back(*row);
        }
        return rows;
    }
    bool duplicates = false;
    for (std::size_t row = 0; row < set.instances().size(); ++row) {
        if (matches(set, row)) {
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
    const Status status = object.status(*row, address_.column);
    return status == Status::success && definition_->base != model::no_column
               ? object.status(*row, definition_->base)
               : status;
}

RawValue CellReader::read(const Collected& collected, std::optional<std::size_t> row) const {
    const Collected::Part& part = collected.parts[address_.part];
    const model::ObjectSnapshot& object = *this->object(collected);
    const Status status = cstatus(object, row);
    if (status != Status::success) {
        return {.sample = {.cstatus = status}, .time_stamp = part.local_time};
    }
    const bool has_base = definition_->base != model::no_column;
    const bool has_multi = definition_->multi != model::no_column;
    const calc::Clocks clocks{
        .perf_time = part.snapshot.perf_time,
        .perf_freq = counter_->target.active_source().catalogue->perf_freq,
        .time_100ns = part.snapshot.time_100ns,
        .object_time = object.object_time(),
        .object_freq = counter_->target.object_definition().object_freq,
    };
    const std::int64_t base = has_base ? object.cell(*row, definition_->base) : 0;
    const auto multi =
        has_multi ? static_cast<std::uint32_t>(object.cell(*row, definition_->multi)) : std::uint32_t{1};
    return {calc::make_raw_sample(*type_, object.cell(*row, address_.column), base, multi, clocks),
        part.local_time};
}

bool CellReader::has_data(const Collected& collected) const {
    const model::ObjectSnapshot* const object = this->object(collected);
    if (object == nullptr) {
        return false;
    }
    const model::InstanceSet& set = *object->instances();
    if (!counter_->wildcard) {
        return is_valid_data(cstatus(*object, only_row(set)));
    }
    for (std::size_t row = 0; row < set.instances().size(); ++row) {
        if (matches(set, row) && is_valid_data(cstatus(*object, row))) {
            return true;
        }
    }
    return false;
}

} // namespace pdh_shim::core
