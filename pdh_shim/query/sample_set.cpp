// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "query/sample_set.h"

#include "path/counter_path.h"
#include "query/samples.h"

#include <iterator>
#include <mutex>
#include <utility>

namespace pdh_shim::query {

SampleSetPool::SampleSetPool() {
    // A query has two collects in use and fills a third; readers may hold on to a few more.
    spare_.reserve(4);
}

std::shared_ptr<SampleSet> SampleSetPool::take() {
    std::unique_ptr<SampleSet> collected;
    {
        const std::scoped_lock lock(mutex_);
        if (!spare_.empty()) {
            collected = std::move(spare_.back());
            spare_.pop_back();
        }
    }
    if (collected == nullptr) {
        collected = std::make_unique<SampleSet>();
    }
    return {collected.release(),
        [pool = shared_from_this()](SampleSet* used) { pool->give_back(std::unique_ptr<SampleSet>(used)); }};
}

void SampleSetPool::give_back(std::unique_ptr<SampleSet> collected) noexcept {
    const std::scoped_lock lock(mutex_);
    if (spare_.size() < spare_.capacity()) {
        spare_.push_back(std::move(collected));
    }
}

namespace {

/// The rows of a set by the identities of their instances.
class RowsByIdentity {
  public:
    explicit RowsByIdentity(const model::InstanceSet& set) {
        for (std::size_t row = 0; row < set.instances().size(); ++row) {
            if (const std::int64_t id = set.instances()[row].unique_id; id != model::no_unique_id) {
                rows_.emplace_back(id, row);
            }
        }
        std::ranges::sort(rows_);
    }

    /// None if no instance has the identity, or more than one.
    [[nodiscard]] std::optional<std::size_t> only_row(std::int64_t id) const {
        const auto found =
            std::ranges::lower_bound(rows_, id, {}, &std::pair<std::int64_t, std::size_t>::first);
        const auto has_id = [&](auto row) { return row != rows_.end() && row->first == id; };
        return has_id(found) && !has_id(std::next(found)) ? std::optional(found->second) : std::nullopt;
    }

  private:
    std::vector<std::pair<std::int64_t, std::size_t>> rows_;
};

} // namespace

EarlierRow earlier_row_by_name(
    const model::InstanceSet& newer, std::size_t row, const model::InstanceSet& older) {
    const model::Instance& instance = newer.instances()[row];
    auto found = older.find(instance.parent, instance.name, newer.duplicate_index(row));
    if (!found && instance.name.find(u'#') != std::u16string::npos) {
        // In a list of a log `a#1` is the second `a`, if the first one is missing there.
        const auto meant = path::parse_instance_name(display_name(instance));
        found = meant ? older.find(meant.value().parent, meant.value().name, meant.value().index) : found;
    }
    if (found && older.instances()[*found].unique_id != instance.unique_id) {
        return {.row = std::nullopt, .replaced = true};
    }
    return {.row = found};
}

EarlierRows::EarlierRows(
    std::shared_ptr<const model::InstanceSet> newer, std::shared_ptr<const model::InstanceSet> older)
    : newer_(std::move(newer)), older_(std::move(older)), rows_(newer_->instances().size()) {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        rows_[row] = earlier_row_by_name(*newer_, row, *older_);
    }
    if (!std::ranges::all_of(rows_, [](const EarlierRow& earlier) { return earlier.row.has_value(); })) {
        find_by_identity();
    }
}

void EarlierRows::find_by_identity() {
    const RowsByIdentity newer_ids(*newer_);
    const RowsByIdentity older_ids(*older_);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const std::int64_t id = newer_->instances()[row].unique_id;
        if (!rows_[row].row && newer_ids.only_row(id)) {
            const auto same = older_ids.only_row(id);
            rows_[row] = same ? EarlierRow{.row = same} : rows_[row];
        }
    }
}

} // namespace pdh_shim::query
