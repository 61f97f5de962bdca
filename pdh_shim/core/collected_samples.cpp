#include "core/collected_samples.h"

#include <utility>

namespace pdh_shim::core {

CollectedSamples::CollectedSamples(std::shared_ptr<const Feed> feed, CellReader cells)
    : SampleSource(feed->sequence_number()), feed_(std::move(feed)), born_(sequence()),
      cells_(std::move(cells)) {}

// What one sample is enough for reads 0 before there is one.
std::optional<RawValue> CollectedSamples::initial() const {
    const bool has_value = !cells_.counter().wildcard && cells_.type().samples() == 1;
    return has_value ? std::optional(RawValue{}) : std::nullopt;
}

CollectedPair CollectedSamples::collected() const {
    CollectedPair pair = feed_->newest();
    const auto drop_unseen = [this](std::shared_ptr<const Collected>& collected) {
        if (collected != nullptr && (collected->sequence <= born_ || cells_.object(*collected) == nullptr)) {
            collected = nullptr;
        }
    };
    drop_unseen(pair.newer);
    drop_unseen(pair.older);
    return pair;
}

const std::vector<std::size_t>& CollectedSamples::rows_in(
    const std::shared_ptr<const model::InstanceSet>& set) {
    if (rows_.set != set) {
        rows_.set = nullptr; // until the rows are its own
        rows_.rows = cells_.rows(*set);
        rows_.set = set;
    }
    return rows_.rows;
}

// The older sample of the instance in a row of the newer snapshot; none when another instance had its name.
std::optional<RawValue> CollectedSamples::read_older(const CollectedPair& pair, std::size_t newer_row) const {
    if (pair.older == nullptr) {
        return std::nullopt;
    }
    const auto& newer_set = cells_.object(*pair.newer)->instances();
    const auto& older_set = cells_.object(*pair.older)->instances();
    if (newer_set == older_set) {
        return cells_.read(*pair.older, newer_row);
    }
    const model::Instance& instance = newer_set->instances()[newer_row];
    const auto row = older_set->find(instance.parent, instance.name, newer_set->duplicate_index(newer_row));
    if (row && older_set->instances()[*row].unique_id != instance.unique_id) {
        return std::nullopt;
    }
    return cells_.read(*pair.older, row);
}

Samples CollectedSamples::read(const CollectedPair& pair, std::size_t row) const {
    return {cells_.read(*pair.newer, row), read_older(pair, row)};
}

std::optional<Samples> CollectedSamples::newest() {
    const CollectedPair pair = collected();
    if (pair.newer == nullptr) {
        return std::nullopt;
    }
    const auto& rows = rows_in(cells_.object(*pair.newer)->instances());
    return rows.empty() ? Samples{cells_.read(*pair.newer, std::nullopt), std::nullopt}
                        : read(pair, rows.front());
}

// As the source spells it, or `*` where a `*` stands for an object without instances.
std::u16string CollectedSamples::item_name(const model::Instance& instance) const {
    const bool has_instances =
        cells_.counter().target.object_definition().instances == model::Instances::multi;
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
    const auto& rows = rows_in(object.instances());
    if (rows.empty()) {
        return Status::cstatus_no_instance;
    }
    items.reserve(rows.size());
    for (const std::size_t row : rows) {
        items.push_back({item_name(object.instances()->instances()[row]), read(pair, row)});
    }
    return items;
}

} // namespace pdh_shim::core
